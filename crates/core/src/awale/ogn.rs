//! Records of Awalé in Aualé's notation (OGN).
//!
//! ```text
//! [Variant "Oware Abapa"]
//! [Event "?"]
//! [Site "?"]
//! [Date "?"]
//! [Round "?"]
//! [South "Ama"]
//! [North "Kofi"]
//! [Result "*"]
//!
//! 1. F f 2. B e 3. B c 4. D a+2 *
//! ```
//!
//! `+2` says that the move captured two seeds; a wrong number is an error. The result is the final score, South's first,
//! or `*`. A game that was broken off with a result that its stores do not show has one of PGN's marks there.
//! The tag `Variant` is `Oware Abapa` (also if it is missing), `Awale` or `Awari` for the three rule sets. `South` and
//! `North` are the tags `White` and `Black` of [`Record`], so that a record can be read in one form and written in the
//! other. Comments and variations are treated as in [`record`](crate::record).

#[cfg(test)]
mod tests;

use super::{Awale, AwaleRules, Variant};
use crate::mancala::Pit;
use crate::mancala::ring::MOST_SEEDS;
use crate::notation::{Token, clipped};
use crate::record::read::{assembled, check_result_tag, contradiction, replay, start};
use crate::record::write::{movetext, tag_line};
use crate::record::{DERIVED_TAGS, RawGame, Record, RecordError, Verdict};
use crate::{Game, Notation, Outcome, ParseError, Position, Tally};

const VARIANTS: [(Variant, &str); 3] =
    [(Variant::Abapa, "Oware Abapa"), (Variant::Standard, "Awale"), (Variant::Awari, "Awari")];

/// Tags that come first, each with the name under which a [`Record`] keeps it.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "Event"),
    ("Site", "Site"),
    ("Date", "Date"),
    ("Round", "Round"),
    ("South", "White"),
    ("North", "Black"),
];

/// Writes a record; an empty line ends it.
///
/// ```
/// use grenier_core::{Game, Position, Notation, awale::{Awale, ogn}, record::{Record, split}};
///
/// let mut record = Record::new(Game::new(Awale::start(Default::default())));
/// let mv = record.game().position().parse_move("F")?;
/// record.play(mv, "a start")?;
/// let text = ogn::write(&record);
/// assert!(text.starts_with("[Variant \"Awale\"]\n") && text.contains("1. F {a start} "));
/// let raw = split(&text).next().expect("one game")?;
/// assert_eq!(ogn::write(&ogn::read(&raw)?), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record<Awale>) -> String {
    let start = record.game().start();
    let variant = start.rules().variant;
    let name = VARIANTS.iter().find(|(known, _)| *known == variant).map_or("?", |(_, name)| name);
    let result = result_of(record);
    let mut text = tag_line("Variant", name);
    for (ogn, pgn) in ROSTER {
        text += &tag_line(ogn, record.tag(pgn).unwrap_or("?"));
    }
    text += &tag_line("Result", &result);
    if *start != Awale::start(start.rules()) {
        text += &tag_line("FEN", &start.fields());
    }
    for (name, value) in record.tags() {
        if !is_own_tag(name) && !ROSTER.iter().any(|(_, pgn)| pgn == name) {
            text += &tag_line(name, value);
        }
    }
    let moves = movetext(record, &result, |before, after, mv| match captured(before, after) {
        0 => mv.to_string(),
        seeds => format!("{mv}+{seeds}"),
    });
    format!("{text}\n{moves}\n")
}

/// A tag that is written from the game, or under another name.
fn is_own_tag(name: &str) -> bool {
    DERIVED_TAGS.contains(&name) || ["Variant", "South", "North"].contains(&name)
}

/// Seeds that the player to move in `before` has captured when `after` is reached.
fn captured(before: &Awale, after: &Awale) -> u8 {
    let mover = before.turn().index();
    after.stores()[mover] - before.stores()[mover]
}

/// The final score; of a game that was broken off the stores, if they show who is said to have won, or PGN's mark.
fn result_of(record: &Record<Awale>) -> String {
    let stores = record.game().position().stores();
    match record.game().result() {
        Some((outcome, _)) => score(&outcome),
        None if record.verdict() == Verdict::of(Outcome::by_stores(stores).winner) => written(stores),
        None => record.verdict().mark().to_owned(),
    }
}

