//! Draws the charts of a simulated match and of a small tournament, to look at.
//!
//! ```text
//! cargo run -p grenier-arena --example charts -- FOLDER
//! ```

use std::error::Error;
use std::path::PathBuf;

use grenier_arena::chart::{cross_table, elo_chart, llr_chart};
use grenier_arena::stats::{GameScore, Model, Pentanomial, RatingList, Results, Sprt};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SCORES: [GameScore; 3] = [GameScore::Win, GameScore::Draw, GameScore::Loss];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("a folder for the pictures is wanted")?);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut score = |win: f64| match random.random::<f64>() {
        x if x < win => SCORES[0],
        x if x < win + 0.35 => SCORES[1],
        _ => SCORES[2],
    };

    let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized)?;
    let (mut pairs, mut elos, mut llrs) = (Pentanomial::default(), Vec::new(), Vec::new());
    for games in (2..=4_000).step_by(2) {
        pairs.add(score(0.35), score(0.33));
        if let Some(sample) = pairs.sample() {
            elos.push((games, sample.elo()));
            llrs.extend(test.llr(&sample).map(|llr| (games, llr)));
        }
    }
    std::fs::write(folder.join("elo.svg"), elo_chart("new against old", &elos)?)?;
    std::fs::write(folder.join("llr.svg"), llr_chart("new against old", &llrs, &test)?)?;

    let names = ["alphabeta depth 9", "mcts 10000", "alphabeta depth 5", "greedy", "random"];
    let mut results = Results::new();
    for (rank, one) in names.iter().enumerate() {
        for (behind, other) in names.iter().enumerate().skip(rank + 1) {
            for _ in 0..20 {
                results.add(one, other, score(0.33 + 0.08 * (behind - rank) as f64));
                results.add(other, one, score(0.33 - 0.08 * (behind - rank) as f64));
            }
        }
    }
    let list = RatingList::new(&results, None)?;
    std::fs::write(folder.join("cross.svg"), cross_table("Kpé, 40 games a pairing", &list, &results))?;
    Ok(())
}
