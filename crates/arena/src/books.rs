//! What has been played of a match, and what counts.

use std::collections::BTreeMap;
use std::time::Instant;

use grenier_engine::Playable;

use crate::journal::Journal;
use crate::played::{Pairing, Played};
use crate::records::{Records, time_controls};
use crate::runner::{Ending, Event, Match};
use crate::spec::PlayerSpec;
use crate::standing::Standing;
use crate::terms::Terms;

/// The games of a match that have been played.
pub struct Books<'a, P: Playable> {
    /// Finished games that wait for earlier ones.
    waiting: BTreeMap<usize, Played>,
    /// The games that count, in their order.
    pub games: Vec<Played>,
    /// What they add up to.
    pub standing: Standing,
    /// The files, if any are kept.
    kept: Option<Kept<'a, P>>,
    decided: bool,
}

/// The files of a match.
struct Kept<'a, P: Playable> {
    journal: &'a mut Journal,
    records: Records<P>,
}

impl<'a, P: Playable> Books<'a, P> {
    /// The books of a match with its files; the games `before` are in the journal already.
    ///
    /// # Errors
    /// One line if the records cannot be written.
    pub fn open(
        of: &Match<'_, P>,
        journal: &'a mut Journal,
        before: Vec<Played>,
    ) -> Result<Books<'a, P>, String> {
        let mut books = Books::unkept(of)?;
        books.waiting = before.into_iter().map(|played| (played.pairing.number, played)).collect();
        let records = Records::create(journal, &of.config.event)?;
        books.kept = Some(Kept { journal, records });
        Ok(books)
    }

    /// The books of a match that keeps no files.
    ///
    /// # Errors
    /// One line if the sequential test makes no sense.
    pub fn unkept(of: &Match<'_, P>) -> Result<Books<'a, P>, String> {
        let names = of.players.iter().map(PlayerSpec::label).collect();
        let test = of.config.sprt.map(|rule| rule.test()).transpose()?;
        Ok(Books {
            waiting: BTreeMap::new(),
            games: Vec::new(),
            standing: Standing::new(names, test, Instant::now()),
            kept: None,
            decided: false,
        })
    }

    /// Is this game finished?
    pub fn has(&self, number: usize) -> bool {
        number <= self.games.len() || self.waiting.contains_key(&number)
    }

    /// Adds a finished game.
    pub fn add(&mut self, played: Played) {
        self.waiting.insert(played.pairing.number, played);
    }

    /// Writes a finished game to the journal, if there is one.
    ///
    /// # Errors
    /// One line if it cannot be written.
    pub fn keep(&mut self, played: &Played) -> Result<(), String> {
        self.kept.as_mut().map_or(Ok(()), |kept| kept.journal.append(played))
    }

    /// Sends what was written to the disk.
    ///
    /// # Errors
    /// One line if that fails.
    pub fn sync(&mut self) -> Result<(), String> {
        self.kept.as_mut().map_or(Ok(()), |kept| kept.journal.sync())
    }

    /// Are the games that were played before those of this match?
    ///
    /// # Errors
    /// One line that says what differs.
    pub fn check(&self, batch: &[Pairing], of: &Match<'_, P>) -> Result<(), String> {
        for pairing in batch {
            let Some(played) = self.waiting.get(&pairing.number) else { continue };
            let names = pairing.players.map(|number| of.players[number].label());
            let wanted = Terms::new(of.config, pairing.players.map(|number| &of.players[number]));
            let difference =
                || played.terms.as_ref().and_then(|terms| terms.difference(&wanted, &played.names));
            let wrong = if played.pairing != *pairing {
                "is not of this match".to_owned()
            } else if played.names != names {
                "was played by others".to_owned()
            } else if played.start != of.openings[pairing.opening].text() {
                "has another opening".to_owned()
            } else if let Some(difference) = difference() {
                difference
            } else {
                continue;
            };
            let number = pairing.number;
            return Err(format!("game {number} of the journal {wrong}: was the configuration changed?"));
        }
        Ok(())
    }

    /// Counts the games whose turn it is, and writes their records; gives the ending if the match is decided.
    ///
    /// # Errors
    /// One line if the records cannot be written.
    pub fn settle(
        &mut self,
        of: &Match<'_, P>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Ending>, String> {
        while !self.decided {
            let Some(played) = self.waiting.remove(&(self.games.len() + 1)) else { return Ok(None) };
            self.standing.count(&played);
            let [first, second] = played.pairing.players.map(|number| &of.players[number]);
            let start = of.openings[played.pairing.opening];
            if let Some(kept) = &mut self.kept {
                kept.records.append(&played, start, &time_controls(first, second))?;
            }
            self.decided = self.standing.is_decided();
            self.games.push(played);
            if let Some(played) = self.games.last() {
                tell(Event::Game(played, &self.standing));
            }
        }
        Ok(Some(Ending::Decided))
    }
}
