//! `grenier params`: the parameters of the searches.

use clap::Args;
use grenier_engine::json::SCHEMA;
use grenier_engine::{EngineKind, Param, Playable, Visitor};
use serde::Serialize;

use super::bench::engine;
use crate::failure::Failure;
use crate::output::Output;
use crate::position::variant;

/// List the parameters of the searches: name, default, range, and what each does.
///
/// Players of a match are given them as param.NAME=VALUE, `grenier bench` as --param NAME=VALUE, a query of `grenier
/// json` as "params":{"NAME":VALUE}. Switches are 0 or 1.
///
/// Example: grenier params mcts
#[derive(Debug, Args)]
pub struct Params {
    /// Only the parameters of this kind of search, ab or mcts.
    #[arg(value_name = "ENGINE", value_parser = engine)]
    engine: Option<EngineKind>,

    /// With the defaults of this game, some of which differ.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

struct Defaults(EngineKind);

impl Visitor for Defaults {
    type Output = Vec<Param>;

    fn visit<P: Playable>(self, _: P::Rules) -> Vec<Param> {
        self.0.params_of::<P>()
    }
}

#[derive(Serialize)]
struct ParamJson {
    schema: u32,
    engine: &'static str,
    name: &'static str,
    default: f64,
    least: f64,
    most: f64,
    whole: bool,
    about: &'static str,
}

impl Params {
    /// Prints them.
    pub fn run(self, output: &mut Output) -> Result<(), Failure> {
        let game = self.game.as_deref().map(variant).transpose()?;
        for kind in EngineKind::ALL.into_iter().filter(|&kind| self.engine.is_none_or(|only| only == kind)) {
            let table = game.as_ref().map_or_else(|| kind.params(), |game| game.visit(Defaults(kind)));
            if output.is_json() {
                for param in table {
                    let Param { name, about, default, least, most, whole } = param;
                    let engine = kind.word();
                    output.object(&ParamJson {
                        schema: SCHEMA,
                        engine,
                        name,
                        default,
                        least,
                        most,
                        whole,
                        about,
                    })?;
                }
                continue;
            }
            output.line(kind.word())?;
            let width = table.iter().map(|param| param.name.len()).max().unwrap_or(0);
            for Param { name, about, default, least, most, .. } in &table {
                let range = format!("{least} to {most}");
                output.line(format!("  {name:<width$}  {default:<6}  {range:<10}  {about}"))?;
            }
        }
        Ok(())
    }
}
