//! Where one who answers for games of any type keeps a session between answers.

use std::any::Any;

use crate::tables::Source;
use crate::{Playable, Session, Settings, SetupError, WeightsChoice};

/// A place for one [`Session`], of whichever game was last asked about.
pub struct Desk {
    /// Megabytes of a session.
    pub(crate) hash: usize,
    /// Where exact values come from.
    pub(crate) tables: Source,
    /// What positions are judged by.
    pub(crate) weights: WeightsChoice,
    kept: Option<Kept>,
}

struct Kept {
    settings: Settings,
    /// A [`Session`] of some game.
    session: Box<dyn Any + Send>,
}

impl Desk {
    /// A desk whose sessions have so many megabytes, exact values from this source, and these weights.
    pub fn new(hash: usize, tables: Source, weights: WeightsChoice) -> Desk {
        Desk { hash, tables, weights, kept: None }
    }

    /// Throws away what was learnt.
    pub fn clear(&mut self) {
        self.kept = None;
    }

    /// What positions are judged by.
    pub fn weights(&self) -> &WeightsChoice {
        &self.weights
    }

    /// Where exact values come from.
    pub fn tables(&self) -> &Source {
        &self.tables
    }

    /// The settings of a session here, with the game's own search.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            hash: self.hash,
            tables: self.tables.clone(),
            weights: self.weights.clone(),
            ..Settings::default()
        }
    }

    /// The session for these settings: the last one, or a new one.
    pub(crate) fn session<P: Playable>(&mut self, settings: Settings) -> Result<&mut Session<P>, SetupError> {
        let fits = |kept: &Kept| kept.settings == settings && kept.session.is::<Session<P>>();
        if !self.kept.as_ref().is_some_and(fits) {
            // The old memory goes before the new one comes.
            self.kept = None;
            let session = Box::new(Session::<P>::new(&settings)?);
            self.kept = Some(Kept { settings, session });
        }
        let kept = self.kept.as_mut().and_then(|kept| kept.session.downcast_mut());
        Ok(kept.expect("a session of this game was there, or has been put there"))
    }
}
