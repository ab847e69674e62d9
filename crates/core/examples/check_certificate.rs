//! Checks a certificate: a text that proves the value of a mancala position. It knows the rules, and nothing else.
//!
//! ```text
//! cargo run --release -p grenier-core --example check_certificate -- FILE
//! ```
//!
//! The first line, `certificate 1 VALUE POSITION`, says what is proven: the future of the side to move, that is what he
//! will take minus what the other will, if both play their best and endless play brings nobody anything. Every other
//! line is a claim, `BOUND LEVEL MOVE RANK FIELDS`: the future in this position is at least (`>=`) that level, as the
//! mover takes so much by beginning with that move; or at most (`<=`) that level, whatever he plays. What must hold:
//!
//! 1. The value stands under both bounds in claims about the position of the first line.
//! 2. With `g` for what a move brings the mover: `>= L` rests on `<= g - L` behind its move, `<= L` on `>= g - L`
//!    behind every move. Those are claims too, unless no more seeds are on the board anyway.
//! 3. Where the game is over, the result is what is claimed.
//! 4. A claim that endless play would break has a rank, and every claim of the same epoch on which it rests has a lower
//!    one. Moves that keep the epoch bring nobody anything. So a play that follows the claims is not endless, or endless
//!    play is good enough.
//!
//! Stores do not matter: positions are told apart by their exact `future_key`.

use std::collections::HashMap;
use std::process::ExitCode;

use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_core::mancala::Board;
use grenier_core::obridjie::Obridjie;
use grenier_core::{Notation, Outcome, Player, Rules, Tally};

/// A game of sowing.
trait Mancala: Notation {
    fn board(&self) -> &Board;
}

macro_rules! mancalas {
    ($($game:ty),*) => {
        $(impl Mancala for $game {
            fn board(&self) -> &Board {
                self.board()
            }
        })*
    };
}

mancalas!(Kpe, Awale, Obridjie);

/// On which side of a level the future is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Bound {
    AtLeast,
    AtMost,
}

impl Bound {
    fn holds(self, value: i32, level: i32) -> bool {
        match self {
            Bound::AtLeast => value >= level,
            Bound::AtMost => value <= level,
        }
    }

    fn other(self) -> Bound {
        if self == Bound::AtLeast { Bound::AtMost } else { Bound::AtLeast }
    }
}

/// What is claimed: about the position with this key, this bound, this level.
type Key = (u64, Bound, i32);

/// One line.
struct Claim<P: Notation> {
    line: usize,
    position: P,
    mv: Option<P::Move>,
    rank: Option<u32>,
}

/// How many claims prove which value of which position; or what is wrong.
pub fn check(text: &str) -> Result<String, String> {
    let first = text.lines().next().unwrap_or_default();
    let mut words = first.splitn(5, ' ');
    let (Some("certificate"), Some("1"), Some(value), Some(variant), Some(fields)) =
        (words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return Err("line 1: expected `certificate 1 VALUE POSITION`".to_owned());
    };
    let value = value.parse().map_err(|_| format!("line 1: the value is a number, not {value}"))?;
    let (game, preset) = variant.split_once(':').unwrap_or((variant, ""));
    match game {
        Kpe::NAME => check_game::<Kpe>(text, value, preset, fields),
        Awale::NAME => check_game::<Awale>(text, value, preset, fields),
        Obridjie::NAME => check_game::<Obridjie>(text, value, preset, fields),
        _ => Err(format!("line 1: {game} is no mancala; expected kpe, awale or obridjie")),
    }
}

fn check_game<P: Mancala>(text: &str, value: i32, preset: &str, fields: &str) -> Result<String, String> {
    let mut rules = P::Rules::default();
    for token in preset.split('+').filter(|token| !token.is_empty()) {
        rules = rules.with(token).map_err(|_| format!("line 1: {} has no preset {token}", P::NAME))?;
    }
    let root = P::parse_fields(rules, fields).map_err(|error| format!("line 1: {error}"))?;
    if !root.endless_is_uniform() || !P::KEY_IS_EXACT {
        return Err(format!("line 1: {} has no values that could be proven", P::variant(rules)));
    }
    let mut claims = HashMap::new();
    for (line, text) in text.lines().enumerate().skip(1) {
        let (key, claim) =
            parse::<P>(rules, line + 1, text).map_err(|error| format!("line {}: {error}", line + 1))?;
        claims.insert(key, claim);
    }
    for bound in [Bound::AtLeast, Bound::AtMost] {
        if !claims.contains_key(&(root.future_key(), bound, value)) {
            return Err(format!("the first position is not claimed to be {bound:?} {value}"));
        }
    }
    for (&(_, bound, level), claim) in &claims {
        check_claim(&claims, claim, bound, level)
            .map_err(|error| format!("line {}: {error}: {}", claim.line, claim.position.text()))?;
    }
    Ok(format!("{} claims prove that {} is worth {value}", claims.len(), root.text()))
}

