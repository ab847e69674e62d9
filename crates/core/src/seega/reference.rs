//! Seega, slowly: see [`plain`](crate::capture::plain).

use super::SeegaRules;
use crate::capture::plain::{Plain, Spot, WAYS, away, named, other};

/// How the position ends the game, if it does: the winner (`=`: nobody) and whether by a wall.
pub(super) fn outcome(position: &Plain, rules: SeegaRules) -> Option<(char, bool)> {
    if position.is_placing() {
        return None;
    }
    let [x, o] = ['x', 'o'].map(|player| position.all(player).len());
    let more = match x.cmp(&o) {
        std::cmp::Ordering::Greater => 'x',
        std::cmp::Ordering::Less => 'o',
        std::cmp::Ordering::Equal => '=',
    };
    if !rules.nowall && more != '=' && has_wall(position, more) {
        return Some((more, true));
    }
    let spent = x == 0 || o == 0 || position.quiet >= 100 || moves_in_play(position).is_empty();
    spent.then_some((more, false))
}

/// Every legal move with the position after it.
pub(super) fn moves(position: &Plain, rules: SeegaRules) -> Vec<(String, Plain)> {
    if outcome(position, rules).is_some() {
        Vec::new()
    } else if position.is_placing() {
        position.placements().into_iter().map(|(spots, next)| placed(position, rules, &spots, next)).collect()
    } else {
        moves_in_play(position)
    }
}

fn placed(position: &Plain, rules: SeegaRules, spots: &[Spot], mut next: Plain) -> (String, Plain) {
    if rules.placement_captures {
        let gone: Vec<Spot> = spots.iter().flat_map(|&spot| enclosed(&next, spot, position.turn)).collect();
        next.squares.extend(gone.into_iter().map(|spot| (spot, '.')));
    }
    if !next.is_placing() {
        next.turn = position.turn;
    }
    (spots.iter().map(|&spot| named(spot)).collect(), next)
}

/// The enemy pieces that the piece of `player` on `spot` encloses with another piece of his.
fn enclosed(position: &Plain, spot: Spot, player: char) -> Vec<Spot> {
    let beside = WAYS.into_iter().filter(|&way| {
        let victim = away(spot, way, 1);
        victim != position.centre()
            && position.on(victim) == other(player)
            && position.on(away(spot, way, 2)) == player
    });
    beside.map(|way| away(spot, way, 1)).collect()
}

/// S6 to S8: captures if there are any, else slides, else the pass; of these the ones that leave an enemy without a
/// move some move. None: the game is over.
fn moves_in_play(position: &Plain) -> Vec<(String, Plain)> {
    let mut moves = captures(position);
    if moves.is_empty() {
        moves = position.slides();
    }
    if moves.is_empty() {
        moves = vec![("pass".to_owned(), position.passed_on(position.quiet + 1))];
    }
    if !position.has_step(other(position.turn)) {
        moves.retain(|(_, next)| next.has_step(next.turn));
    }
    moves
}

fn captures(position: &Plain) -> Vec<(String, Plain)> {
    let mut found = Vec::new();
    for from in position.all(position.turn) {
        go_on(position, from, &named(from), &mut found);
    }
    for (_, next) in &mut found {
        *next = next.passed_on(0);
    }
    found
}

fn go_on(position: &Plain, from: Spot, text: &str, found: &mut Vec<(String, Plain)>) {
    let mut goes_on = false;
    for to in WAYS.map(|way| away(from, way, 1)) {
        if position.on(to) != '.' {
            continue;
        }
        let mut next = position.clone();
        next.squares.extend([(from, '.'), (to, position.turn)]);
        let gone = enclosed(&next, to, position.turn);
        if !gone.is_empty() {
            goes_on = true;
            next.squares.extend(gone.into_iter().map(|spot| (spot, '.')));
            go_on(&next, to, &format!("{text}x{}", named(to)), found);
        }
    }
    if !goes_on && text.contains('x') {
        found.push((text.to_owned(), position.clone()));
    }
}

/// The squares that the enemies of `player` reach over squares that are not among `barred`.
fn reach(position: &Plain, player: char, barred: &[Spot]) -> Vec<Spot> {
    let mut reached = position.all(other(player));
    let mut next = 0;
    while next < reached.len() {
        for to in WAYS.map(|way| away(reached[next], way, 1)) {
            if position.on(to) != ' ' && !barred.contains(&to) && !reached.contains(&to) {
                reached.push(to);
            }
        }
        next += 1;
    }
    reached
}

/// The frontier's groups of the pieces of `player`.
pub(super) fn groups(position: &Plain, player: char) -> Vec<Vec<Spot>> {
    let own = position.all(player);
    let reached = reach(position, player, &own);
    let mut frontier: Vec<Spot> = own
        .into_iter()
        .filter(|&spot| WAYS.iter().any(|&way| reached.contains(&away(spot, way, 1))))
        .collect();
    let mut groups = Vec::new();
    while let Some(first) = frontier.pop() {
        let mut group = vec![first];
        while let Some(at) = frontier.iter().position(|spot| {
            group.iter().any(|other| (other.0 - spot.0).abs() <= 1 && (other.1 - spot.1).abs() <= 1)
        }) {
            group.push(frontier.remove(at));
        }
        groups.push(group);
    }
    groups
}

/// The three conditions of S9 for one group of the frontier of `player`.
pub(super) fn conditions(position: &Plain, player: char, group: &[Spot]) -> [bool; 3] {
    let last = position.side - 1;
    let files = [0, last].iter().all(|&file| group.iter().any(|spot| spot.0 == file));
    let rows = [0, last].iter().all(|&row| group.iter().any(|spot| spot.1 == row));
    let reached = reach(position, player, &position.all(player));
    let safe = |&spot: &Spot| {
        let open = WAYS.map(|way| reached.contains(&away(spot, way, 1)));
        spot == position.centre() || !(open[0] && open[3] || open[1] && open[2])
    };
    let front = reach(position, player, group);
    let moves_behind = position.all(player).iter().any(|spot| {
        let is_behind = !front.contains(spot) && !group.contains(spot);
        is_behind && WAYS.iter().any(|&way| position.on(away(*spot, way, 1)) == '.')
    });
    [files || rows, group.iter().all(safe), moves_behind]
}

pub(super) fn has_wall(position: &Plain, player: char) -> bool {
    groups(position, player).iter().any(|group| conditions(position, player, group) == [true; 3])
}
