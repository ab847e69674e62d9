use grenier_core::awale::Awale;
use grenier_core::mraha::Mraha;
use grenier_core::{Notation, Position};
use grenier_search::{Limits, Silent};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::{Settings, Variant, Visitor};

fn session<P: Playable>() -> Session<P> {
    Session::new(&Settings { hash: 4, ..Settings::default() }).unwrap()
}

fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

#[test]
fn marks_follow_the_thresholds() {
    let seeds = |loss| Mark::of_loss(Unit::Seeds, loss).map(Mark::sign);
    assert_eq!(
        [0.0, 0.99, 1.0, 1.99, 2.0, 3.99, 4.0, 40.0].map(seeds),
        [None, None, Some("?!"), Some("?!"), Some("?"), Some("?"), Some("??"), Some("??")]
    );
    let expected = |loss| Mark::of_loss(Unit::Expectation, loss).map(Mark::sign);
    assert_eq!(
        [0.04, 0.05, 0.35 - 0.25, 0.2, 1.0].map(expected),
        [None, Some("?!"), Some("?"), Some("??"), Some("??")]
    );
}

#[test]
fn only_better_results_can_be_thrown_away() {
    let thrown = |best, played| Thrown::between(best, played).map(Thrown::word);
    assert_eq!(thrown(300, 0), Some("win-to-draw"));
    assert_eq!(thrown(1, -200), Some("win-to-loss"));
    assert_eq!(thrown(0, -200), Some("draw-to-loss"));
    assert_eq!([thrown(300, 100), thrown(0, 0), thrown(-100, -900)], [None; 3]);
}

/// Endings of random games of Awalé that a search proves at once.
fn endings(count: usize) -> Vec<Game<Awale>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut endings = Vec::new();
    while endings.len() < count {
        let mut position = Awale::start(Default::default());
        while let Some(next) = position.random_child(&mut |n| rng.random_range(0..n)) {
            position = next;
            if position.epoch() <= 6 && legal(&position).len() > 1 {
                endings.push(Game::new(position));
                break;
            }
        }
    }
    endings
}

#[test]
fn proven_losses_are_differences_of_exact_values() {
    let request = Request::new(Limits::nodes(300_000));
    let (mut thrown, mut compared) = (0, 0);
    for game in endings(30) {
        let all = session().analyse(&game, &request.clone().multipv(6), &mut Silent);
        for line in &all.lines {
            let judged = judge(&mut session(), &game, line.mv, &request, &mut Silent).unwrap();
            let are_proven =
                all.lines[0].proven && line.proven && judged.report.proven && judged.played.proven;
            if !are_proven {
                continue;
            }
            compared += 1;
            let exact = f64::from(all.lines[0].score - line.score) / 100.0;
            assert_eq!((judged.loss, judged.played.score), (exact, line.score), "{}", game.position().text());
            assert_eq!(judged.thrown, Thrown::between(all.lines[0].score, line.score));
            if judged.thrown.is_some() {
                thrown += 1;
                assert!(judged.mark >= Some(Mark::Mistake));
            }
        }
    }
    assert!(compared > 20, "{compared} moves of endings are proven");
    assert!(thrown > 0, "some ending lets a result be thrown away");
}

/// Judges random games with so few nodes that the searches contradict each other.
struct Hasty;

impl Visitor for Hasty {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut session = session::<P>();
        let evaluator = session.evaluator();
        let number = |line: &Line<P::Move>| evaluator.score(line.score, line.proven).number();
        let request = Request::new(Limits::nodes(150));
        let mut errors = Errors::default();
        let mut game = Game::new(P::start(rules));
        while game.result().is_none() && game.moves().len() < 60 {
            let moves = legal(game.position());
            let mv = moves[rng.random_range(0..moves.len())];
            let judged = judge(&mut session, &game, mv, &request, &mut Silent).unwrap();
            assert!(judged.loss >= 0.0 && judged.played.mv == mv);
            let best = &judged.report.lines[0];
            assert!(number(best) >= number(&judged.played), "{} {mv}", game.position().text());
            if best.mv == mv {
                assert_eq!((judged.loss, judged.mark), (0.0, None));
            }
            errors.add(&judged);
            game.play(mv).unwrap();
        }
        assert_eq!(errors.moves, game.moves().len());
        assert!(errors.best <= errors.moves && errors.loss >= 0.0);
        assert!(errors.marks.iter().sum::<usize>() <= errors.moves - errors.best);
    }
}

#[test]
fn losses_are_never_negative() {
    for variant in ["kpe", "awale", "obridjie", "mraha", "seega"] {
        Variant::parse(variant).unwrap().visit(Hasty);
    }
}

#[test]
fn another_way_to_the_best_position_loses_nothing() {
    let position = Mraha::parse_fields(Default::default(), "5/5/1o3/o1o2/xo3 x 0,0 0").unwrap();
    let request = Request::new(Limits::nodes(2_000));
    for mv in ["a1xa3xc3xc1xa1", "a1xc1xc3xa3xa1"] {
        let mv = position.parse_move(mv).unwrap();
        let judged = judge(&mut session(), &Game::new(position), mv, &request, &mut Silent).unwrap();
        assert_eq!((judged.loss, judged.played.mv, judged.played.pv[0]), (0.0, mv, mv));
    }
}

#[test]
fn a_raised_flag_gives_no_judgement() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let game = Game::new(Awale::start(Default::default()));
    let request = Request::new(Limits::depth(30)).stopped_by(&stop);
    let mv = legal(game.position())[0];
    assert!(judge(&mut session(), &game, mv, &request, &mut Silent).is_none());
}
