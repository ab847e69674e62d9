//! The weights of a player of ours: named in its specification, read once before a match, so that all of its games are
//! played with the same ones, whatever becomes of a file meanwhile.

use grenier_engine::{Playable, WeightsChoice};

use crate::spec::{Kind, PlayerSpec};

impl PlayerSpec {
    /// Is it a player of ours that judges positions?
    pub(crate) fn judges(&self) -> bool {
        self.cmd.is_none() && self.engine != Some(Kind::Random)
    }

    /// Checks that weights are given to nobody who has no use for them.
    pub(crate) fn check_weights(&self) -> Result<(), String> {
        let given = self.weights.as_ref().map(|_| "weights=".to_owned());
        let changed = || self.changes.first().map(|(name, _)| format!("weight.{name}="));
        match given.or_else(changed) {
            Some(word) if !self.judges() => Err(format!(
                "{}: {word} is for players of ours that judge positions: own, ab, mcts and greedy",
                self.label()
            )),
            _ => Ok(()),
        }
    }

    /// The weights of our player: those that were read, or else those that its words name.
    ///
    /// # Errors
    /// One line if a file cannot be read.
    pub fn weights(&self) -> Result<WeightsChoice, String> {
        if let Some(read) = &self.read {
            return Ok(read.clone());
        }
        let set = self.weights.as_deref().map_or_else(|| Ok(WeightsChoice::default()), WeightsChoice::called);
        let set = set.map_err(|error| error.to_string())?;
        Ok(self.changes.iter().fold(set, |set, (name, weight)| set.changed(name, *weight)))
    }

    /// The same player with its weights read, which fit the game `P`.
    ///
    /// # Errors
    /// One line that names the player if a file cannot be read or does not fit, or a feature does not exist.
    pub fn with_weights_read<P: Playable>(mut self) -> Result<PlayerSpec, String> {
        if self.judges() {
            let wrong = |reason: String| format!("{}: weights: {reason}", self.label());
            let weights = self.weights().map_err(wrong)?;
            weights.evaluator::<P>().map_err(|error| wrong(error.to_string()))?;
            self.read = Some(weights);
        }
        Ok(self)
    }
}
