//! Statistics of pairs: values of other programs, laws, and counts at the edges.

#![allow(clippy::unwrap_used)]

use grenier_arena::stats::{
    Interval, MatchReport, Model, Pentanomial, Sprt, SprtError, SprtVerdict, Trinomial, elo_of_score,
    score_of_elo,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A long match whose statistics fastchess and fishtest print.
const GOLDEN: Pentanomial = Pentanomial([379, 10170, 21828, 10640, 343]);

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

fn near(value: f64, wanted: f64, margin: f64) {
    assert!((value - wanted).abs() <= margin, "{value} is not {wanted} (to {margin})");
}

/// Some counts of all sizes, the same in every run.
fn many_counts() -> Vec<Pentanomial> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut counts: Vec<Pentanomial> = (0..300)
        .map(|round| {
            let most = [1u64, 5, 40, 3_000, 1_000_000][round % 5];
            Pentanomial(std::array::from_fn(|_| random.random_range(0..=most)))
        })
        .filter(|counts| counts.pairs() > 0)
        .collect();
    for at in 0..5 {
        for count in [1, 10, 1_000_000_000] {
            let mut one = [0; 5];
            one[at] = count;
            counts.push(Pentanomial(one));
        }
    }
    counts
}

#[test]
fn golden_values_of_a_long_match() {
    let sample = GOLDEN.sample().unwrap();
    near(test(0.0, 2.0, Model::Normalized).llr(&sample).unwrap(), 2.945495, 1e-5);
    near(test(0.0, 2.0, Model::Logistic).llr(&sample).unwrap(), 3.125677, 1e-5);
    let Interval { value, error } = sample.elo();
    near(value, 1.59456, 1e-5);
    near(error, 1.20875, 1e-5);
    let Interval { value, error } = sample.normalized_elo();
    near(value, 3.05053, 1e-5);
    near(error, 2.31240, 1e-5);
    near(sample.superiority(), 0.995139, 1e-6);
    near(GOLDEN.draw_ratio().unwrap(), 0.5034, 1e-4);
    near(GOLDEN.pairs_ratio().unwrap(), 1.04, 5e-3);
}

#[test]
fn golden_value_of_single_games() {
    let sample = Trinomial { wins: 880, losses: 759, draws: 1863 }.sample().unwrap();
    near(test(0.0, 5.0, Model::Logistic).llr(&sample).unwrap(), 2.947224, 1e-5);
}

#[test]
fn the_report_block() {
    let test = test(0.0, 2.0, Model::Normalized);
    let results = Trinomial { wins: 20_000, losses: 19_602, draws: 47_118 };
    let report = MatchReport::of_pairs(GOLDEN, Some(results), Some(&test));
    assert_eq!(
        report.to_string(),
        "Elo: 1.59 +/- 1.21, nElo: 3.05 +/- 2.31\n\
         LOS: 99.51 %, DrawRatio: 50.34 %, PairsRatio: 1.04\n\
         Games: 86720, Wins: 20000, Losses: 19602, Draws: 47118, Points: 43559.0 (50.23 %)\n\
         Ptnml(0-2): [379, 10170, 21828, 10640, 343]\n\
         LLR: 2.95 (100.0%) (-2.94, 2.94) [0.00, 2.00] normalized"
    );
    let json = serde_json::to_value(report).unwrap();
    assert_eq!((json["ptnml"][2].as_u64(), json["wins"].as_u64()), (Some(21828), Some(20000)));
    assert_eq!((&json["sprt"]["verdict"], &json["sprt"]["model"]), (&"H1".into(), &"normalized".into()));
    let games = MatchReport::of_games(results, None).to_string();
    assert_eq!(games.lines().count(), 3);
    assert!(games.contains("DrawRatio: 54.33 %\n"), "{games}");
}

#[test]
fn mirrored_counts_negate_everything() {
    for counts in many_counts() {
        let [sample, mirrored] = [counts, counts.mirrored()].map(|counts| counts.sample().unwrap());
        near(sample.elo().value, -mirrored.elo().value, 1e-6);
        near(sample.elo().error, mirrored.elo().error, 1e-6);
        let nelo = sample.normalized_elo().value;
        near(nelo, -mirrored.normalized_elo().value, 1e-6 * (1.0 + nelo.abs()));
        near(sample.superiority(), 1.0 - mirrored.superiority(), 1e-6);
        for model in [Model::Normalized, Model::Logistic] {
            let llr = test(-3.0, 5.0, model).llr(&sample).unwrap();
            let other = test(-5.0, 3.0, model).llr(&mirrored).unwrap();
            near(llr, -other, 1e-6 * (1.0 + llr.abs()));
        }
    }
}

