//! Positions that tables cover, answered as a search would.

use std::sync::atomic::Ordering;
use std::time::Instant;

use grenier_core::Game;
use grenier_search::eval::WIN;
use grenier_search::{Evaluator, Line, Report, Request, Stop, UNIT, Unit};
use grenier_solver::Rated;

use super::{Knowledge, TablesError};
use crate::Playable;

/// Plies of best play that are shown.
const LINE: usize = 16;

/// What tables say of a position.
pub(crate) enum Answer<M> {
    /// Everything that a search would report.
    Whole(Report<M>),
    /// History stands against the values: a search decides, among these moves, which keep the value.
    Among(Vec<M>),
    /// Nothing.
    Nothing,
}

/// What the tables say of the game's current position, as a search that judges by `evaluator` would report it. They say nothing
/// if they do not cover it, or if its quiet plies may keep their values from being reached.
///
/// A player who is better off than in endless play makes for the next capture whatever history is; but if a position has
/// occurred twice, his enemy could end the game by it, so that nothing is proven then. To a player who is not better off
/// such a history may give a repetition, which a search may find; but only among moves that keep the value, because a short
/// search knows less than the tables.
///
/// # Errors
/// [`TablesError`] if a table is damaged.
pub(crate) fn answer<P: Playable>(
    tables: &dyn Knowledge<P>,
    evaluator: &P::Evaluator,
    game: &Game<P>,
    request: &Request<'_, P::Move>,
) -> Result<Answer<P::Move>, TablesError> {
    let begun = Instant::now();
    if game.result().is_some() {
        return Ok(Answer::Nothing);
    }
    let is_worn = has_repeated(game);
    let position = game.position();
    let Some(mut moves) = tables.moves(position)? else { return Ok(Answer::Nothing) };
    let looked_up = moves.len() as u64 + 1;
    if !request.moves.is_empty() {
        moves.retain(|rated| request.moves.contains(&rated.mv));
    }
    let level = endless(position);
    let wanted = request.multipv.clamp(1, moves.len().max(1));
    if is_worn {
        let keeping = keeping(game, &moves, level);
        moves.retain(|rated| rated.value > level && !ends_by_repetition(game, rated.mv));
        if moves.len() < wanted {
            return Ok(if wanted == 1 { Answer::Among(keeping) } else { Answer::Nothing });
        }
    }
    // What cannot be reached in time becomes the value of endless play at most, no better than what is shown before it.
    let counted = if moves[wanted - 1].value >= level { wanted } else { moves.len() };
    if !moves[..counted].iter().all(|rated| fits_quiet_limit(position, rated.distance)) {
        return Ok(Answer::Nothing);
    }
    moves.truncate(wanted);
    let is_late = || {
        request.limits.time.is_some_and(|time| begun.elapsed() >= time)
            || request.stop.load(Ordering::Relaxed)
    };
    let shown = |rated| line(tables, evaluator, position, rated, !is_worn, &is_late);
    let lines = moves.iter().map(shown).collect::<Result<Vec<_>, _>>()?;
    Ok(Answer::Whole(Report {
        depth: lines[0].pv.len() as u32,
        seldepth: lines.iter().map(|line| line.pv.len() as u32).max().unwrap_or_default(),
        nodes: looked_up,
        oracle_hits: looked_up,
        time: begun.elapsed(),
        proven: !is_worn,
        stopped_by: if is_worn { Stop::Exhausted } else { Stop::Proven },
        lines,
        ..Report::default()
    }))
}

/// Can a value that is so many plies away be reached before the quiet limit ends the game? That of endless play always is.
pub fn fits_quiet_limit<P: Playable>(position: &P, distance: Option<u32>) -> bool {
    P::QUIET_LIMIT.is_none_or(|limit| position.quiet_plies() + distance.unwrap_or(0) <= limit)
}

/// Did a position occur twice since the last irreversible move? Then one more occurrence may end the game too early.
pub(crate) fn has_repeated<P: Playable>(game: &Game<P>) -> bool {
    let recent = game.recent();
    recent
        .iter()
        .enumerate()
        .any(|(at, position)| recent[..at].iter().any(|earlier| position.repeats(earlier)))
}

/// The moves that are worth most, where one that ends the game by repetition is worth endless play.
fn keeping<P: Playable>(game: &Game<P>, moves: &[Rated<P::Move>], level: i32) -> Vec<P::Move> {
    let worth = |rated: &Rated<P::Move>| match ends_by_repetition(game, rated.mv) {
        true => level,
        false => rated.value,
    };
    let most = moves.iter().map(worth).max();
    moves.iter().filter(|rated| Some(worth(rated)) == most).map(|rated| rated.mv).collect()
}

/// Would the move bring a position back for the last time?
fn ends_by_repetition<P: Playable>(game: &Game<P>, mv: P::Move) -> bool {
    let child = game.position().play_unchecked(mv);
    let before = game.recent().iter().filter(|earlier| child.repeats(earlier)).count();
    before + 1 >= child.repetition_limit()
}

/// What endless play is worth to the player to move, as tables count: nothing where seeds count, for it takes none.
pub fn endless<P: Playable>(position: &P) -> i32 {
    match P::Evaluator::default().unit() {
        Unit::Seeds => 0,
        Unit::Expectation => position.endless().worth_to(position.turn()),
    }
}

/// A move with best play behind it, as much as is found before it is late: every ply may take a search for progress.
fn line<P: Playable>(
    tables: &dyn Knowledge<P>,
    evaluator: &P::Evaluator,
    position: &P,
    rated: &Rated<P::Move>,
    proven: bool,
    is_late: &dyn Fn() -> bool,
) -> Result<Line<P::Move>, TablesError> {
    let score = score::<P>(rated.value) + evaluator.banked(position);
    let mut pv = vec![rated.mv];
    let mut seen = vec![position.play_unchecked(rated.mv)];
    while pv.len() < LINE && !is_late() {
        let here = seen[seen.len() - 1];
        let Some(&mv) = tables.line(&here, 1)?.first() else { break };
        let next = here.play_unchecked(mv);
        if seen.iter().any(|earlier| next.repeats(earlier)) {
            break;
        }
        pv.push(mv);
        seen.push(next);
    }
    Ok(Line { mv: rated.mv, score, expected: evaluator.expected(score), proven, pv, visits: None })
}

/// A future value of tables on the scale of the search.
pub fn score<P: Playable>(future: i32) -> i32 {
    match P::Evaluator::default().unit() {
        Unit::Seeds => future * UNIT,
        Unit::Expectation => future * WIN,
    }
}
