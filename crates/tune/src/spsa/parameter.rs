//! One parameter as OpenBench writes it: `name, int|float, value, min, max, C_end, R_end`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The fields of a line, for messages.
const FIELDS: &str = "name, int|float, value, min, max, C_end, R_end";

/// Values beyond this are nobody's parameters, and would be written with hundreds of digits.
const MOST: f64 = 1e12;

/// The least `C_end` and `R_end`: their products stay far from the end of what numbers can hold.
const LEAST: f64 = 1e-9;

/// Significant digits of a value as it is written for people.
const DIGITS: i32 = 6;

/// A parameter to be tuned.
///
/// ```
/// use grenier_tune::spsa::Parameter;
///
/// let parameter: Parameter = "param.exploration, float, 0.8, 0.1, 3, 0.1, 0.002".parse()?;
/// assert_eq!(parameter.word(1.25), "param.exploration=1.25");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The key of a player's word: `param.NAME`, `weight.NAME`, `option.NAME`.
    pub name: String,
    /// Is it a whole number?
    pub is_whole: bool,
    /// The value at the start.
    pub start: f64,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
    /// The perturbation in the last iteration.
    pub c_end: f64,
    /// The step in the last iteration, in perturbations for every point of the result.
    pub r_end: f64,
}

impl Parameter {
    /// The word of a player with exactly this value; values of whole numbers must be whole.
    pub fn word(&self, value: f64) -> String {
        format!("{}={value}", self.name)
    }

    /// The value as it is written for people and in new parameter files: the nearest whole number, or six significant
    /// digits.
    pub fn shown(&self, value: f64) -> f64 {
        let rounded = if self.is_whole { value.round() } else { significant(value) };
        // Six digits of a bound may lie beyond it. Nobody wants to read -0.
        rounded.clamp(self.least, self.most) + 0.0
    }

    /// The same parameter, starting from `value`.
    #[must_use]
    pub fn starting(&self, value: f64) -> Parameter {
        Parameter { start: self.shown(value), ..self.clone() }
    }

    fn check(&self) -> Result<(), String> {
        let Parameter { is_whole, start, least, most, c_end, r_end, .. } = *self;
        for (field, value) in [("value", start), ("min", least), ("max", most)] {
            if !(-MOST..=MOST).contains(&value) {
                return Err(format!("{field} is a number from -{MOST} to {MOST}"));
            }
            if is_whole && value.fract() != 0.0 {
                return Err(format!("{field} of an int is a whole number, not {value} (or float is wanted)"));
            }
        }
        if least >= most {
            return Err(format!("min must be below max, but they are {least} and {most}"));
        }
        if !(least..=most).contains(&start) {
            return Err(format!("value must be from min to max, {least} to {most}, not {start}"));
        }
        if !(LEAST..=most - least).contains(&c_end) {
            return Err(format!(
                "C_end must be above zero ({LEAST} at least) and at most max - min, {}",
                most - least
            ));
        }
        if !(LEAST..=MOST).contains(&r_end) {
            return Err(format!("R_end must be above zero: from {LEAST} to {MOST}"));
        }
        Ok(())
    }
}

/// The number rounded to some significant digits.
fn significant(value: f64) -> f64 {
    let digits = DIGITS as usize - 1;
    format!("{value:.digits$e}").parse().unwrap_or(value)
}

impl FromStr for Parameter {
    type Err = String;

    fn from_str(line: &str) -> Result<Parameter, String> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, kind, numbers @ ..] = fields.as_slice() else {
            return Err(format!("7 fields are wanted, not {}: {FIELDS}", fields.len()));
        };
        let [start, least, most, c_end, r_end] = *numbers else {
            return Err(format!("7 fields are wanted, not {}: {FIELDS}", fields.len()));
        };
        let is_key = name.split_once('.').is_some_and(|(kind, name)| !kind.is_empty() && !name.is_empty());
        if !is_key || name.contains(|c: char| c == '=' || c.is_control()) {
            let name = name.escape_debug();
            return Err(format!("\"{name}\" is no name: param.NAME, weight.NAME or option.NAME is wanted"));
        }
        let is_whole = match *kind {
            "int" => true,
            "float" => false,
            other => return Err(format!("int or float is wanted, not \"{}\"", other.escape_debug())),
        };
        let number = |field: &str, text: &str| {
            let number = text.parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| format!("{field} is a number, not \"{}\"", text.escape_debug()))
        };
        let parameter = Parameter {
            name: (*name).to_owned(),
            is_whole,
            start: number("value", start)?,
            least: number("min", least)?,
            most: number("max", most)?,
            c_end: number("C_end", c_end)?,
            r_end: number("R_end", r_end)?,
        };
        parameter.check()?;
        Ok(parameter)
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, is_whole, start, least, most, c_end, r_end } = self;
        let kind = if *is_whole { "int" } else { "float" };
        write!(f, "{name}, {kind}, {start}, {least}, {most}, {c_end}, {r_end}")
    }
}

