//! Moves as people enter them: typed in part or whole, or picked square by square on the board.

use grenier_engine::board::{LegalMove, MoveKind};

/// Why something entered is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// No legal move is meant.
    Unknown,
    /// These are all meant.
    Several(Vec<String>),
}

/// The legal move that is meant by `typed`: written as the rules do, or in capitals or small letters where that is no
/// other move, or with the two squares of a placement in any order, or without the marks between squares.
pub fn find<'a>(legal: &'a [LegalMove], typed: &str) -> Result<&'a LegalMove, NoMove> {
    if let Some(exact) = legal.iter().find(|mv| mv.mv == typed) {
        return Ok(exact);
    }
    let wanted = bare(typed);
    let found: Vec<&LegalMove> = legal.iter().filter(|mv| bare(&mv.mv) == wanted).collect();
    match found.as_slice() {
        [only] => return Ok(only),
        [] => {}
        several => return Err(NoMove::Several(several.iter().map(|mv| mv.mv.clone()).collect())),
    }
    let is_meant =
        |mv: &&LegalMove| mv.kind == MoveKind::Place && mv.path.iter().rev().eq(squares(&wanted).iter());
    legal.iter().find(is_meant).ok_or(NoMove::Unknown)
}

/// The letters and digits of a move; an `x` between squares is no column on any board.
fn bare(text: &str) -> String {
    let marks = |c: &char| !matches!(c, '-' | 'x' | 'X' | ' ' | ',');
    text.chars().filter(marks).map(|c| c.to_ascii_lowercase()).collect()
}

/// A text cut into pairs of characters.
fn squares(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(2).map(|pair| pair.iter().collect()).collect()
}

/// The legal moves that begin with `typed`, in their order. Capitals count only where they leave something.
pub fn candidates<'a>(legal: &'a [LegalMove], typed: &str) -> Vec<&'a str> {
    let moves = || legal.iter().map(|mv| mv.mv.as_str());
    let exact: Vec<&str> = moves().filter(|mv| mv.starts_with(typed)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let typed = typed.to_ascii_lowercase();
    moves().filter(|mv| mv.to_ascii_lowercase().starts_with(&typed)).collect()
}

/// The longest text with which all of these begin.
pub fn common_prefix(words: &[&str]) -> String {
    let Some((first, others)) = words.split_first() else { return String::new() };
    let shared = |word: &&str| {
        first
            .char_indices()
            .zip(word.chars())
            .find(|((_, a), b)| a != b)
            .map_or(first.len().min(word.len()), |((at, _), _)| at)
    };
    let length = others.iter().map(shared).min().unwrap_or(first.len());
    first[..length].to_owned()
}

/// What pits or squares picked on the board amount to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// The move, if they make one.
    pub complete: Option<String>,
    /// Pits or squares that can be picked next.
    pub next: Vec<String>,
}

/// What `path`, picked in this order, amounts to. Squares of a placement may be picked in any order.
pub fn picked(legal: &[LegalMove], path: &[String]) -> Picked {
    let mut picked = Picked { complete: None, next: Vec::new() };
    for mv in legal.iter().filter(|mv| !mv.path.is_empty()) {
        let (fits, left): (bool, Vec<&String>) = match mv.kind {
            MoveKind::Place => (
                path.iter().all(|square| mv.path.contains(square)),
                mv.path.iter().filter(|square| !path.contains(square)).collect(),
            ),
            _ => (mv.path.starts_with(path), mv.path.iter().skip(path.len()).take(1).collect()),
        };
        if !fits {
            continue;
        }
        if left.is_empty() {
            picked.complete = Some(mv.mv.clone());
        }
        for square in left {
            if !picked.next.contains(square) {
                picked.next.push(square.clone());
            }
        }
    }
    picked
}

#[cfg(test)]
mod tests {
    use grenier_core::Language;
    use grenier_engine::AnyGame;

    use super::*;

    fn legal(position: &str) -> Vec<LegalMove> {
        AnyGame::read(position, None).unwrap().state(Language::English).legal
    }

    fn found(legal: &[LegalMove], typed: &str) -> Option<String> {
        find(legal, typed).ok().map(|mv| mv.mv.clone())
    }

    #[test]
    fn moves_are_found_in_every_way_of_writing_them() {
        let awale = legal("awale startpos");
        assert_eq!(found(&awale, "C").as_deref(), Some("C"));
        assert_eq!(found(&awale, "c").as_deref(), Some("C"));
        let seega = legal("seega startpos");
        for typed in ["a1b1", "b1a1", "A1B1", "b1-a1", "b1 a1", "b1,a1"] {
            assert_eq!(found(&seega, typed).as_deref(), Some("a1b1"), "{typed}");
        }
        for typed in ["", "a1", "c3", "a1a1", "a1b1c1", "é", "zz", "a1c3"] {
            assert_eq!(find(&seega, typed), Err(NoMove::Unknown), "{typed}");
        }
        let capture = legal("seega xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0");
        assert_eq!(found(&capture, "c2c3d3").as_deref(), Some("c2xc3xd3"));
        assert_eq!(found(&capture, "C2XC3XD3").as_deref(), Some("c2xc3xd3"));
    }

    #[test]
    fn candidates_begin_with_what_is_typed() {
        let seega = legal("seega:9x9 startpos");
        assert_eq!(candidates(&seega, "i9"), Vec::<&str>::new());
        assert_eq!(candidates(&seega, "h9"), ["h9i9"]);
        assert_eq!(candidates(&seega, "H9"), ["h9i9"]);
        assert_eq!(candidates(&seega, "").len(), 3160);
        assert_eq!(candidates(&legal("awale startpos"), "c"), ["C"]);
    }

    #[test]
    fn prefixes_are_common_to_all() {
        assert_eq!(common_prefix(&["c2-c3", "c2-d2"]), "c2-");
        assert_eq!(common_prefix(&["c2", "c2-d2"]), "c2");
        assert_eq!(common_prefix(&["é1", "è1"]), "");
        assert_eq!(common_prefix(&["a"]), "a");
        assert_eq!(common_prefix(&[]), "");
    }

    #[test]
    fn squares_are_picked_one_after_the_other() {
        let path = |squares: &[&str]| squares.iter().map(|&square| square.to_owned()).collect::<Vec<_>>();
        let capture = legal("seega xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0");
        assert_eq!(picked(&capture, &[]).next, ["c2", "c4"]);
        assert_eq!(picked(&capture, &path(&["c2"])).next, ["c3"]);
        let whole = picked(&capture, &path(&["c2", "c3", "d3"]));
        assert_eq!((whole.complete.as_deref(), whole.next.len()), (Some("c2xc3xd3"), 0));
        let start = legal("mraha startpos");
        let second = picked(&start, &path(&["e5"]));
        assert!(second.complete.is_none() && second.next.len() == 23);
        assert_eq!(picked(&start, &path(&["e5", "a1"])).complete.as_deref(), Some("a1e5"));
        assert_eq!(picked(&start, &path(&["c3"])).next, path(&[]));
        assert_eq!(picked(&legal("kpe startpos"), &path(&["B"])).complete.as_deref(), Some("B"));
    }
}
