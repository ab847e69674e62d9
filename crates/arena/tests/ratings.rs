//! Rating lists: known strengths are found again, whatever the order, the anchor and the gaps.

#![allow(clippy::unwrap_used)]

use grenier_arena::stats::{Anchor, GameScore, RatedPlayer, RatingError, RatingList, Results, score_of_elo};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Davidson's ν: a third of the games of equals is drawn.
const DRAWS: f64 = 1.0;

const ADVANTAGE: f64 = 40.0;

/// Probabilities of win and loss for which win + draw/2 is `score` and draw² is ν²·win·loss, by halving.
fn win_loss(score: f64) -> [f64; 2] {
    let (mut low, mut high) = (0.0, 2.0 * score.min(1.0 - score));
    for _ in 0..60 {
        let draw = (low + high) / 2.0;
        let too_few = draw * draw < DRAWS * DRAWS * (score - draw / 2.0) * (1.0 - score - draw / 2.0);
        *(if too_few { &mut low } else { &mut high }) = draw;
    }
    [score - low / 2.0, 1.0 - score - low / 2.0]
}

type Games = Vec<(usize, usize, GameScore)>;

/// A round robin: Elo's expected scores, and draws as Davidson has them.
fn tournament(elos: &[f64], rounds: usize, seed: u64) -> Games {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut games = Vec::new();
    for _ in 0..rounds {
        for first in 0..elos.len() {
            for second in (0..elos.len()).filter(|&second| second != first) {
                let [win, loss] = win_loss(score_of_elo(elos[first] - elos[second] + ADVANTAGE));
                let drawn = random.random::<f64>();
                let score = if drawn < win {
                    GameScore::Win
                } else if drawn < win + loss {
                    GameScore::Loss
                } else {
                    GameScore::Draw
                };
                games.push((first, second, score));
            }
        }
    }
    games
}

fn name(player: usize) -> String {
    format!("player {player:02}")
}

fn results(games: &Games) -> Results {
    let mut results = Results::new();
    for &(first, second, score) in games {
        results.add(&name(first), &name(second), score);
    }
    results
}

fn of(list: &RatingList, name: &str) -> RatedPlayer {
    list.players.iter().find(|player| player.name == name).unwrap().clone()
}

#[test]
fn known_strengths_lie_within_the_error_bars() {
    let elos = [-310.0, -150.0, -60.0, -20.0, 0.0, 90.0, 130.0, 320.0];
    let (mut inside, mut all, mut advantage_inside) = (0, 0, 0);
    for seed in 0..60 {
        let list = RatingList::new(&results(&tournament(&elos, 12, seed)), None).unwrap();
        for (player, elo) in elos.iter().enumerate() {
            let rated = of(&list, &name(player));
            assert!((rated.elo - elo).abs() < 4.0 * rated.error, "{rated:?}");
            inside += u32::from((rated.elo - elo).abs() <= rated.error);
            all += 1;
        }
        let advantage = list.first_advantage;
        advantage_inside += u32::from((advantage.value - ADVANTAGE).abs() <= advantage.error);
        assert!((list.draw_rate - 1.0 / 3.0).abs() < 0.06, "{}", list.draw_rate);
        let mean: f64 = list.players.iter().map(|player| player.elo).sum();
        assert!(mean.abs() < 1e-6);
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.92..=0.98).contains(&share), "{share} of the bars hold the truth");
    assert!(advantage_inside >= 52, "{advantage_inside} of 60");
}

#[test]
fn the_order_of_games_does_not_matter() {
    let mut games = tournament(&[0.0, 50.0, -20.0, 100.0], 20, 1);
    let list = RatingList::new(&results(&games), None).unwrap();
    games.reverse();
    assert_eq!(RatingList::new(&results(&games), None).unwrap(), list);
    games.sort_unstable();
    assert_eq!(RatingList::new(&results(&games), None).unwrap(), list);
}

#[test]
fn an_anchor_moves_all_by_the_same() {
    let results = results(&tournament(&[0.0, 50.0, -20.0, 100.0], 20, 2));
    let free = RatingList::new(&results, None).unwrap();
    let anchor = Anchor { name: name(2), elo: 2500.0 };
    let anchored = RatingList::new(&results, Some(&anchor)).unwrap();
    let shift = 2500.0 - of(&free, &name(2)).elo;
    for player in &anchored.players {
        assert!((player.elo - of(&free, &player.name).elo - shift).abs() < 1e-6);
        assert_eq!(player.los, of(&free, &player.name).los);
    }
    assert_eq!((of(&anchored, &name(2)).elo, of(&anchored, &name(2)).error), (2500.0, 0.0));
    assert!(of(&anchored, &name(3)).error > of(&free, &name(3)).error);
    let unknown = Anchor { name: "nobody".to_owned(), elo: 0.0 };
    assert_eq!(
        RatingList::new(&results, Some(&unknown)),
        Err(RatingError::UnknownAnchor("nobody".to_owned()))
    );
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    let mut results = Results::new();
    for _ in 0..300 {
        for (one, other) in [(GameScore::Win, GameScore::Loss), (GameScore::Draw, GameScore::Draw)] {
            results.add("a", "b", one);
            results.add("b", "a", other);
        }
        results.add("a", "b", GameScore::Loss);
        results.add("b", "a", GameScore::Win);
    }
    let list = RatingList::new(&results, None).unwrap();
    assert!((list.players[0].elo - list.players[1].elo).abs() < 1e-6, "{list:?}");
    for _ in 0..900 {
        results.add("a", "b", GameScore::Win);
        results.add("b", "a", GameScore::Loss);
    }
    let list = RatingList::new(&results, None).unwrap();
    let wanted = grenier_arena::stats::elo_of_score(2700.0 / 3600.0);
    let reached = list.players[0].elo - list.players[1].elo;
    assert!((reached - wanted).abs() < 0.2, "{reached} {wanted}");
    assert!(list.players[0].los.unwrap() > 0.999 && list.players[1].los.is_none());
    assert_eq!((list.players[0].name.as_str(), list.players[0].points), ("a", 2700.0));
}

