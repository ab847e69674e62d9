//! One position with what became of it, as a line of text.
//!
//! ```text
//! awale 4-4-0-5-5-5-5-4-4-4-4-4-0-0-N; [0.5]; -0.34; margin +0
//! kpe 0-0-1-0-0-0-3-0-24-20-S -; [1.0]; +6.00; margin +6; exact
//! mraha 1o1ox/1xo2/oo2x/1xoxx/ox1oo x 0,0 2; [0.0]; 0.264
//! ```
//!
//! Everything is seen from the first player. `[1.0]`, `[0.5]`, `[0.0]` is the result of the game; then comes the value
//! that a search found: seeds of final difference in the mancalas, the expected result in the capture games. `margin` is
//! the final difference in seeds, and `exact` says that the value is from tables.

use grenier_core::notation::{Token, clipped};
use grenier_core::{Outcome, ParseError, Player};
use grenier_engine::{Evaluator, Playable, PositionText, Unit, Variant};
use grenier_search::eval::Evaluated;

/// Seeds of a whole game: no value or margin is greater.
const MOST_SEEDS: f64 = 48.0;

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Result {
    /// The first player.
    First,
    /// Nobody.
    Draw,
    /// The second player.
    Second,
}

impl Result {
    /// The result of a game that ended so.
    pub fn of(outcome: &Outcome) -> Result {
        match outcome.winner {
            Some(Player::First) => Result::First,
            Some(Player::Second) => Result::Second,
            None => Result::Draw,
        }
    }

    /// The result that a margin of the first player means.
    pub fn of_margin(margin: i32) -> Result {
        match margin {
            1.. => Result::First,
            0 => Result::Draw,
            _ => Result::Second,
        }
    }

    /// Points of the first player.
    pub fn points(self) -> f64 {
        match self {
            Result::First => 1.0,
            Result::Draw => 0.5,
            Result::Second => 0.0,
        }
    }

    fn parse(text: &str) -> Option<Result> {
        let points: f64 = text.parse().ok()?;
        [Result::First, Result::Draw, Result::Second].into_iter().find(|result| result.points() == points)
    }
}

/// A position with what became of it, seen from the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<P> {
    /// The position; it is not over.
    pub position: P,
    /// Who won the game.
    pub result: Result,
    /// What a search said: seeds of final difference, or the expected result from 0 to 1.
    pub eval: f64,
    /// The final difference in seeds, in games that count them.
    pub margin: Option<i32>,
    /// Is `eval` exact?
    pub exact: bool,
}

/// What the values of the game `P` are.
pub fn unit<P: Evaluated>() -> Unit {
    P::Evaluator::default().unit()
}

impl<P: Playable> Sample<P> {
    /// The sample as a line, without its end.
    pub fn line(&self) -> String {
        let points = self.result.points();
        let eval = match unit::<P>() {
            Unit::Seeds => format!("{:+.2}", self.eval),
            Unit::Expectation => format!("{:.3}", self.eval),
        };
        let margin = self.margin.map(|margin| format!("; margin {margin:+}")).unwrap_or_default();
        let exact = if self.exact { "; exact" } else { "" };
        format!("{}; [{points:.1}]; {eval}{margin}{exact}", self.position.text())
    }

    /// Reads a line of `variant`, whose rules are `rules`.
    ///
    /// # Errors
    /// [`ParseError`] with the column of what is wrong.
    pub fn parse(
        line: &str,
        variant: &Variant,
        rules: P::Rules,
    ) -> std::result::Result<Sample<P>, ParseError> {
        let mut parts = Token { text: line, column: 1 }.split(';').map(trimmed);
        let missing = |what: &str| {
            ParseError::new(line.chars().count() + 1, format!("{what} is missing: POSITION; [RESULT]; EVAL"))
        };
        let position = position(parts.next().ok_or_else(|| missing("the position"))?, variant, rules)?;
        let token = parts.next().ok_or_else(|| missing("the result"))?;
        let result = token.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let result = result.and_then(|result| Result::parse(result.trim())).ok_or_else(|| {
            token.error(format!("{} is no result: [1.0], [0.5] or [0.0]", clipped(token.text)))
        })?;
        let token = parts.next().ok_or_else(|| missing("the value"))?;
        let (least, most) = match unit::<P>() {
            Unit::Seeds => (-MOST_SEEDS, MOST_SEEDS),
            Unit::Expectation => (0.0, 1.0),
        };
        let eval = token.text.parse().ok().filter(|eval| (least..=most).contains(eval));
        let eval = eval.ok_or_else(|| {
            token.error(format!("{} is no value from {least} to {most}", clipped(token.text)))
        })?;
        let mut sample = Sample { position, result, eval, margin: None, exact: false };
        parts.try_for_each(|token| sample.add(token))?;
        Ok(sample)
    }