impl Serialize for Parameter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Parameter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parameter, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        for line in
            ["param.reduction, int, 3, -1, 7, 0.5, 0.002", "weight.x y, float, 0.1, 0.05, 1.5, 0.02, 0.001"]
        {
            assert_eq!(line.parse::<Parameter>().unwrap().to_string(), line);
        }
        let tight: Parameter = " param.a,int,3 , 0,7,1e0,.002\r".parse().unwrap();
        assert_eq!(tight.to_string(), "param.a, int, 3, 0, 7, 1, 0.002");
    }

    #[test]
    fn wrong_lines_say_what_would_be_right() {
        for (line, part) in [
            ("param.a, int, 3, 0, 7, 1", "7 fields are wanted, not 6"),
            ("param.a, int, 3, 0, 7, 1, 1, 1", "not 8"),
            ("param.a", "not 1"),
            ("a, int, 3, 0, 7, 1, 1", "param.NAME"),
            ("param., int, 3, 0, 7, 1, 1", "param.NAME"),
            ("param.a=b, int, 3, 0, 7, 1, 1", "param.NAME"),
            ("param.\u{1b}a, int, 3, 0, 7, 1, 1", "\\u{1b}a"),
            ("param.a, real, 3, 0, 7, 1, 1", "int or float"),
            ("param.a, int, 3.5, 0, 7, 1, 1", "whole number, not 3.5"),
            ("param.a, int, 3, 0, 7.5, 1, 1", "max of an int"),
            ("param.a, float, NaN, 0, 7, 1, 1", "value is a number"),
            ("param.a, float, 3, -inf, 7, 1, 1", "min is a number"),
            ("param.a, float, 3, 0, x, 1, 1", "max is a number, not \"x\""),
            ("param.a, float, 3, 0, 1e300, 1, 1", "max is a number from"),
            ("param.a, float, 3, 7, 7, 1, 1", "min must be below max"),
            ("param.a, float, 8, 0, 7, 1, 1", "0 to 7, not 8"),
            ("param.a, float, 3, 0, 7, 0, 1", "C_end must be above zero"),
            ("param.a, float, 3, 0, 7, -1, 1", "C_end must be above zero"),
            ("param.a, float, 3, 0, 7, 7.1, 1", "at most max - min, 7"),
            ("param.a, float, 3, 0, 7, 1, 0", "R_end must be above zero"),
            ("param.a, float, 3, 0, 7, 1e-300, 1", "C_end must be above zero"),
        ] {
            let error = line.parse::<Parameter>().unwrap_err();
            assert!(error.contains(part) && !error.contains('\n'), "{line}: {error}");
        }
    }

    #[test]
    fn values_are_shown_short_and_inside_the_range() {
        let real: Parameter = "param.a, float, 0.1, 0.1, 0.12345678, 0.01, 1".parse().unwrap();
        assert_eq!(real.shown(0.111_111_111), 0.111_111);
        assert_eq!(real.shown(0.123_456_78), 0.123_456_78);
        let whole: Parameter = "param.a, int, 0, -5, 5, 1, 1".parse().unwrap();
        assert_eq!((whole.shown(2.4), whole.shown(2.6)), (2.0, 3.0));
        assert_eq!(whole.word(whole.shown(-0.3)), "param.a=0");
        assert_eq!(whole.starting(2.6).to_string(), "param.a, int, 3, -5, 5, 1, 1");
    }
}
