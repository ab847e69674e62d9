//! The second step of reading: a raw game played on its board.

use super::lexer::RawTag;
use super::write::{Numbers, has_own_place};
use super::{DERIVED_TAGS, RawGame, Record, RecordError, Spot, Verdict};
use crate::notation::clipped;
use crate::{Game, Notation, ParseError, Player, PresetError, Rules};

impl<P: Notation> Record<P> {
    /// Plays a raw game of this type.
    ///
    /// A missing tag `Game` is taken for this game, a missing `Preset` for the default rules.
    ///
    /// # Errors
    /// [`RecordError`] with line and column: another game, an unknown preset, a bad position, an illegal move (named
    /// with its number), a result that contradicts the board or the tag `Result`.
    pub fn read(raw: &RawGame<'_>) -> Result<Record<P>, RecordError> {
        let start = start::<P>(raw, rules::<P>(raw)?)?;
        let game = replay(raw, start, |position, text| position.parse_move(text))?;
        let verdict = Verdict::from_mark(raw.result.1).ok_or_else(|| unknown_result(raw.result))?;
        check_result_tag(raw)?;
        check_board(&game, verdict, raw.result.0)?;
        Ok(assembled(raw, game, verdict, |name| (!DERIVED_TAGS.contains(&name)).then_some(name)))
    }
}

/// The record of a raw game that has been played. `kept` says under which name a tag is kept, if at all; of the usual
/// tags the marks of an unknown value are not kept.
pub(crate) fn assembled<P: Notation>(
    raw: &RawGame<'_>,
    game: Game<P>,
    verdict: Verdict,
    kept: impl for<'a> Fn(&'a str) -> Option<&'a str>,
) -> Record<P> {
    let known = |tag: &RawTag<'_>| {
        let (name, value) = (kept(tag.name)?, tag.value());
        let is_unknown = has_own_place(name) && ["?", "????.??.??"].contains(&value.as_str());
        (!is_unknown).then(|| (name.to_owned(), value))
    };
    let tags = raw.tags.iter().filter_map(known).collect();
    Record { tags, game, comments: raw.comments.clone(), closing: raw.closing.clone(), verdict }
}

/// The rules that the tags name.
fn rules<P: Notation>(raw: &RawGame<'_>) -> Result<P::Rules, RecordError> {
    if let Some(tag) = raw.raw_tag("Game") {
        let game = tag.value();
        if game != P::NAME {
            return Err(tag.error(0, format!("the game is {}, not \"{}\"", clipped(&game), P::NAME)));
        }
    }
    let Some(tag) = raw.raw_tag("Preset") else {
        return if P::BOARD.is_empty() { Ok(P::Rules::default()) } else { Err(wrong_board::<P>(raw.at)) };
    };
    preset_rules::<P>(tag)
}

fn preset_rules<P: Notation>(tag: &RawTag<'_>) -> Result<P::Rules, RecordError> {
    let value = tag.value();
    let mut rules = P::Rules::default();
    let mut has_board = P::BOARD.is_empty();
    let mut index = 0;
    for word in value.split('+').filter(|_| !value.is_empty()) {
        if !has_board && word == P::BOARD {
            has_board = true;
        } else {
            rules = rules.with(word).map_err(|error| tag.error(index, preset_reason::<P>(word, error)))?;
        }
        index += word.chars().count() + 1;
    }
    if has_board { Ok(rules) } else { Err(wrong_board::<P>(tag.spot(0))) }
}

fn wrong_board<P: Notation>(at: Spot) -> RecordError {
    RecordError::new(at, format!("the tag Preset does not name this board: \"{}\" belongs there", P::BOARD))
}

fn preset_reason<P: Notation>(word: &str, error: PresetError) -> String {
    let word = clipped(word);
    match error {
        PresetError::Unknown([]) => format!("{word} is no preset: {} has none", P::NAME),
        PresetError::Unknown(known) => {
            format!("{word} is no preset of {}: {} are", P::NAME, known.join(", "))
        }
        PresetError::Conflict(other) => format!("{word} contradicts \"{other}\""),
    }
}

