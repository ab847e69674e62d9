//! Exact values as front ends show them.

use grenier_core::Game;

use super::{Knowledge, TablesError, endless, fits_quiet_limit, has_repeated, score};
use crate::Playable;
use crate::json::{Probed, ProbedMove, SCHEMA, ScoreValue};
use crate::solve::shown;

/// What the tables know of the current position of `game` and of every legal move there; `None` if they do not cover it, or
/// if what they do not count may keep its values from being reached: quiet plies, or a position that has occurred twice.
///
/// # Errors
/// [`TablesError`] if a table is damaged.
pub fn probe<P: Playable>(tables: &dyn Knowledge<P>, game: &Game<P>) -> Result<Option<Probed>, TablesError> {
    let position = game.position();
    if has_repeated(game) {
        return Ok(None);
    }
    let (Some(value), Some(moves)) = (tables.value(position)?, tables.moves(position)?) else {
        return Ok(None);
    };
    let mut distances = moves.iter().map(|rated| rated.distance).chain([value.distance.map(u32::from)]);
    if !distances.all(|distance| fits_quiet_limit(position, distance)) {
        return Ok(None);
    }
    let shown = |future| shown::<P>(score::<P>(future));
    let is_in_seeds = matches!(shown(0), ScoreValue::Whole(_));
    let level = endless(position);
    let is_endless = i32::from(value.future) == level;
    Ok(Some(Probed {
        schema: SCHEMA,
        position: position.text(),
        value: shown(value.future.into()),
        unit: if is_in_seeds { "seeds" } else { "result" },
        endless: is_endless && position.outcome().is_none(),
        plies: moves.first().and_then(|best| best.distance).filter(|_| !is_endless),
        moves: moves
            .iter()
            .map(|rated| ProbedMove {
                mv: rated.mv.to_string(),
                value: shown(rated.value),
                plies: rated.distance.filter(|_| rated.value != level),
            })
            .collect(),
    }))
}
