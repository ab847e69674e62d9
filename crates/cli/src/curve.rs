//! The values of a reviewed game as the first player sees them, gathered for a chart.

use grenier_arena::chart::{ChartError, Curve, CurveMark, evaluation_curve};
use grenier_core::Player;
use grenier_engine::Unit;
use grenier_engine::review::Mark;

/// The points of the curve so far.
#[derive(Default)]
pub struct Points {
    /// The value before the first move, then after each move.
    values: Vec<f64>,
    marks: Vec<CurveMark>,
}

impl Points {
    /// Adds a move of `player`: the values, as he sees them, of the best move and of the one played.
    pub fn add(&mut self, unit: Unit, player: Player, best: f64, played: f64) {
        let to_first = |value: f64| match (player, unit) {
            (Player::First, _) => value,
            (Player::Second, Unit::Seeds) => -value,
            (Player::Second, Unit::Expectation) => 1.0 - value,
        };
        if self.values.is_empty() {
            self.values.push(to_first(best));
        }
        self.values.push(to_first(played));
    }

    /// Marks the move added last, an error of `player`.
    pub fn mark(&mut self, player: Player, mark: Mark, mv: String) {
        let ply = self.values.len() - 1;
        self.marks.push(CurveMark { ply, player: player.index(), severity: mark as usize, label: mv });
    }

    /// The chart as SVG text; `players` is what the first and the second player are called.
    pub fn draw(self, unit: Unit, title: &str, players: [&str; 2]) -> Result<String, ChartError> {
        let [first, _] = players;
        let (axis, is_expectation) = match unit {
            Unit::Seeds => (format!("seeds that {first} ends ahead"), false),
            Unit::Expectation => (format!("result that {first} expects (1 is a win)"), true),
        };
        let signs = Mark::ALL.map(Mark::sign);
        let Points { values, marks } = self;
        evaluation_curve(&Curve { title, axis: &axis, is_expectation, players, signs, values, marks })
    }
}