/// The position in which the game begins: the tag `FEN`, with or without the game's name, or the usual start.
pub(crate) fn start<P: Notation>(raw: &RawGame<'_>, rules: P::Rules) -> Result<P, RecordError> {
    let set_up = raw.raw_tag("SetUp").filter(|tag| tag.value() == "1");
    let not_set_up = raw.raw_tag("SetUp").filter(|tag| tag.value() == "0");
    match (raw.raw_tag("FEN"), set_up, not_set_up) {
        (Some(_), _, Some(tag)) => Err(tag.error(0, "the tag SetUp says 0, but there is a tag FEN")),
        (None, Some(tag), _) => Err(tag.error(0, "the tag SetUp says 1, but there is no tag FEN")),
        (None, ..) => Ok(P::start(rules)),
        (Some(fen), ..) => {
            let value = fen.value();
            let named = format!("{} ", P::variant(rules));
            let fields = value.strip_prefix(&named).unwrap_or(&value);
            let skipped = value.chars().count() - fields.chars().count();
            P::parse_fields(rules, fields)
                .map_err(|error| fen.error(skipped + error.column - 1, format!("tag FEN: {}", error.reason)))
        }
    }
}

/// Plays the moves of `raw`. `parse` reads one from its text, in the position before it.
pub(crate) fn replay<P: Notation>(
    raw: &RawGame<'_>,
    start: P,
    mut parse: impl FnMut(&P, &str) -> Result<P::Move, ParseError>,
) -> Result<Game<P>, RecordError> {
    let mut game = Game::new(start);
    let mut numbers = Numbers::default();
    for &(at, text) in &raw.moves {
        let number = numbers.next(game.position().turn());
        let played = parse(game.position(), text)
            .and_then(|mv| game.play(mv).map_err(|_| ParseError::new(1, "the move is not legal here")));
        if let Err(mut error) = played {
            if let Some((outcome, reason)) = game.result() {
                let over = outcome.described(P::PLAYERS, reason);
                error = ParseError::new(1, format!("the game is over already ({over})"));
            }
            error.reason = format!("move {number} {}: {}", clipped(text), error.reason);
            return Err(RecordError::inside(at, error));
        }
    }
    Ok(game)
}

/// The tag `Result` and the result at the end must agree.
pub(crate) fn check_result_tag(raw: &RawGame<'_>) -> Result<(), RecordError> {
    let Some(tag) = raw.raw_tag("Result") else {
        return Ok(());
    };
    let (stated, (_, written)) = (tag.value(), raw.result);
    if stated == written {
        return Ok(());
    }
    Err(tag.error(
        0,
        format!("the tag Result says {}, but the game ends with {}", clipped(&stated), clipped(written)),
    ))
}

/// A finished game must have the result that its board shows.
fn check_board<P: Notation>(game: &Game<P>, verdict: Verdict, at: Spot) -> Result<(), RecordError> {
    match game.result() {
        Some((outcome, reason)) if Verdict::of(outcome.winner) != verdict => {
            let real = Verdict::of(outcome.winner).mark();
            Err(contradiction(at, verdict.mark(), real, &outcome.described(P::PLAYERS, reason)))
        }
        _ => Ok(()),
    }
}

/// The error of a result that is not the board's.
pub(crate) fn contradiction(at: Spot, stated: &str, real: &str, described: &str) -> RecordError {
    RecordError::new(
        at,
        format!("the result \"{stated}\" contradicts the board: it is \"{real}\" ({described})"),
    )
}

fn unknown_result((at, text): (Spot, &str)) -> RecordError {
    let marks = [Verdict::Won(Player::First), Verdict::Won(Player::Second), Verdict::Draw].map(Verdict::mark);
    RecordError::new(at, format!("{} is no result: {} or * is", clipped(text), marks.join(", ")))
}
