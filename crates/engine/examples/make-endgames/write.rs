//! The text of the files.

use std::fmt::Write as _;

use grenier_solver::Unit;

use crate::SEED;
use crate::find::size_of;
use crate::games::Studied;
use crate::study::Study;

/// The whole file.
pub fn file<P: Studied>(studies: &[Study<P>]) -> String {
    let mut text = head(studies);
    for (number, study) in (1..).zip(studies) {
        let _ = write!(text, "{}", study.position.text());
        for rated in &study.moves {
            let _ = write!(text, " ; {}:{}", rated.mv, worded::<P>(rated.value));
        }
        let found = match study.plies {
            Some(plies) => format!("{plies} plies"),
            None => format!("more than {} plies", P::HORIZON),
        };
        let mut words = vec![format!("{} {}", size_of(study), P::MATERIAL), found];
        words.extend(study.motives.iter().map(|motive| motive.word().to_owned()));
        let _ = writeln!(text, " ; id \"{} endgame {number:03}: {}\"", P::NAME, words.join(", "));
    }
    text
}

fn head<P: Studied>(studies: &[Study<P>]) -> String {
    let count = studies.len();
    let [least, most] = [studies.first(), studies.last()].map(|study| study.map_or(0, size_of));
    let (name, things) = (P::NAME, P::MATERIAL);
    let (unit, margin, counted, board) = match P::UNIT {
        Unit::Seeds => (
            "the seeds that the side to move still takes more than its enemy, what the move takes included",
            "by two seeds or by the result of the game",
            "stores",
            "seeds on the board",
        ),
        Unit::Result => (
            "win, draw or loss of the side to move",
            "by the result of the game",
            "pieces",
            "pieces on the board",
        ),
    };
    format!(
        "# {count} endgames of {name} worth solving by hand, {least} to {most} {board}, with every legal move and its exact\n\
         # value, best first. The value: {unit}.\n\
         # A position is that of a game in which half of the moves take the most at once and half are random, as the start\n\
         # of a game without a history and without quiet plies. No two are equal, symmetry included. In each of them\n\
         # - there are three moves or more, and exactly one is best, {margin};\n\
         # - that is not the move of a player who looks one ply or two ahead, counts {counted}, and plays the first of several\n\
         #   that seem best to him.\n\
         # The id tells the size, the depth from which on plain minimax that counts nothing but {counted} takes the best move\n\
         # for better than all others, and the motives: sacrifice (once the enemy has answered it the best move has lost\n\
         # {things}, and another move would not have), refusal (another move takes more at once), zugzwang (the side to move\n\
         # would be better off if the enemy had to move), the only move (any other makes the result worse).\n\
         # Made by: scripts/make-endgames positions {name} (seed {SEED}; tables of all positions of up to {} {things})\n",
        P::SIZES[1],
    )
}

fn worded<P: Studied>(value: i32) -> String {
    match P::UNIT {
        Unit::Seeds => format!("{value:+}"),
        Unit::Result => ["loss", "draw", "win"][(1 + value) as usize].to_owned(),
    }
}
