//! A line of input with a cursor and completion.

use crate::entry::common_prefix;

/// The most characters of a line.
const MOST: usize = 200;

/// A line of input.
#[derive(Clone, Debug, Default)]
pub struct Input {
    text: Vec<char>,
    cursor: usize,
    cycle: Option<Cycle>,
}

/// Completions that one goes through.
#[derive(Clone, Debug)]
struct Cycle {
    candidates: Vec<String>,
    at: usize,
}

impl Input {
    /// A line with this text, the cursor behind it.
    pub fn of(text: &str) -> Input {
        let text: Vec<char> = text.chars().take(MOST).collect();
        Input { cursor: text.len(), text, cycle: None }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Characters before the cursor.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Throws the text away.
    pub fn clear(&mut self) {
        *self = Input::default();
    }

    /// Types a character.
    pub fn insert(&mut self, c: char) {
        self.cycle = None;
        if !c.is_control() && self.text.len() < MOST {
            self.text.insert(self.cursor, c);
            self.cursor += 1;
        }
    }

    /// Rubs out the character before the cursor.
    pub fn backspace(&mut self) {
        self.cycle = None;
        if self.cursor > 0 {
            self.cursor -= 1;
            self.text.remove(self.cursor);
        }
    }

    /// Rubs out the character behind the cursor.
    pub fn delete(&mut self) {
        self.cycle = None;
        if self.cursor < self.text.len() {
            self.text.remove(self.cursor);
        }
    }

    /// Moves the cursor by one character, or to an end.
    pub fn go(&mut self, to: isize) {
        self.cycle = None;
        self.cursor = self.cursor.saturating_add_signed(to).min(self.text.len());
    }

    /// Completes the text as far as all `candidates` agree, then goes through them, one a call.
    pub fn complete(&mut self, candidates: &[&str], is_back: bool) {
        let (candidates, at) = match self.cycle.take() {
            Some(Cycle { candidates, at }) => {
                let step = if is_back { candidates.len() - 1 } else { 1 };
                let at = (at + step) % candidates.len();
                (candidates, at)
            }
            None => {
                if candidates.is_empty() {
                    return;
                }
                let prefix = common_prefix(candidates);
                if candidates.len() > 1 && prefix.chars().count() > self.text.len() {
                    *self = Input::of(&prefix);
                    return;
                }
                let at = if is_back { candidates.len() - 1 } else { 0 };
                (candidates.iter().map(|&candidate| candidate.to_owned()).collect(), at)
            }
        };
        *self = Input::of(&candidates[at]);
        self.cycle = Some(Cycle { candidates, at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_edited_at_the_cursor() {
        let mut input = Input::default();
        "aéc".chars().for_each(|c| input.insert(c));
        input.go(-1);
        input.backspace();
        input.insert('b');
        input.insert('\u{1b}');
        assert_eq!((input.text().as_str(), input.cursor()), ("abc", 2));
        input.delete();
        input.delete();
        input.go(-9);
        input.backspace();
        assert_eq!((input.text().as_str(), input.cursor()), ("ab", 0));
        (0..1000).for_each(|_| input.insert('x'));
        assert_eq!(input.text().len(), MOST);
    }

    #[test]
    fn completion_goes_to_the_common_part_then_through_all() {
        let mut input = Input::of("c");
        let candidates = ["c2-c3", "c2-d2"];
        input.complete(&candidates, false);
        assert_eq!(input.text(), "c2-");
        let mut seen = Vec::new();
        for _ in 0..3 {
            input.complete(&candidates, false);
            seen.push(input.text());
        }
        assert_eq!(seen, ["c2-c3", "c2-d2", "c2-c3"]);
        input.complete(&candidates, true);
        assert_eq!(input.text(), "c2-d2");
        input.backspace();
        input.complete(&["c2-d2"], false);
        assert_eq!(input.text(), "c2-d2");
        let mut nothing = Input::of("z");
        nothing.complete(&[], false);
        assert_eq!(nothing.text(), "z");
    }
}
