//! Weights found back in data that were made from known ones.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use grenier_core::kpe::Kpe;
use grenier_core::mraha::Mraha;
use grenier_core::{Player, Position};
use grenier_engine::{Evaluated, Evaluator, Linear, Playable, Variant};
use grenier_search::eval::Weights;
use grenier_tune::data::{Result as GameResult, Sample, unit};
use grenier_tune::fit::{FitError, Fitted, Judge, Order, Part, Set, Step, Targets, fit};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of random walks, `count` of them.
fn positions<P: Playable>(count: usize, longest: u32, random: &mut Xoshiro256PlusPlus) -> Vec<P> {
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = P::start(P::Rules::default());
        for _ in 0..random.random_range(1..=longest) {
            match position.random_child(&mut |n| random.random_range(0..n)) {
                Some(child) => position = child,
                None => break,
            }
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// A value of the side to move, or a chance of it, as the first player sees it.
fn seen_by_first(position: &impl Position, value: f64, even: f64) -> f64 {
    if position.turn() == Player::First { value } else { even - value }
}

fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(5)
}

/// The sum of the features, each with its weight.
fn sum<P: Playable>(position: &P, weights: &[i32]) -> f64 {
    let mut features = vec![0; weights.len()];
    P::Evaluator::features(position, &mut features);
    features.iter().zip(weights).map(|(&feature, &weight)| f64::from(feature * weight)).sum()
}

/// Positions of Kpé with a value: seeds still to come for the side to move.
fn seeds(count: usize, value: impl Fn(&Kpe, &mut Xoshiro256PlusPlus) -> f64) -> Set {
    let (mut set, mut random) = (Set::new::<Kpe>(), random());
    for position in positions::<Kpe>(count, 70, &mut random) {
        let banked = <Kpe as Evaluated>::Evaluator::default().banked(&position);
        let whole = value(&position, &mut random) + f64::from(banked) / 100.0;
        let eval = seen_by_first(&position, whole, 0.0);
        // Who is ahead by four seeds wins three games of four.
        let is_won = random.random_bool(1.0 / (1.0 + (-eval / 4.0).exp()));
        let result = if is_won { GameResult::First } else { GameResult::Second };
        set.push(&Sample { position, result, eval, margin: None, exact: false }, Targets { eval_share: 1.0 });
    }
    set
}

/// Positions of M'raha with results that have the chances that these weights give.
fn results(count: usize, weights: &[i32], scale: f64) -> Set {
    let (mut set, mut random) = (Set::new::<Mraha>(), random());
    for position in positions::<Mraha>(count, 60, &mut random) {
        let chance = 1.0 / (1.0 + (-sum(&position, weights) / scale).exp());
        let is_won = random.random_bool(seen_by_first(&position, chance, 1.0));
        let result = if is_won { GameResult::First } else { GameResult::Second };
        let sample = Sample { position, result, eval: 0.5, margin: None, exact: false };
        set.push(&sample, Targets { eval_share: 0.0 });
    }
    set
}

fn order<P: Playable>(from: &str) -> Order {
    Order {
        from: P::Evaluator::built_in(from).unwrap().clone(),
        only: Vec::new(),
        keep_linear: false,
        l2: 1e-6,
        iterations: 200,
        epochs: 0,
        alone: false,
        rate: 0.02,
        seed: 1,
    }
}

fn fitted<P: Playable>(order: &Order, set: &Set) -> Fitted {
    fit::<P>(order, P::Rules::default(), set, &AtomicBool::new(false), &mut |_| ()).unwrap()
}

fn weights_of(weights: &Weights) -> Vec<i32> {
    weights.features.iter().map(|(_, weight)| *weight).collect()
}

/// Weights of Kpé to be found back.
const KPE: [i32; 12] = [20, 80, -55, 30, -14, 18, 0, -60, 45, 48, -30, 70];

/// Values that these weights give, with an error of up to two seeds.
fn noisy_seeds() -> Set {
    seeds(6000, |position, random| sum(position, &KPE) / 100.0 + random.random_range(-2.0..2.0))
}

#[test]
fn weights_of_a_mancala_are_found_back() {
    let set = noisy_seeds();
    let mut told = Vec::new();
    let mut tell = |step: Step| told.push(step);
    let order = order::<Kpe>("material");
    let fitted = fit::<Kpe>(&order, Default::default(), &set, &AtomicBool::new(false), &mut tell).unwrap();
    for ((name, weight), wanted) in fitted.weights.features.iter().zip(KPE) {
        assert!((weight - wanted).abs() <= 12, "{name}: {weight}, not {wanted}");
    }
    // What is left is the noise: 16/12 seeds squared.
    let (before, after) = (fitted.before.losses, fitted.after.losses);
    assert!(before.held_out > 3.0 && (after.held_out - 4.0 / 3.0).abs() < 0.1, "{before:?} {after:?}");
    assert_eq!(fitted.steps, told);
    assert!(told.windows(2).all(|pair| pair[0].number < pair[1].number && !pair[0].network));
    // The results were drawn with four seeds as the scale.
    assert!((370..=430).contains(&fitted.after.scale), "{:?}", fitted.after);
    assert_eq!(fitted.weights.scale, fitted.after.scale);
}

#[test]
fn weights_of_a_capture_game_are_found_back_in_results() {
    let from = order::<Mraha>("hand-set");
    let truth: Vec<i32> = weights_of(&from.from).iter().map(|weight| 300 - weight).collect();
    let set = results(20_000, &truth, 900.0);
    let judge = Judge::new(&set, unit::<Mraha>());
    let scale = judge.best_scale(&judge.estimates(&truth, None));
    assert!((850..=950).contains(&scale), "{scale}");

    let fitted = fitted::<Mraha>(&from, &set);
    let found = weights_of(&fitted.weights);
    let share = |weights: &[i32], scale: i32, at: usize| f64::from(weights[at]) / f64::from(scale);
    let mut random = random();
    let error: f64 = positions::<Mraha>(500, 60, &mut random)
        .iter()
        .map(|position| {
            let chance = |weights: &[i32], scale: i32| {
                1.0 / (1.0 + (-sum(position, weights) / f64::from(scale)).exp())
            };
            (chance(&truth, 900) - chance(&found, fitted.after.scale)).abs()
        })
        .sum();
    assert!(error / 500.0 < 0.02, "{}", error / 500.0);
    for (at, (name, _)) in fitted.weights.features.iter().enumerate() {
        let (one, other) = (share(&found, fitted.after.scale, at), share(&truth, 900, at));
        assert!((one - other).abs() < 0.25, "{name}: {one}, not {other}");
    }
    let perfect = judge.verdict(&truth, None, 900);
    assert!(fitted.after.losses.train <= perfect.losses.train + 1e-3);
    assert!(fitted.after.losses.held_out < fitted.before.losses.held_out - 0.01);
    assert!(fitted.after.losses.held_out < perfect.losses.held_out + 0.005);
}

#[test]
fn only_named_features_move() {
    let set = noisy_seeds();
    let only = ["choices", "tempo"].map(str::to_owned);
    let order = Order { only: only.to_vec(), ..order::<Kpe>("hand-set") };
    let fitted = fitted::<Kpe>(&order, &set);
    for (before, after) in order.from.features.iter().map(|(name, weight)| {
        let (_, new) = fitted.weights.features.iter().find(|(known, _)| known == name).unwrap();
        ((name, *weight), *new)
    }) {
        assert_eq!(before.1 != after, only.contains(before.0), "{}: {} {after}", before.0, before.1);
    }
    assert!(fitted.after.losses.held_out < fitted.before.losses.held_out);
}

#[test]
fn small_weights_can_be_preferred() {
    let set = noisy_seeds();
    let size = |l2: f64| {
        let fitted = fitted::<Kpe>(&Order { l2, ..order::<Kpe>("material") }, &set);
        let squares =
            weights_of(&fitted.weights).iter().map(|weight| f64::from(weight * weight)).sum::<f64>();
        (squares.sqrt(), fitted.after.losses.train)
    };
    let sizes = [1e-6, 0.3, 1.0].map(size);
    assert!(sizes[1].0 < 0.9 * sizes[0].0 && sizes[2].0 < 0.95 * sizes[1].0, "{sizes:?}");
    assert!(sizes[0].1 < sizes[1].1 && sizes[1].1 < sizes[2].1, "{sizes:?}");
}

#[test]
fn the_best_on_what_is_held_out_is_kept() {
    // There is nothing to be learnt, so what is learnt from few samples is chance.
    let set = seeds(2600, |_, random| random.random_range(-20.0..20.0));
    let order = Order { iterations: 1000, epochs: 12, ..order::<Kpe>("material") };
    let fitted = fitted::<Kpe>(&order, &set);
    let linear = fitted.steps.iter().filter(|step| !step.network).count();
    assert!((2..200).contains(&linear), "{linear}");
    let passes: Vec<&Step> = fitted.steps.iter().filter(|step| step.network).collect();
    assert_eq!(passes.len(), 12);
    let least = passes.iter().map(|step| step.held_out).fold(f64::INFINITY, f64::min);
    assert!(passes.last().unwrap().held_out > least);
    assert_eq!(fitted.after.losses.held_out, least);
}

/// Two things at once: four seeds if the first pits of both are empty, or neither is.
fn both(position: &Kpe) -> f64 {
    let mut rows = [0; 10];
    <Kpe as Evaluated>::Evaluator::rows(position, &mut rows);
    let is_empty = |slot: usize| usize::from(rows[slot]) == slot * <Kpe as Evaluated>::Evaluator::CATEGORIES;
    if is_empty(0) == is_empty(4) { 4.0 } else { 0.0 }
}

#[test]
fn a_network_learns_what_features_cannot_say() {
    let set = seeds(4000, |position, _| both(position));
    let linear = fitted::<Kpe>(&order::<Kpe>("material"), &set);
    let with = Order { epochs: 100, ..order::<Kpe>("material") };
    let network = fitted::<Kpe>(&with, &set);
    let (linear_loss, loss) = (linear.after.losses.held_out, network.after.losses.held_out);
    assert!(linear_loss > 1.5 && loss < 0.2 * linear_loss, "{linear_loss} {loss}");
    // The features are fitted first, and stay as they are.
    assert_eq!(network.weights.features, linear.weights.features);
    // The file has all of it.
    let read = Weights::parse(&network.weights.text()).unwrap();
    assert_eq!(read.network, network.weights.network);
    let evaluator = <Kpe as Evaluated>::Evaluator::of(&read).unwrap();
    let verdict =
        Judge::new(&set, unit::<Kpe>()).verdict(evaluator.weights(), evaluator.network(), read.scale);
    assert_eq!(verdict, network.after);
    // A network to begin from is kept where none is trained, and what the features learn is fitted beside it.
    let again = fitted::<Kpe>(&Order { from: read, ..order::<Kpe>("material") }, &set);
    assert_eq!(again.weights.network, network.weights.network);
    assert!(again.after.losses.train <= loss + 0.1);
    // One that judges alone learns it, too, and the features do not count.
    let alone = fitted::<Kpe>(&Order { alone: true, ..with }, &set);
    let evaluator = <Kpe as Evaluated>::Evaluator::of(&alone.weights).unwrap();
    let zeros = vec![0; evaluator.weights().len()];
    let judge = Judge::new(&set, unit::<Kpe>());
    assert_eq!(judge.verdict(&zeros, evaluator.network(), 400), alone.after);
    assert!(alone.after.losses.held_out < 0.5 * linear_loss, "{:?}", alone.after);
    // Weights that are to stay do.
    let kept = fitted::<Kpe>(&Order { keep_linear: true, epochs: 2, ..order::<Kpe>("hand-set") }, &set);
    let evaluator = <Kpe as Evaluated>::Evaluator::of(&order::<Kpe>("hand-set").from).unwrap();
    assert_eq!(weights_of(&kept.weights), evaluator.weights());
    assert!(kept.weights.network.is_some() && kept.steps.iter().all(|step| step.network));
}

#[test]
fn threads_do_not_matter_and_the_seed_does() {
    let set = results(9000, &[300, -20, 60, 200, -100, 40, 100, 30, 0, 50], 700.0);
    let order = Order { epochs: 3, ..order::<Mraha>("material") };
    let made = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let fitted = pool.install(|| fitted::<Mraha>(&Order { seed, ..order.clone() }, &set));
        (fitted.weights, fitted.steps)
    };
    let (one, two, other) = (made(1, 1), made(2, 1), made(2, 2));
    assert_eq!(one, two);
    assert_eq!(one.0.features, other.0.features);
    assert_ne!(one.0.network, other.0.network);
}

