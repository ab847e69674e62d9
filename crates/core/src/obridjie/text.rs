//! The printed rules of Obridjie.

use super::Obridjie;
use crate::{Clause, Language, OnlyRules, RulesText};

impl RulesText for Obridjie {
    fn title(_rules: OnlyRules, language: Language) -> String {
        match language {
            Language::English => "Obridjie: a relay sowing game of the Ijaw of the Niger delta, 2×6 pits, four seeds a pit",
            Language::French => {
                "Obridjie : jeu de semailles à relais des Ijaw du delta du Niger, 2×6 cases, quatre graines par case"
            }
        }
        .to_owned()
    }

    fn clauses(_rules: OnlyRules) -> Vec<Clause> {
        let mut clauses = Vec::from(sowing());
        clauses.extend(fours());
        clauses.extend(relays());
        clauses.extend(end());
        clauses
    }

    fn presets(_language: Language) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn sources() -> &'static [&'static str] {
        &[
            "The game as the Ijaw of the Niger delta play it.",
            "Where the descriptions are silent (the pit of origin, the fours of the start, endless relays, repetition) \
             the clauses are our readings and say so.",
        ]
    }
}

fn sowing() -> [Clause; 2] {
    [
        Clause::new(
            "O1",
            "South begins. On his turn a player lifts all the seeds of one of his own non-empty pits and sows them one \
             by one, counter-clockwise, into the pits that follow. The stores, one at each player's right, are not sown. \
             There is no duty to feed an enemy who has no seeds.",
            "Sud commence. À son tour, le joueur prend toutes les graines d’une de ses cases non vides et les sème une à \
             une, dans le sens inverse des aiguilles d’une montre, dans les cases suivantes. On ne sème pas dans les \
             greniers, placés à la droite de chaque joueur. Rien n’oblige à nourrir un adversaire sans graines.",
        ),
        Clause::new(
            "O2",
            "The pit of origin is not skipped: a sowing that comes round drops a seed into it like into any other pit.",
            "La case de départ n’est pas sautée : des semailles qui y repassent y déposent une graine comme dans toute \
             autre case.",
        )
        .reading(),
    ]
}

fn fours() -> [Clause; 2] {
    [
        Clause::new(
            "O3",
            "Every drop that makes a pit exactly four captures those four at once for the owner of that pit, whoever \
             moves; the sowing goes on with the seeds in hand.",
            "Chaque graine déposée qui porte une case à exactement quatre fait prendre aussitôt ces quatre graines par \
             le propriétaire de la case, quel que soit le joueur au trait ; les semailles continuent avec les graines \
             en main.",
        ),
        Clause::new(
            "O4",
            "Unless it is the last seed in hand: then it is the player who moves that captures the four, in whichever \
             row, and the move ends.",
            "Sauf si c’est la dernière graine en main : c’est alors le joueur au trait qui prend les quatre graines, \
             dans quelque rangée que ce soit, et le coup s’achève.",
        ),
    ]
}

fn relays() -> [Clause; 3] {
    [
        Clause::new(
            "O5",
            "Relay: if the last seed in hand falls in an occupied pit and makes no four, all the seeds of that pit are \
             lifted and sown on. If it falls in an empty pit, the move ends. A pit that was emptied during the move is \
             empty.",
            "Relais : si la dernière graine en main tombe dans une case occupée sans former un quatre, toutes les \
             graines de cette case sont prises et semées à leur tour. Si elle tombe dans une case vide, le coup \
             s’achève. Une case vidée pendant le coup est vide.",
        ),
        Clause::new(
            "O6",
            "The fours of the starting position are not captured: only a seed that is dropped makes a four.",
            "Les quatre graines des cases de la position initiale ne sont pas prises : seule une graine déposée forme \
             un quatre.",
        )
        .reading(),
        Clause::new(
            "O7",
            "A relay that would never end is not a legal move. (Such relays exist, from nine seeds on.) There is no \
             other limit to the length of a relay.",
            "Un relais qui ne finirait jamais n’est pas un coup permis. (De tels relais existent, à partir de neuf \
             graines.) La longueur d’un relais n’est pas limitée autrement.",
        )
        .reading(),
    ]
}

fn end() -> [Clause; 2] {
    [
        Clause::new(
            "O8",
            "The game ends when the player to move has no legal move. Seeds left on the board count for nobody. The \
             player with more seeds in his store wins; equal stores are a draw.",
            "La partie s’achève quand le joueur au trait n’a aucun coup permis. Les graines restées sur le plateau ne \
             comptent pour personne. Celui qui a le plus de graines dans son grenier gagne ; à égalité, c’est la nulle.",
        ),
        Clause::new(
            "O9",
            "The third occurrence of a position (same board, same player to move; stores do not count) ends the game. \
             The seeds on the board count for nobody.",
            "La troisième apparition d’une position (même plateau, même joueur au trait ; les greniers ne comptent pas) \
             met fin à la partie. Les graines restées sur le plateau ne comptent pour personne.",
        )
        .reading(),
    ]
}