    /// Adds what stands behind the value.
    fn add(&mut self, token: Token<'_>) -> std::result::Result<(), ParseError> {
        if token.text == "exact" {
            self.exact = true;
            return Ok(());
        }
        if let Some(number) = token.text.strip_prefix("margin ").filter(|_| unit::<P>() == Unit::Seeds) {
            let margin: Option<i32> = number.trim().parse().ok();
            let margin = margin.filter(|margin| f64::from(*margin).abs() <= MOST_SEEDS);
            let margin = margin.filter(|&margin| Result::of_margin(margin) == self.result);
            self.margin = Some(margin.ok_or_else(|| {
                token.error(format!("{} is no margin of such a game", clipped(number.trim())))
            })?);
            return Ok(());
        }
        // What later versions may add is passed over.
        Ok(())
    }

    /// The number by which near duplicates are told: equal for positions that symmetry or the exchange of players makes
    /// the same, whatever is in the stores.
    pub fn fingerprint(&self) -> u64 {
        (0..P::SYMMETRIES)
            .map(|symmetry| self.position.transformed(symmetry).future_key())
            .min()
            .expect("the identity is a symmetry")
    }
}

/// The token without the white space around it.
fn trimmed(token: Token<'_>) -> Token<'_> {
    let text = token.text.trim_start();
    let before = token.text.chars().count() - text.chars().count();
    Token { text: text.trim_end(), column: token.column + before }
}

fn position<P: Playable>(
    token: Token<'_>,
    variant: &Variant,
    rules: P::Rules,
) -> std::result::Result<P, ParseError> {
    let within = |error: ParseError| error.shifted(token.column - 1);
    let text = PositionText::split(token.text, Some(variant)).map_err(within)?;
    if text.variant != *variant {
        return Err(token.error(format!("this is {}, not {variant}", text.variant)));
    }
    let position: P = text.read(rules).map_err(within)?;
    if position.outcome().is_some() {
        return Err(token.error("the game is over here"));
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use grenier_core::kpe::Kpe;
    use grenier_core::mraha::Mraha;
    use grenier_core::{Position, Symmetric};

    use super::*;

    fn kpe(line: &str) -> std::result::Result<Sample<Kpe>, ParseError> {
        Sample::parse(line, &Variant::parse("kpe").unwrap(), Default::default())
    }

    fn mraha(line: &str) -> std::result::Result<Sample<Mraha>, ParseError> {
        Sample::parse(line, &Variant::parse("mraha").unwrap(), Default::default())
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        for line in [
            "kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]; -0.34; margin +0",
            "kpe 0-0-1-0-0-0-3-0-24-20-S -; [1.0]; +6.00; margin +6; exact",
            "kpe 0-0-1-0-0-0-3-0-20-24-N -; [0.0]; -2.00",
        ] {
            assert_eq!(kpe(line).unwrap().line(), line);
        }
        let line = "mraha 1o1ox/1xo2/oo2x/1xoxx/ox1oo x 0,0 2; [0.0]; 0.264";
        assert_eq!(mraha(line).unwrap().line(), line);
        let loose = kpe("6-6-6-6-6-6-6-6-0-0-S ABCDabcd ;[1] ; 0.5 ;later 3").unwrap();
        assert_eq!((loose.result, loose.eval, loose.margin), (Result::First, 0.5, None));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_column() {
        for (line, column, part) in [
            ("", 1, "position"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd", 35, "result"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]", 42, "value"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; 0.5; 1", 37, "[0.5]"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.7]; 1", 37, "0.7"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]; 49", 44, "-48 to 48"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]; nan", 44, "-48 to 48"),
            ("kpe 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]; 1; margin +2", 47, "margin"),
            ("kpe:own-row 6-6-6-6-6-6-6-6-0-0-S ABCDabcd; [0.5]; 1", 1, "kpe:own-row, not kpe"),
            ("kpe 0-0-0-0-0-0-3-0-24-21-S -; [1.0]; 1", 1, "over"),
            ("kpe 6-6-6-6-6-6-6-7-0-0-S ABCDabcd; [0.5]; 1", 5, ""),
        ] {
            let error = kpe(line).expect_err(line);
            assert!(error.reason.contains(part), "{line}: {error}");
            assert!(part.is_empty() || error.column == column, "{line}: {error}");
        }
        assert!(mraha("mraha startpos; [0.5]; 1.5").is_err());
    }

    #[test]
    fn near_duplicates_have_one_fingerprint() {
        let of = |line| kpe(line).unwrap().fingerprint();
        let south = of("kpe 0-0-1-0-0-0-3-0-24-20-S -; [1.0]; 1");
        assert_eq!(south, of("kpe 0-0-3-0-0-0-1-0-20-24-N -; [1.0]; 1"));
        assert_eq!(south, of("kpe 0-0-1-0-0-0-3-0-20-24-S -; [0.0]; 1"));
        assert_ne!(south, of("kpe 0-0-2-0-0-0-3-0-20-23-S -; [0.0]; -1"));
        let sample = mraha("mraha 1o1ox/1xo2/oo2x/1xoxx/ox1oo x 0,0 2; [0.0]; 0.264").unwrap();
        for symmetry in 0..Mraha::SYMMETRIES {
            let seen = Sample { position: sample.position.transformed(symmetry), ..sample };
            assert_eq!(seen.fingerprint(), sample.fingerprint());
            assert_eq!(seen.position.turn(), sample.position.turn());
        }
    }
}