#[test]
fn what_cannot_be_fitted_is_told() {
    let set = seeds(2560, |_, _| 1.0);
    assert_eq!((set.count(Part::Train), set.count(Part::HeldOut)), (2304, 256));
    let told = |order: &Order, set: &Set, stop: bool| {
        fit::<Kpe>(order, Default::default(), set, &AtomicBool::new(stop), &mut |_| ()).unwrap_err()
    };
    let usual = order::<Kpe>("shipped");
    assert_eq!(told(&usual, &set, true), FitError::Interrupted);
    assert_eq!(
        told(&Order { keep_linear: true, epochs: 1, ..usual.clone() }, &set, true),
        FitError::Interrupted
    );
    let few = told(&usual, &seeds(2559, |_, _| 1.0), false).to_string();
    assert!(few.starts_with("2559 positions are too few: 2560 "), "{few}");
    let unknown = told(&Order { only: vec!["sedes".to_owned()], ..usual.clone() }, &set, false).to_string();
    assert!(unknown.contains("no feature \"sedes\": seeds, choices, "), "{unknown}");
    let wrong = told(&Order { from: order::<Mraha>("shipped").from, ..usual }, &set, false).to_string();
    assert!(wrong.contains("weights of mraha, not of kpe"), "{wrong}");
    let seven = Variant::parse("seega:7x7").unwrap().visit(Refusal);
    assert!(seven.contains("seega:7x7") && !seven.contains('\n'), "{seven}");
}

/// Why weights are not fitted for a board.
struct Refusal;

impl grenier_engine::Visitor for Refusal {
    type Output = String;

    fn visit<P: Playable>(self, rules: P::Rules) -> String {
        let order = order::<P>("shipped");
        order.check::<P>(rules).unwrap_err().to_string()
    }
}
