//! The error rates of the sequential test, measured on simulated matches.
//!
//! A pair plays one opening twice with colours swapped. Openings favour the first player, one more than another, so the
//! two games of a pair are correlated. Under a hypothesis the strength is such that pairs have exactly the normalized Elo
//! (or the Elo) of the hypothesis.

#![allow(clippy::unwrap_used)]

use grenier_arena::stats::{GameScore, Model, Pentanomial, Sprt, SprtVerdict, elo_of_score};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Advantages of the first player by opening, in Elo; all are equally frequent.
const OPENINGS: [f64; 5] = [-150.0, -20.0, 40.0, 110.0, 300.0];

/// Half of the band of Elo in which a game is drawn: about a third of the games.
const DRAWS: f64 = 120.0;

const MATCHES: u64 = 2_000;

const ERROR_RATE: f64 = 0.05;

/// Probabilities that the player who is `elo` stronger wins and draws (Rao and Kupper's curves).
fn win_draw(elo: f64) -> [f64; 2] {
    let wins = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let (win, loss) = (wins(elo - DRAWS), wins(-elo - DRAWS));
    [win, 1.0 - win - loss]
}

fn game(elo: f64, random: &mut Xoshiro256PlusPlus) -> GameScore {
    let ([win, draw], drawn) = (win_draw(elo), random.random::<f64>());
    if drawn < win {
        GameScore::Win
    } else if drawn < win + draw {
        GameScore::Draw
    } else {
        GameScore::Loss
    }
}

/// Elo or normalized Elo of the pairs of a player who is `strength` stronger, exactly.
fn measure(strength: f64, model: Model) -> f64 {
    let (mut mean, mut square) = (0.0, 0.0);
    for opening in OPENINGS {
        let both = [strength + opening, strength - opening].map(|elo| {
            let [win, draw] = win_draw(elo);
            [1.0 - win - draw, draw, win]
        });
        for (first, p) in both[0].iter().enumerate() {
            for (second, q) in both[1].iter().enumerate() {
                let score = (first + second) as f64 / 4.0;
                mean += p * q * score / OPENINGS.len() as f64;
                square += p * q * score * score / OPENINGS.len() as f64;
            }
        }
    }
    match model {
        Model::Logistic => elo_of_score(mean),
        Model::Normalized => {
            let sigma = (square - mean * mean).sqrt();
            (mean - 0.5) / (sigma * 2f64.sqrt()) * 800.0 / 10f64.ln()
        }
    }
}

/// The strength at which pairs measure `wanted`.
fn strength(wanted: f64, model: Model) -> f64 {
    let (mut low, mut high) = (-400.0, 400.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if measure(middle, model) < wanted { low = middle } else { high = middle }
    }
    low
}

/// Plays matches to their ends: how many accept H1, and how many pairs they take.
fn accepted(test: &Sprt, strength: f64, seed: u64) -> (u64, u64) {
    let (mut accepted, mut played) = (0, 0);
    for number in 0..MATCHES {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed + number);
        let mut pairs = Pentanomial::default();
        loop {
            let opening = OPENINGS[random.random_range(0..OPENINGS.len())];
            pairs.add(game(strength + opening, &mut random), game(strength - opening, &mut random));
            match test.status(pairs.sample().as_ref()).verdict {
                SprtVerdict::Continue => {}
                verdict => {
                    accepted += u64::from(verdict == SprtVerdict::H1);
                    break;
                }
            }
        }
        played += pairs.pairs();
    }
    (accepted, played)
}

fn error_rates(elo0: f64, elo1: f64, model: Model) {
    let test = Sprt::new(elo0, elo1, ERROR_RATE, ERROR_RATE, model).unwrap();
    // 99.9 % of binomial counts at the nominal rate are below.
    let most = (MATCHES as f64 * ERROR_RATE
        + 3.09 * (MATCHES as f64 * ERROR_RATE * (1.0 - ERROR_RATE)).sqrt()) as u64;
    let (false_h1, pairs0) = accepted(&test, strength(elo0, model), 1 << 20);
    let (true_h1, pairs1) = accepted(&test, strength(elo1, model), 2 << 20);
    let false_h0 = MATCHES - true_h1;
    println!(
        "{model:?}: {false_h1} and {false_h0} errors, {} pairs a match",
        (pairs0 + pairs1) / MATCHES / 2
    );
    assert!(false_h1 <= most, "alpha: {false_h1} of {MATCHES} matches, at most {most}");
    assert!(false_h0 <= most, "beta: {false_h0} of {MATCHES} matches, at most {most}");
    // Far fewer errors would mean that matches are longer than they need to be.
    assert!(false_h1 >= most / 5 && false_h0 >= most / 5, "{false_h1} and {false_h0} errors");
}

#[test]
fn error_rates_of_the_normalized_test() {
    error_rates(0.0, 50.0, Model::Normalized);
}

#[test]
fn error_rates_of_the_logistic_test() {
    error_rates(-10.0, 20.0, Model::Logistic);
}

/// Openings that favour one player make the two games of a pair unlike each other.
#[test]
fn simulated_pairs_are_correlated() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut product, mut games) = (0.0, 0);
    for _ in 0..20_000 {
        let opening = OPENINGS[random.random_range(0..OPENINGS.len())];
        let both = [opening, -opening].map(|elo| game(elo, &mut random).halves() as f64 / 2.0);
        product += both[0] * both[1];
        games += 1;
    }
    let [mean0, mean1] = [1.0, -1.0].map(|side| {
        let score = |opening: &f64| {
            let [win, draw] = win_draw(side * opening);
            win + draw / 2.0
        };
        OPENINGS.iter().map(score).sum::<f64>() / OPENINGS.len() as f64
    });
    assert!(product / f64::from(games) < mean0 * mean1 - 0.01);
}
