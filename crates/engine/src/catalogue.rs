//! The games: the one place that lists them.
//!
//! Adding a game is one line in the list of `games!` below. Everything else reaches the right type through [`Variant::visit`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grenier_core::capture::{Five, Nine, Seven};
use grenier_core::{Notation, PresetError, Rules, RulesText, Symmetric};
use grenier_search::{Evaluated, Resting};
use grenier_solver::{Certificate, Solvable, Watch};

use crate::EngineKind;
use crate::board::Shown;
use crate::certify::{self, CertifyError};
use crate::explain::Explain;
use crate::solve::Means;
use crate::tables::{self, Knowledge, Source, TablesError};

/// What the engine needs of a game.
pub trait Playable: Notation + Symmetric + RulesText + Evaluated + Resting + Explain + Shown {
    /// The kind of search that plays it best.
    const ENGINE: EngineKind;

    /// Its openings, a position a line.
    const OPENINGS: &'static str;

    /// Its bench suite, a position a line.
    const BENCH: &'static str;

    /// Depths in plies to which the bench searches by alpha-beta: the start, and each position of the suite.
    const BENCH_DEPTHS: [u32; 2];

    /// What is known exactly from `source` of the variant of `position` and for its neighbourhood, or with `ahead` for all
    /// that a game from there can come to; `None` if nothing is, which is no error unless a folder is named.
    ///
    /// # Errors
    /// [`TablesError`] if a table is damaged, or a named folder has none.
    fn knowledge(
        position: &Self,
        source: &Source,
        ahead: bool,
    ) -> Result<Option<Arc<dyn Knowledge<Self>>>, TablesError>;

    /// All layers up to that of `position`, solved in memory for this process; `None` if that takes more than some
    /// seconds, or the game has no tables, or `stop` was raised.
    ///
    /// # Errors
    /// [`TablesError`] if there is no memory.
    fn layers_around(
        position: &Self,
        stop: &AtomicBool,
    ) -> Result<Option<Arc<dyn Knowledge<Self>>>, TablesError>;

    /// Strategies that prove the value of `position` to a reader of the rules; `None` if the game has no certificates.
    fn certified(
        position: &Self,
        means: &Means,
        watch: &Watch<'_>,
    ) -> Option<Result<Certificate, CertifyError>>;
}

/// Work that is written once for all games.
pub trait Visitor {
    /// What the work gives.
    type Output;

    /// Does the work for the game `P` under `rules`.
    fn visit<P: Playable>(self, rules: P::Rules) -> Self::Output;
}

/// Work that is written once for all games that have tables.
pub trait SolvableVisitor {
    /// What the work gives.
    type Output;

    /// Does the work for the game `P` under `rules`, which can be solved.
    fn visit<P: Playable + Solvable>(self, rules: P::Rules) -> Self::Output;
}

/// The part of [`Playable`] that hangs on which tables a game has, and how a visitor comes to them. It is `sown` (tables and
/// certificates), `placed` (tables) or `searched` (none).
macro_rules! exact {
    (certified sown, $position:expr, $means:expr, $watch:expr) => {
        Some(certify::certify($position, $means, $watch))
    };
    (certified $_other:ident, $position:expr, $means:expr, $watch:expr) => {{
        let _ = ($position, $means, $watch);
        None
    }};
    (knowledge searched, $position:expr, $source:expr, $_ahead:expr) => {{
        let _ = $_ahead;
        tables::find_none($position, $source)
    }};
    (knowledge $_other:ident, $position:expr, $source:expr, $ahead:expr) => {
        tables::find($position, $source, $ahead)
    };
    (around searched, $position:expr, $stop:expr) => {{
        let _ = ($position, $stop);
        Ok(None)
    }};
    (around $_other:ident, $position:expr, $stop:expr) => {
        tables::around($position, $stop)
    };
    (visit searched, $type:ty, $visitor:expr, $rules:expr) => {
        None
    };
    (visit $_other:ident, $type:ty, $visitor:expr, $rules:expr) => {
        <$type as Solvable>::is_solvable($rules).then(|| $visitor.visit::<$type>($rules))
    };
}

