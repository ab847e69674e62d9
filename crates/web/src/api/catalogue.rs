//! What games there are, and their rules.

use axum::Json;
use grenier_core::{Language, RulesText};
use grenier_engine::board::Board;
use grenier_engine::json::SCHEMA;
use grenier_engine::{Level, Playable, Variant, Visitor};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::request::{Lang, Words};
use crate::error::{Refusal, Refused};

/// The language of an answer.
#[derive(Deserialize, IntoParams)]
pub struct InLanguage {
    /// `en` or `fr`.
    #[serde(default)]
    lang: Lang,
}

/// What games there are.
#[derive(Serialize, ToSchema)]
pub struct Games {
    schema: u32,
    /// The program's version.
    version: &'static str,
    /// The number of levels, from 1.
    levels: u8,
    games: Vec<GameShown>,
}

/// A game.
#[derive(Serialize, ToSchema)]
struct GameShown {
    name: &'static str,
    /// One line on what it is and where it is from.
    title: String,
    /// `pits` or `squares`.
    kind: &'static str,
    /// Pits in a row, or squares on a side.
    side: usize,
    /// The first player and the second.
    players: [&'static str; 2],
    presets: Vec<Preset>,
    /// Notations of positions beside the house's.
    dialects: &'static [&'static str],
    /// The file ending of a form of record beside PGN.
    other_record: Option<&'static str>,
    /// The position in which it begins.
    start: String,
}

/// A word that changes the rules.
#[derive(Serialize, ToSchema)]
struct Preset {
    word: &'static str,
    /// What it changes.
    text: &'static str,
}

/// The rules in force.
#[derive(Serialize, ToSchema)]
pub struct RulesShown {
    schema: u32,
    /// The game with its preset.
    game: String,
    title: String,
    clauses: Vec<ClauseShown>,
    presets: Vec<Preset>,
    /// Where the rules are from.
    sources: &'static [&'static str],
}

/// A clause of the rules.
#[derive(Serialize, ToSchema)]
struct ClauseShown {
    number: &'static str,
    text: String,
    /// The sources are silent or unclear, and this is our reading.
    reading: bool,
}

fn presets<P: RulesText>(language: Language) -> Vec<Preset> {
    P::presets(language).into_iter().map(|(word, text)| Preset { word, text }).collect()
}

struct Show(Language);

impl Visitor for Show {
    type Output = GameShown;

    fn visit<P: Playable>(self, rules: P::Rules) -> GameShown {
        let start = P::start(rules);
        let (kind, side) = match start.board() {
            Board::Pits { rows, .. } => ("pits", rows[0].len()),
            Board::Squares { side, .. } => ("squares", side),
        };
        GameShown {
            name: P::NAME,
            title: P::title(rules, self.0),
            kind,
            side,
            players: P::PLAYERS,
            presets: presets::<P>(self.0),
            dialects: P::DIALECTS,
            other_record: P::OTHER_RECORD,
            start: start.text(),
        }
    }
}

struct PrintRules(Language);

impl Visitor for PrintRules {
    type Output = RulesShown;

    fn visit<P: Playable>(self, rules: P::Rules) -> RulesShown {
        let clause = |clause: grenier_core::Clause| ClauseShown {
            number: clause.number,
            text: clause.text(self.0).to_owned(),
            reading: clause.is_reading,
        };
        RulesShown {
            schema: SCHEMA,
            game: P::variant(rules),
            title: P::title(rules, self.0),
            clauses: P::clauses(rules).into_iter().map(clause).collect(),
            presets: presets::<P>(self.0),
            sources: P::sources(),
        }
    }
}

/// The games, with the words that change their rules.
#[utoipa::path(get, path = "/api/v1/games", params(InLanguage), responses((status = 200, body = Games)))]
pub async fn games(Words(InLanguage { lang }): Words<InLanguage>) -> Json<Games> {
    let show = |name: &str| {
        let variant = Variant::parse(name).expect("a listed name is a game");
        variant.visit(Show(lang.into()))
    };
    Json(Games {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        levels: Level::FULL.number(),
        games: Variant::names().into_iter().map(show).collect(),
    })
}

/// Which rules are wanted.
#[derive(Deserialize, IntoParams)]
pub struct WhichRules {
    /// The game with its preset.
    game: String,
    /// `en` or `fr`.
    #[serde(default)]
    lang: Lang,
}

/// The clauses in force.
#[utoipa::path(get, path = "/api/v1/rules", params(WhichRules),
    responses((status = 200, body = RulesShown), (status = 422, description = "There is no such game or preset.", body = Refused)))]
pub async fn rules(Words(WhichRules { game, lang }): Words<WhichRules>) -> Result<Json<RulesShown>, Refusal> {
    let variant = Variant::parse(&game).map_err(|error| Refusal::field("game", error))?;
    Ok(Json(variant.visit(PrintRules(lang.into()))))
}

/// A sign of life.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    status: &'static str,
    /// The program's version.
    version: &'static str,
}

/// Is the server there?
#[utoipa::path(get, path = "/api/v1/health", responses((status = 200, body = Health)))]
pub async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
