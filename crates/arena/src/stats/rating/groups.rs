//! Which players are connected by games.

use super::model::Pairing;

/// The group of every player: the largest is 0, of equal ones the one with the first name.
pub(super) fn groups(players: usize, pairings: &[Pairing]) -> Vec<usize> {
    let mut leader: Vec<usize> = (0..players).collect();
    for pairing in pairings {
        let (one, other) = (lead(&mut leader, pairing.first), lead(&mut leader, pairing.second));
        leader[one.max(other)] = one.min(other);
    }
    let leaders: Vec<usize> = (0..players).map(|player| lead(&mut leader, player)).collect();
    let size = |leader: usize| leaders.iter().filter(|&&other| other == leader).count();
    let mut order: Vec<(std::cmp::Reverse<usize>, usize)> = (0..players)
        .filter(|&player| leaders[player] == player)
        .map(|leader| (std::cmp::Reverse(size(leader)), leader))
        .collect();
    order.sort_unstable();
    let mut number = vec![0; players];
    for (group, (_, leader)) in order.into_iter().enumerate() {
        number[leader] = group;
    }
    leaders.into_iter().map(|leader| number[leader]).collect()
}

fn lead(leader: &mut [usize], mut player: usize) -> usize {
    while leader[player] != player {
        leader[player] = leader[leader[player]];
        player = leader[player];
    }
    player
}