#[test]
fn better_results_are_worth_more() {
    for counts in many_counts() {
        let (sample, at) = (counts.sample().unwrap(), counts.0.iter().position(|&count| count > 0).unwrap());
        if at == 4 {
            continue;
        }
        let mut better = counts;
        better.0[at] -= 1;
        better.0[at + 1] += 1;
        let better = better.sample().unwrap();
        assert!(better.elo().value >= sample.elo().value);
        assert!(better.mean() > sample.mean(), "{counts}");
        let test = test(0.0, 10.0, Model::Logistic);
        // A thousandth of a count that comes or goes may weigh more than the step itself in tiny samples.
        if counts.0.iter().all(|&count| count > 1) {
            assert!(test.llr(&better).unwrap() > test.llr(&sample).unwrap(), "{counts}");
        }
    }
}

#[test]
fn scores_and_elo_are_inverse() {
    for elo in [-1000.0, -191.0, -0.5, 0.0, 3.0, 400.0, 1190.0] {
        near(elo_of_score(score_of_elo(elo)), elo, 1e-7);
    }
    assert_eq!(elo_of_score(0.0), elo_of_score(1e-3));
    near(elo_of_score(1.0), 1199.8, 0.1);
}

#[test]
fn counts_at_the_edges_give_finite_values() {
    for counts in many_counts() {
        for model in [Model::Normalized, Model::Logistic] {
            let report = MatchReport::of_pairs(counts, None, Some(&test(0.0, 10.0, model)));
            let text = report.to_string();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            let (elo, nelo, los) = (report.elo.unwrap(), report.nelo.unwrap(), report.los.unwrap());
            let llr = report.sprt.unwrap().llr.unwrap();
            let numbers = [elo.value, elo.error, nelo.value, nelo.error, los, llr];
            assert!(numbers.iter().all(|number| number.is_finite()), "{counts}: {numbers:?}");
            assert!((0.0..=1.0).contains(&los));
        }
    }
}

#[test]
fn nothing_played_says_nothing() {
    let test = test(0.0, 5.0, Model::Normalized);
    let report = MatchReport::of_pairs(Pentanomial::default(), None, Some(&test));
    assert_eq!((report.elo, report.los, report.score), (None, None, None));
    let status = report.sprt.unwrap();
    assert_eq!((status.llr, status.verdict), (Some(0.0), SprtVerdict::Continue));
    let text = report.to_string();
    assert!(text.starts_with("Elo: -, nElo: -\nLOS: -, DrawRatio: -, PairsRatio: -\nGames: 0,"), "{text}");
    assert_eq!(Trinomial::default().sample(), None);
}

#[test]
fn draws_alone_are_even() {
    let sample = Pentanomial([0, 0, 500, 0, 0]).sample().unwrap();
    near(sample.elo().value, 0.0, 1e-9);
    near(sample.superiority(), 0.5, 1e-9);
    // Even results speak for H0 of a test for something better.
    assert!(test(0.0, 5.0, Model::Logistic).llr(&sample).unwrap() < 0.0);
}

#[test]
fn impossible_tests_are_refused() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Normalized);
    assert_eq!(new(2.0, 0.0, 0.05, 0.05), Err(SprtError::Order(2.0, 0.0)));
    assert_eq!(new(0.0, 501.0, 0.05, 0.05), Err(SprtError::Bound("elo1", 501.0)));
    assert!(matches!(new(f64::NAN, 1.0, 0.05, 0.05), Err(SprtError::Bound("elo0", _))));
    for wrong in [0.0, 0.5, -1.0, f64::NAN] {
        assert!(matches!(new(0.0, 1.0, wrong, 0.05), Err(SprtError::Probability("alpha", _))));
        assert!(matches!(new(0.0, 1.0, 0.05, wrong), Err(SprtError::Probability("beta", _))));
    }
    assert!("bayesian".parse::<Model>().is_err());
}