fn parse<P: Mancala>(rules: P::Rules, line: usize, text: &str) -> Result<(Key, Claim<P>), String> {
    let mut words = text.splitn(5, ' ');
    let mut word = || words.next().ok_or("expected `BOUND LEVEL MOVE RANK FIELDS`");
    let bound = match word()? {
        ">=" => Bound::AtLeast,
        "<=" => Bound::AtMost,
        other => return Err(format!("a bound is >= or <=, not {other}")),
    };
    let level = word()?.parse().map_err(|_| "a level is a number")?;
    let (mv, rank, fields) = (word()?, word()?, word()?);
    let position = P::parse_fields(rules, fields).map_err(|error| error.to_string())?;
    let mv = match mv {
        "-" => None,
        mv => Some(position.parse_move(mv).map_err(|error| error.to_string())?),
    };
    let rank = match rank {
        "-" => None,
        rank => Some(rank.parse().map_err(|_| "a rank is a number")?),
    };
    Ok(((position.future_key(), bound, level), Claim { line, position, mv, rank }))
}

fn check_claim<P: Mancala>(
    claims: &HashMap<Key, Claim<P>>,
    claim: &Claim<P>,
    bound: Bound,
    level: i32,
) -> Result<(), String> {
    let position = &claim.position;
    let mover = position.turn();
    let before = ahead(position.endless(), mover);
    let needs_rank = !bound.holds(0, level);
    if needs_rank && claim.rank.is_none() {
        return Err("endless play breaks it, and it has no rank".to_owned());
    }
    if let Some(outcome) = position.outcome() {
        let value = ahead(outcome, mover) - before;
        return if bound.holds(value, level) {
            Ok(())
        } else {
            Err(format!("the game is over and worth {value}"))
        };
    }
    let mut moves = Vec::new();
    match (bound, claim.mv) {
        (Bound::AtLeast, Some(mv)) => moves.push(mv),
        (Bound::AtLeast, None) => return Err("no move is named".to_owned()),
        (Bound::AtMost, _) => position.legal_moves(&mut moves),
    }
    for mv in moves {
        let child = position.play(mv).map_err(|error| error.to_string())?;
        let gain = ahead(child.endless(), mover) - before;
        let (bound, level) = (bound.other(), gain - level);
        let seeds = i32::from(child.board().seeds());
        if bound.holds(if bound == Bound::AtLeast { -seeds } else { seeds }, level) {
            continue;
        }
        let Some(below) = claims.get(&(child.future_key(), bound, level)) else {
            return Err(format!("nothing is claimed about the position behind {mv}"));
        };
        let keeps_epoch = child.epoch() == position.epoch();
        if keeps_epoch && (gain != 0 || child.turn() == mover) {
            return Err(format!("{mv} brings something and keeps the epoch, or keeps the turn"));
        }
        if needs_rank && keeps_epoch && below.rank.is_none_or(|rank| Some(rank) >= claim.rank) {
            return Err(format!("the rank does not fall with {mv}"));
        }
    }
    Ok(())
}

/// What `player` is ahead by in such a result. Endless play shares what is on the board, so that for its result this is
/// the difference of the stores.
fn ahead(outcome: Outcome, player: Player) -> i32 {
    match outcome.tally {
        Tally::Stores(stores) => {
            i32::from(stores[player.index()]) - i32::from(stores[player.other().index()])
        }
        _ => unreachable!("mancalas count stores"),
    }
}

#[allow(dead_code)] // where the test includes this file
fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: check_certificate FILE");
        return ExitCode::from(2);
    };
    let result =
        std::fs::read_to_string(&path).map_err(|error| error.to_string()).and_then(|text| check(&text));
    match result {
        Ok(proven) => println!("{proven}"),
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
