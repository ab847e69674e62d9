//! Samples from game records.

use std::sync::atomic::{AtomicBool, Ordering};

use grenier_core::Game;
use grenier_core::record::Record;
use grenier_engine::{Limits, Playable, Report, Request, Session, Settings};

use super::gather::{Found, Source};
use super::play::{Ending, exact, is_quiet, seen_by_first};
use super::sample::Sample;

/// Finished games of one variant, each position of which is searched once.
#[derive(Clone, Debug)]
pub struct Records<P: Playable> {
    /// The games.
    pub records: Vec<Record<P>>,
    /// Nodes of the search for every position.
    pub nodes: u64,
    /// Plies at the beginning of each game that are passed over.
    pub skip: usize,
    /// The search. It has one thread.
    pub settings: Settings,
}

impl<P: Playable> Source<P> for Records<P> {
    type Worker = Session<P>;

    fn worker(&self) -> Result<Session<P>, String> {
        Session::new(&self.settings).map_err(|error| error.to_string())
    }

    fn jobs(&self) -> Option<u64> {
        Some(self.records.len() as u64)
    }

    /// Searches a game's positions. Games that were not played to their end, whose result is somebody's word, give none.
    fn job(
        &self,
        session: &mut Session<P>,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Found<P>>>, String> {
        let played = self.records[number as usize].game();
        let Some((outcome, _)) = played.result() else { return Ok(Some(Vec::new())) };
        let Ending { result, margin } = Ending::of(&outcome);
        session.forget();
        let mut game = Game::new(*played.start());
        let mut found = Vec::new();
        for (ply, &mv) in played.moves().iter().enumerate() {
            if ply >= self.skip {
                let position = *game.position();
                let request = Request::new(Limits::nodes(self.nodes)).stopped_by(stop).seed(number);
                let report = session.analyse(&game, &request, &mut |_: &Report<P::Move>| {});
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                if let Some(damage) = session.damage() {
                    return Err(format!("tables: {damage}"));
                }
                let line = &report.lines[0];
                let known = if line.proven { exact(&position, &self.settings)? } else { None };
                let eval = known.unwrap_or_else(|| seen_by_first(&position, line));
                let sample = Sample { position, result, eval, margin, exact: known.is_some() };
                found.push((sample, is_quiet(&position, line.mv)));
            }
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(Some(found))
    }
}
