//! M'raha wa bwe, slowly: see [`plain`](crate::capture::plain).

use crate::capture::plain::{Plain, Spot, WAYS, away, named, other};

/// The winner (`=`: draw) if the position is over.
pub(super) fn outcome(position: &Plain) -> Option<char> {
    if position.is_placing() {
        None
    } else if position.slides().is_empty() && jumps(position).is_empty() {
        Some(other(position.turn))
    } else {
        (position.quiet >= 100).then_some('=')
    }
}

/// Every legal move with the position after it.
pub(super) fn moves(position: &Plain) -> Vec<(String, Plain)> {
    if outcome(position).is_some() {
        return Vec::new();
    }
    if position.is_placing() {
        let text = |spots: Vec<Spot>| spots.into_iter().map(named).collect::<String>();
        return position.placements().into_iter().map(|(spots, next)| (text(spots), next)).collect();
    }
    [position.slides(), jumps(position)].concat()
}

fn jumps(position: &Plain) -> Vec<(String, Plain)> {
    let mut found = Vec::new();
    for from in position.all(position.turn) {
        go_on(position, from, None, &named(from), &mut found);
    }
    for (_, next) in &mut found {
        *next = next.passed_on(0);
    }
    found
}

fn go_on(position: &Plain, from: Spot, last: Option<Spot>, text: &str, found: &mut Vec<(String, Plain)>) {
    for way in WAYS {
        // Ways at right angles have the product 0.
        let turned = last.is_none_or(|last| last.0 * way.0 + last.1 * way.1 == 0);
        let (over, to) = (away(from, way, 1), away(from, way, 2));
        if turned && position.on(over) == other(position.turn) && position.on(to) == '.' {
            let mut next = position.clone();
            next.squares.extend([(from, '.'), (over, '.'), (to, position.turn)]);
            let text = format!("{text}x{}", named(to));
            found.push((text.clone(), next.clone()));
            go_on(&next, to, Some(way), &text, found);
        }
    }
}