fn score(outcome: &Outcome) -> String {
    match outcome.tally {
        Tally::Stores(stores) => written(stores),
        _ => Verdict::of(outcome.winner).mark().to_owned(),
    }
}

fn written([south, north]: [u8; 2]) -> String {
    format!("{south}-{north}")
}

/// Is this raw game in OGN, judging by its tags? A game in the PGN shape has the tag `Game`.
pub fn is_ogn(raw: &RawGame<'_>) -> bool {
    let has = |name| raw.raw_tag(name).is_some();
    !has("Game") && ["Variant", "South", "North"].into_iter().any(has)
}

/// Plays a raw game of Awalé in OGN.
///
/// # Errors
/// [`RecordError`] with line and column: an unknown variant, a bad position, an illegal move or a wrong number of
/// captured seeds (both named with the move's number), a result that contradicts the board or the tag `Result`.
pub fn read(raw: &RawGame<'_>) -> Result<Record<Awale>, RecordError> {
    let start = start::<Awale>(raw, rules(raw)?)?;
    let game = replay(raw, start, parse_move)?;
    check_result_tag(raw)?;
    let verdict = verdict(raw, &game)?;
    let has = |name| raw.raw_tag(name).is_some();
    let (has_south, has_north) = (has("South"), has("North"));
    Ok(assembled(raw, game, verdict, |name| match name {
        "South" => Some("White"),
        "North" => Some("Black"),
        "White" if has_south => None,
        "Black" if has_north => None,
        _ => (!is_own_tag(name)).then_some(name),
    }))
}

fn rules(raw: &RawGame<'_>) -> Result<AwaleRules, RecordError> {
    let Some(tag) = raw.raw_tag("Variant") else {
        return Ok(AwaleRules { variant: Variant::Abapa });
    };
    let value = tag.value();
    match VARIANTS.iter().find(|(_, name)| *name == value) {
        Some((variant, _)) => Ok(AwaleRules { variant: *variant }),
        None => {
            let names = VARIANTS.map(|(_, name)| name).join(", ");
            Err(tag.error(0, format!("{} is no variant that is known here: {names} are", clipped(&value))))
        }
    }
}

/// Reads `a` or `a+2`.
fn parse_move(position: &Awale, text: &str) -> Result<Pit, ParseError> {
    let (pit, count) = match text.split_once('+') {
        Some((pit, count)) => (pit, Some(count)),
        None => (text, None),
    };
    let mv = position.parse_move(pit)?;
    let Some(count) = count else {
        return Ok(mv);
    };
    let column = pit.chars().count() + 1;
    let stated = Token { text: count, column: column + 1 }.number("the capture", MOST_SEEDS as u32)?;
    let real = captured(position, &position.play_unchecked(mv));
    if stated == u32::from(real) {
        return Ok(mv);
    }
    Err(ParseError::new(column, format!("{mv} captures {real} seeds, not {stated}")))
}

fn verdict(raw: &RawGame<'_>, game: &Game<Awale>) -> Result<Verdict, RecordError> {
    let (at, text) = raw.result;
    if let Some((outcome, reason)) = game.result() {
        let real = score(&outcome);
        return if real == text {
            Ok(Verdict::of(outcome.winner))
        } else {
            Err(contradiction(at, text, &real, &outcome.described(Awale::PLAYERS, reason)))
        };
    }
    if let Some(verdict) = Verdict::from_mark(text) {
        return Ok(verdict);
    }
    let stores = game.position().stores();
    match read_score(text) {
        Some(score) if score[0] >= stores[0] && score[1] >= stores[1] => {
            Ok(Verdict::of(Outcome::by_stores(score).winner))
        }
        Some(_) => {
            let reason =
                format!("the result {text} takes captured seeds away: the stores are {}", written(stores));
            Err(RecordError::new(at, reason))
        }
        None => {
            let reason =
                format!("{} is no result: a score of at most {MOST_SEEDS} seeds or * is", clipped(text));
            Err(RecordError::new(at, reason))
        }
    }
}

/// Reads `26-22`.
fn read_score(text: &str) -> Option<[u8; 2]> {
    let (south, north) = text.split_once('-')?;
    let score: [u8; 2] = [south.parse().ok()?, north.parse().ok()?];
    let total = usize::from(score[0]) + usize::from(score[1]);
    (total <= MOST_SEEDS).then_some(score)
}