macro_rules! games {
    ($($id:ident: $exact:ident $position:ty, $engine:expr, $openings:literal, $bench:literal, $depths:expr;)*) => {
        /// A game on one board.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameId {
            $(
                #[doc = concat!("`", stringify!($position), "`")]
                $id,
            )*
        }

        $(impl Playable for $position {
            const ENGINE: EngineKind = $engine;
            const OPENINGS: &'static str = include_str!(concat!("../../../positions/", $openings));
            const BENCH: &'static str = include_str!(concat!("../../../positions/", $bench));
            const BENCH_DEPTHS: [u32; 2] = $depths;

            fn knowledge(
                position: &Self,
                source: &Source,
                ahead: bool,
            ) -> Result<Option<Arc<dyn Knowledge<Self>>>, TablesError> {
                exact!(knowledge $exact, position, source, ahead)
            }

            fn layers_around(
                position: &Self,
                stop: &AtomicBool,
            ) -> Result<Option<Arc<dyn Knowledge<Self>>>, TablesError> {
                exact!(around $exact, position, stop)
            }

            fn certified(
                position: &Self,
                means: &Means,
                watch: &Watch<'_>,
            ) -> Option<Result<Certificate, CertifyError>> {
                exact!(certified $exact, position, means, watch)
            }
        })*

        impl GameId {
            /// Every game on every board.
            pub const ALL: &[GameId] = &[$(GameId::$id),*];

            /// The game's name, without preset.
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameId::$id => <$position>::NAME,)*
                }
            }

            /// The preset word for the board's size, empty for the usual one.
            pub const fn board(self) -> &'static str {
                match self {
                    $(GameId::$id => <$position>::BOARD,)*
                }
            }
        }

        impl Variant {
            /// Brings `visitor` to this variant's type.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self.game {
                    $(GameId::$id => visitor.visit::<$position>(
                        rules::<$position>(&self.tokens).expect("a variant's words were checked when it was made"),
                    ),)*
                }
            }

            /// Brings `visitor` to this variant's type; `None` if it has no tables.
            pub fn visit_solvable<V: SolvableVisitor>(&self, visitor: V) -> Option<V::Output> {
                match self.game {
                    $(GameId::$id => {
                        let _rules = rules::<$position>(&self.tokens)
                            .expect("a variant's words were checked when it was made");
                        exact!(visit $exact, $position, visitor, _rules)
                    })*
                }
            }

            /// Checks the preset words and brings them into their fixed order.
            fn checked(game: GameId, tokens: &[&str]) -> Result<Variant, (usize, PresetError)> {
                let tokens = match game {
                    $(GameId::$id => rules::<$position>(tokens)?.tokens(),)*
                };
                Ok(Variant { game, tokens })
            }
        }
    };
}

games! {
    Kpe: sown grenier_core::kpe::Kpe, EngineKind::AlphaBeta, "kpe/openings.txt", "kpe/bench.txt", [17, 15];
    Awale: sown grenier_core::awale::Awale, EngineKind::AlphaBeta, "awale/openings.txt", "awale/bench.txt", [19, 15];
    Obridjie: sown grenier_core::obridjie::Obridjie, EngineKind::AlphaBeta, "obridjie/openings.txt", "obridjie/bench.txt", [17, 14];
    Mraha: placed grenier_core::mraha::Mraha, EngineKind::Mcts, "mraha/openings.txt", "mraha/bench.txt", [4, 8];
    Seega: placed grenier_core::seega::Seega<Five>, EngineKind::AlphaBeta, "seega/openings.txt", "seega/bench.txt", [4, 5];
    Seega7: searched grenier_core::seega::Seega<Seven>, EngineKind::AlphaBeta, "seega/openings-7x7.txt", "seega/bench-7x7.txt", [3, 4];
    Seega9: searched grenier_core::seega::Seega<Nine>, EngineKind::AlphaBeta, "seega/openings-9x9.txt", "seega/bench-9x9.txt", [2, 3];
}

/// The rules that some preset words make, or the number of the word that is wrong.
fn rules<P: Notation>(tokens: &[&str]) -> Result<P::Rules, (usize, PresetError)> {
    let mut rules = P::Rules::default();
    for (at, token) in tokens.iter().enumerate() {
        rules = rules.with(token).map_err(|error| (at, error))?;
    }
    Ok(rules)
}

/// A game with its preset: `seega:7x7+nowall`.
///
/// ```
/// use grenier_engine::Variant;
///
/// let variant = Variant::parse("seega:nowall+7x7").unwrap();
/// assert_eq!(variant.to_string(), "seega:7x7+nowall");
/// assert!(Variant::parse("chess").unwrap_err().reason.contains("kpe"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    game: GameId,
    tokens: Vec<&'static str>,
}

/// Text that names no game or preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong there and what would be right.
    pub reason: String,
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for VariantError {}