/// Many draws, and no game lost: the difference is still what the score says.
#[test]
fn draws_do_not_bend_the_scale() {
    let mut results = Results::new();
    for _ in 0..200 {
        for score in [GameScore::Win, GameScore::Draw, GameScore::Draw, GameScore::Draw] {
            results.add("a", "b", score);
            results.add("b", "a", score.mirrored());
        }
    }
    let list = RatingList::new(&results, None).unwrap();
    let wanted = grenier_arena::stats::elo_of_score(0.625);
    assert!((list.players[0].elo - list.players[1].elo - wanted).abs() < 0.5, "{list:?}");
    assert!(list.first_advantage.value.abs() < 0.1);
}

#[test]
fn perfect_scores_are_finite() {
    for (won, score) in [(true, GameScore::Win), (false, GameScore::Draw)] {
        for games in [1, 1000] {
            let mut results = Results::new();
            for _ in 0..games {
                results.add("a", "b", score);
                results.add("c", "d", score);
            }
            let list = RatingList::new(&results, None).unwrap();
            for player in &list.players {
                let numbers = [player.elo, player.error, player.los.unwrap_or(0.0)];
                assert!(numbers.iter().all(|number| number.is_finite()), "{player:?}");
                assert!(player.error > 0.0 && player.perfect == won && player.elo.abs() < 3000.0);
            }
            assert_eq!(list.groups, 2);
        }
    }
}

/// Lopsided, chained, tiny and huge tournaments: there is always an answer, and it is finite.
#[test]
fn odd_tournaments_are_rated() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let scores = [GameScore::Win, GameScore::Draw, GameScore::Loss];
    for round in 0..400 {
        let players = random.random_range(2..9);
        let games = [1, 3, 20, 3000][round % 4];
        let certain = random.random_range(0..3);
        let mut results = Results::new();
        for _ in 0..games {
            let (first, second) = (random.random_range(0..players), random.random_range(0..players));
            // The lower number always wins, or everything is drawn, or anything may happen.
            let score = match certain {
                0 if first < second => GameScore::Win,
                0 => GameScore::Loss,
                1 => GameScore::Draw,
                _ => scores[random.random_range(0..3)],
            };
            results.add(&name(first), &name(second), score);
        }
        if results.games() == 0 {
            continue;
        }
        let list = RatingList::new(&results, None).unwrap_or_else(|error| panic!("{error}: {results:?}"));
        for player in &list.players {
            let numbers = [player.elo, player.error, player.los.unwrap_or(0.0)];
            assert!(numbers.iter().all(|number| number.is_finite()) && player.error > 0.0, "{player:?}");
            assert!(player.elo.abs() < 20_000.0, "{player:?}");
        }
    }
}

#[test]
fn groups_without_common_games_are_apart() {
    let mut results = results(&tournament(&[0.0, 50.0, -20.0], 10, 3));
    for _ in 0..10 {
        results.add("x", "y", GameScore::Win);
        results.add("y", "x", GameScore::Draw);
    }
    let anchor = Anchor { name: "y".to_owned(), elo: 100.0 };
    let list = RatingList::new(&results, Some(&anchor)).unwrap();
    assert_eq!(list.groups, 2);
    let ranks: Vec<(usize, usize)> = list.players.iter().map(|player| (player.group, player.rank)).collect();
    assert_eq!(ranks, [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)]);
    assert_eq!((list.players[2].los, list.players[4].elo), (None, 100.0));
    let mean: f64 = list.players[..3].iter().map(|player| player.elo).sum();
    assert!(mean.abs() < 1e-6);
}

#[test]
fn no_games_make_no_list() {
    assert_eq!(RatingList::new(&Results::new(), None), Err(RatingError::NoGames));
    let mut results = Results::new();
    results.add("a", "a", GameScore::Win);
    assert_eq!(RatingList::new(&results, None), Err(RatingError::NoGames));
}

#[test]
fn many_players_are_rated_quickly() {
    let elos: Vec<f64> = (0..150).map(|player| f64::from(player) * 4.0 - 298.0).collect();
    let list = RatingList::new(&results(&tournament(&elos, 1, 5)), None).unwrap();
    assert_eq!(list.players.len(), 150);
    assert_eq!(list.games, 150 * 149);
}
