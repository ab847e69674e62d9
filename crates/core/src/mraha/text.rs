//! The printed rules of M'raha wa bwe.

use super::Mraha;
use crate::OnlyRules;
use crate::{Clause, Language, RulesText};

impl RulesText for Mraha {
    fn title(_rules: OnlyRules, language: Language) -> String {
        title(language)
    }

    fn clauses(_rules: OnlyRules) -> Vec<Clause> {
        clauses()
    }

    fn presets(_language: Language) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn sources() -> &'static [&'static str] {
        sources()
    }
}

/// One line that names the game.
pub(crate) fn title(language: Language) -> String {
    match language {
        Language::English => {
            "M'raha wa bwe: a capture game of Mayotte (Comoros), 5×5 squares, twelve pieces each"
        }
        Language::French => {
            "M’raha wa bwe : jeu de prise de Mayotte (Comores), 5×5 cases, douze pions par joueur"
        }
    }
    .to_owned()
}

/// The clauses, M1 to M8.
pub(crate) fn clauses() -> Vec<Clause> {
    let mut clauses = Vec::from(phases());
    clauses.extend(moves());
    clauses.extend(end());
    clauses
}

/// The sources of the rules.
pub(crate) fn sources() -> &'static [&'static str] {
    &[
        "The game as played on Mayotte, in the Comoros.",
        "Where the descriptions are silent (stopping a chain of captures, draws) the clauses are our readings and say so.",
    ]
}

fn phases() -> [Clause; 2] {
    [
        Clause::new(
            "M1",
            "First phase: x begins. Each turn places two pieces on empty squares, never on the centre, until all 24 \
             pieces stand.",
            "Première phase : x commence. À chaque tour, on pose deux pions sur des cases vides, jamais au centre, jusqu’à \
             ce que les 24 pions soient en place.",
        ),
        Clause::new(
            "M2",
            "Second phase: x, who placed first, also moves first. The centre is now a square like any other.",
            "Deuxième phase : x, qui a posé le premier, joue aussi le premier. Le centre est désormais une case comme les \
             autres.",
        ),
    ]
}

fn moves() -> [Clause; 4] {
    [
        Clause::new(
            "M3",
            "Slide: a piece moves one square, horizontally or vertically, to an empty square.",
            "Glissement : un pion avance d’une case, horizontalement ou verticalement, vers une case vide.",
        ),
        Clause::new(
            "M4",
            "Capture: a piece jumps, horizontally or vertically, over an adjacent enemy piece to the empty square just \
             behind it; the enemy piece is removed at once.",
            "Prise : un pion saute, horizontalement ou verticalement, par-dessus un pion adverse adjacent jusqu’à la case \
             vide située juste derrière ; le pion adverse est retiré aussitôt.",
        ),
        Clause::new(
            "M5",
            "Several captures in one turn: after each jump the piece must turn by 90° for the next one. That the player \
             may stop after any jump is our reading.",
            "Plusieurs prises en un tour : après chaque saut, le pion doit tourner de 90° pour le suivant. Que le joueur \
             puisse s’arrêter après n’importe quel saut est notre lecture.",
        )
        .reading(),
        Clause::new("M6", "Capturing is never compulsory.", "La prise n’est jamais obligatoire."),
    ]
}

fn end() -> [Clause; 2] {
    [
        Clause::new(
            "M7",
            "A player to move who has no move, or no piece, has lost. This holds at the very start of the second phase \
             too.",
            "Le joueur au trait qui n’a aucun coup, ou plus aucun pion, a perdu. Cela vaut aussi dès le début de la \
             deuxième phase.",
        ),
        Clause::new(
            "M8",
            "The game is a draw when a position occurs for the third time (same board, same player to move), and after \
             100 plies (turns of one player) without a capture. M7 is tested first.",
            "La partie est nulle quand une position apparaît pour la troisième fois (même plateau, même joueur au trait), \
             et après 100 demi-coups (tours d’un joueur) sans prise. M7 est examiné d’abord.",
        )
        .reading(),
    ]
}