impl Variant {
    /// The default rules of a game.
    pub fn of(game: GameId) -> Variant {
        Variant { game, tokens: Vec::new() }
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The names of the games, each once.
    pub fn names() -> Vec<&'static str> {
        GameId::ALL.iter().filter(|game| game.board().is_empty()).map(|game| game.name()).collect()
    }

    /// Reads `GAME` or `GAME:WORD+WORD…`.
    ///
    /// # Errors
    /// [`VariantError`] with the column of what is unknown or contradicts an earlier word.
    pub fn parse(text: &str) -> Result<Variant, VariantError> {
        let (name, preset) = match text.split_once(':') {
            Some((name, preset)) => (name, Some(preset)),
            None => (text, None),
        };
        if !Variant::names().contains(&name) {
            let reason = format!(
                "no game is called {}: {} are",
                grenier_core::notation::clipped(name),
                Variant::names().join(", ")
            );
            return Err(VariantError { column: 1, reason });
        }
        let words: Vec<&str> = preset.map(|preset| preset.split('+').collect()).unwrap_or_default();
        let column = |at: usize| {
            let before: usize = words[..at].iter().map(|word| word.chars().count() + 1).sum();
            name.chars().count() + 2 + before
        };
        let boards: Vec<(usize, GameId)> =
            words.iter().enumerate().filter_map(|(at, word)| Some((at, board_called(name, word)?))).collect();
        if let [(_, first), .., (at, last)] = boards.as_slice() {
            let reason =
                if first == last { "the board's size is named twice" } else { "a board has one size" };
            return Err(VariantError { column: column(*at), reason: reason.to_owned() });
        }
        let game = boards.first().map_or_else(|| usual_board(name), |(_, game)| *game);
        let tokens: Vec<(usize, &str)> = words
            .iter()
            .enumerate()
            .filter(|(at, _)| boards.iter().all(|(board, _)| board != at))
            .map(|(at, word)| (at, *word))
            .collect();
        let plain: Vec<&str> = tokens.iter().map(|(_, word)| *word).collect();
        Variant::checked(game, &plain).map_err(|(at, error)| {
            let (place, word) = tokens[at];
            VariantError { column: column(place), reason: refusal(name, word, error) }
        })
    }
}

/// The game `name` on the board that `word` stands for.
fn board_called(name: &str, word: &str) -> Option<GameId> {
    GameId::ALL.iter().copied().find(|game| game.name() == name && !word.is_empty() && game.board() == word)
}

fn usual_board(name: &str) -> GameId {
    *GameId::ALL.iter().find(|game| game.name() == name).expect("the name was checked")
}

fn refusal(name: &str, word: &str, error: PresetError) -> String {
    let shown = grenier_core::notation::clipped(word);
    match error {
        PresetError::Conflict(other) => format!("the presets {other} and {word} exclude each other"),
        PresetError::Unknown(known) => {
            let boards = GameId::ALL.iter().filter(|game| game.name() == name).map(|game| game.board());
            let words: Vec<&str> =
                known.iter().copied().chain(boards.filter(|board| !board.is_empty())).collect();
            match words.as_slice() {
                [] => format!("{name} has no presets, {shown} is none"),
                words => format!("{name} has no preset {shown}: {} are, joined by +", words.join(", ")),
            }
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game.name())?;
        let board = Some(self.game.board()).filter(|board| !board.is_empty());
        let words: Vec<&str> = board.into_iter().chain(self.tokens.iter().copied()).collect();
        if words.is_empty() { Ok(()) } else { write!(f, ":{}", words.join("+")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_word_is_read_and_written() {
        for text in [
            "kpe",
            "kpe:skip-origin",
            "kpe:own-row",
            "kpe:skip-origin+own-row",
            "awale:abapa",
            "awale:awari",
            "obridjie",
            "mraha",
            "seega:nowall",
            "seega:placement-captures",
            "seega:7x7",
            "seega:9x9",
            "seega:7x7+nowall",
            "seega:9x9+nowall+placement-captures",
        ] {
            assert_eq!(Variant::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_point_at_the_word() {
        for (text, column, part) in [
            ("", 1, "no game is called \"\""),
            ("Awale", 1, "awale"),
            ("awale:abapa+awari", 13, "exclude each other"),
            ("awale:", 7, "abapa, awari"),
            ("seega:nowall+wall", 14, "7x7"),
            ("seega:7x7+9x9", 11, "one size"),
            ("seega:7x7+nowall+7x7", 18, "twice"),
            ("mraha:x", 7, "no presets"),
        ] {
            let error = Variant::parse(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.reason.contains(part), "{text}: {error}");
        }
    }
}
