//! The fields of a JSON object, taken out one by one: what is left at the end is unknown.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::{Map, Value};

/// Seconds that nobody waits for, far from the end of what clocks can hold.
const MOST_SECONDS: f64 = 1e9;

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The field's name.
    pub field: &'static str,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl Wrong {
    /// A reason against a field.
    pub fn new(field: &'static str, reason: impl fmt::Display) -> Wrong {
        Wrong { field, reason: reason.to_string() }
    }
}

/// An object whose fields have not all been read.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// All fields of an object.
    pub fn new(object: Map<String, Value>) -> Fields {
        Fields(object)
    }

    /// The names of the fields that nobody has taken.
    pub fn rest(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Takes a field, if it is there and not null; `read` gives nothing for a value that is not as `wanted`.
    pub fn take<T>(
        &mut self,
        field: &'static str,
        wanted: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Wrong> {
        match self.0.remove(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let wrong = || Wrong::new(field, format!("{wanted} is wanted, not {}", shown(&value)));
                read(&value).map(Some).ok_or_else(wrong)
            }
        }
    }

    /// Text.
    pub fn text(&mut self, field: &'static str) -> Result<Option<String>, Wrong> {
        self.take(field, "text", |value| value.as_str().map(str::to_owned))
    }

    /// A list of texts.
    pub fn texts(&mut self, field: &'static str) -> Result<Option<Vec<String>>, Wrong> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        self.take(field, "a list of texts", |value| value.as_array()?.iter().map(text).collect())
    }

    /// A whole number of this range.
    pub fn whole(&mut self, field: &'static str, range: RangeInclusive<u64>) -> Result<Option<u64>, Wrong> {
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        self.take(field, &wanted, |value| value.as_u64().filter(|number| range.contains(number)))
    }

    /// A list of whole numbers up to `most`.
    pub fn wholes(&mut self, field: &'static str, most: usize) -> Result<Option<Vec<usize>>, Wrong> {
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok().filter(|&number| number <= most);
        let wanted = format!("a list of whole numbers from 0 to {most}");
        self.take(field, &wanted, |value| value.as_array()?.iter().map(number).collect())
    }

    /// A number of seconds above zero.
    pub fn seconds(&mut self, field: &'static str) -> Result<Option<Duration>, Wrong> {
        let wanted = format!("a number of seconds above 0 and up to {MOST_SECONDS}");
        self.take(field, &wanted, |value| {
            let seconds = value.as_f64().filter(|&seconds| seconds > 0.0 && seconds <= MOST_SECONDS)?;
            Duration::try_from_secs_f64(seconds).ok()
        })
    }
}

/// A value as JSON writes it, so that text and numbers look different; cut where it gets long.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 24;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_where_text_is_wanted_is_not_shown_as_text() {
        let reason = |value: Value| {
            let object = json!({ "id": value }).as_object().unwrap().clone();
            Fields::new(object).text("id").unwrap_err().reason
        };
        assert_eq!(reason(json!(5)), "text is wanted, not 5");
        assert_eq!(reason(json!(["5"])), "text is wanted, not [\"5\"]");
        assert_eq!(reason(json!(["é".repeat(99)])), format!("text is wanted, not [\"{}…", "é".repeat(22)));
    }
}
