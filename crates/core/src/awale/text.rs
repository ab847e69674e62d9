//! The printed rules of Awalé.

use super::{Awale, AwaleRules, Variant};
use crate::{Clause, Language, RulesText};

impl RulesText for Awale {
    fn title(rules: AwaleRules, language: Language) -> String {
        let (english, french) = match rules.variant {
            Variant::Standard => ("", ""),
            Variant::Abapa => (" (abapa, as played online)", " (abapa, tel qu’on le joue en ligne)"),
            Variant::Awari => (" (rules of the awari databases)", " (règles des bases de données d’awari)"),
        };
        match language {
            Language::English => {
                format!("Awalé: the sowing game of West Africa, 2×6 pits, four seeds a pit{english}")
            }
            Language::French => {
                format!(
                    "Awalé : le jeu de semailles d’Afrique de l’Ouest, 2×6 cases, quatre graines par case{french}"
                )
            }
        }
    }

    fn clauses(rules: AwaleRules) -> Vec<Clause> {
        let mut clauses = Vec::from(sowing_and_capture());
        if rules.variant != Variant::Awari {
            clauses.extend(feeding());
        }
        if rules.variant == Variant::Standard {
            clauses.push(indetermination());
        }
        clauses.extend([repetition(rules.variant == Variant::Abapa), winner()]);
        if rules.variant == Variant::Awari {
            clauses.push(awari());
        }
        clauses
    }

    fn presets(language: Language) -> Vec<(&'static str, &'static str)> {
        match language {
            Language::English => vec![
                (
                    "abapa",
                    "A8: the second occurrence ends the game and each player takes his own row; A7 is off.",
                ),
                ("awari", "A10, the rules of the published awari databases, stands in for A4 to A7."),
            ],
            Language::French => vec![
                (
                    "abapa",
                    "A8 : la deuxième apparition met fin à la partie et chacun prend sa propre rangée ; A7 est écarté.",
                ),
                ("awari", "A10, les règles des bases de données d’awari publiées, remplace A4 à A7."),
            ],
        }
    }

    fn sources() -> &'static [&'static str] {
        &[
            "Awalé as played in West Africa, the abapa family of rules.",
            "Preset abapa: Oware abapa as the programs Aualé and Aalina play it, and OpenSpiel and PlayStrategy.",
            "Preset awari: the awari databases of T. Lincke (2002) and of J. Romein and H. Bal (2002, 2003).",
        ]
    }
}

fn sowing_and_capture() -> [Clause; 3] {
    [
        Clause::new(
            "A1",
            "South begins. On his turn a player lifts all the seeds of one of his own non-empty pits and sows them one \
             by one, counter-clockwise, into the pits that follow. There is one sowing a move, without relay.",
            "Sud commence. À son tour, le joueur prend toutes les graines d’une de ses cases non vides et les sème une à \
             une, dans le sens inverse des aiguilles d’une montre, dans les cases suivantes. On ne sème qu’une fois par \
             coup, sans relais.",
        ),
        Clause::new(
            "A2",
            "The pit of origin is skipped on every round: lifting a pit of twelve seeds or more leaves it empty, and so \
             does lifting one of twenty-three or more.",
            "La case de départ est sautée à chaque tour du plateau : une case de douze graines ou plus reste vide après \
             le coup, une case de vingt-trois graines ou plus aussi.",
        ),
        Clause::new(
            "A3",
            "If the last seed falls in an enemy pit and makes it two or three, these seeds are captured; then, going \
             backwards pit by pit, so is every enemy pit that holds two or three, up to the first one that does not.",
            "Si la dernière graine tombe dans une case adverse et y porte le nombre de graines à deux ou trois, elles \
             sont prises ; puis, en remontant case par case, toute case adverse qui en contient deux ou trois l’est \
             aussi, jusqu’à la première qui n’en contient pas autant.",
        ),
    ]
}

fn feeding() -> [Clause; 3] {
    [
        Clause::new(
            "A4",
            "Grand slam: a move that would capture all the seeds of the enemy is played, but captures nothing. (The \
             sources forbid such a capture, and then say how the move is played.)",
            "Grand chelem : un coup qui prendrait toutes les graines de l’adversaire se joue, mais ne prend rien. (Les \
             sources interdisent une telle prise, puis disent comment le coup se joue.)",
        ),
        Clause::new(
            "A5",
            "If the enemy has no seeds, a move must be played that gives him at least one.",
            "Si l’adversaire n’a plus de graines, il faut jouer un coup qui lui en donne au moins une.",
        ),
        Clause::new(
            "A6",
            "Famine: if that is impossible, the game ends and the player to move takes all that is left. A player to \
             move who has no seeds himself (only in positions set up by hand) loses the rest to the enemy.",
            "Famine : si c’est impossible, la partie s’achève et le joueur au trait prend tout ce qui reste. Un joueur au \
             trait qui n’a lui-même aucune graine (dans les seules positions composées à la main) laisse le reste à \
             l’adversaire.",
        ),
    ]
}

fn indetermination() -> Clause {
    Clause::new(
        "A7",
        "Indétermination: when two seeds or fewer are left on the board, or three from which no legal play whatever \
         reaches a capture, the game ends and each player takes the seeds of his own row. Famine (A6) is tested first.",
        "Indétermination : quand il reste au plus deux graines sur le plateau, ou trois à partir desquelles aucune suite \
         de coups permis n’aboutit à une prise, la partie s’achève et chacun prend les graines de sa propre rangée. La \
         famine (A6) est examinée d’abord.",
    )
}

fn repetition(is_abapa: bool) -> Clause {
    let clause = if is_abapa {
        Clause::new(
            "A8",
            "The second occurrence of a position since the last capture (same board, same player to move; stores do not \
             count) ends the game, and each player takes the seeds of his own row.",
            "La deuxième apparition d’une position depuis la dernière prise (même plateau, même joueur au trait ; les \
             greniers ne comptent pas) met fin à la partie, et chacun prend les graines de sa propre rangée.",
        )
    } else {
        Clause::new(
            "A8",
            "The third occurrence of a position (same board, same player to move; stores do not count) ends the game, \
             and the seeds still on the board are shared equally: each player takes half of them, rounded down; an odd \
             seed counts for nobody.",
            "La troisième apparition d’une position (même plateau, même joueur au trait ; les greniers ne comptent pas) \
             met fin à la partie, et les graines restées sur le plateau sont partagées à égalité : chacun en prend la \
             moitié, arrondie par défaut ; la graine en trop ne compte pour personne.",
        )
    };
    clause.reading()
}

fn winner() -> Clause {
    Clause::new(
        "A9",
        "The player with more seeds wins; 24 each is a draw. Play goes on when a player has reached 25; a match may be \
         adjudicated then.",
        "Celui qui a le plus de graines gagne ; 24 partout, c’est la nulle. Le jeu continue quand un joueur en a atteint \
         25 ; en match, on peut alors arbitrer la partie.",
    )
}

fn awari() -> Clause {
    Clause::new(
        "A10",
        "A move that leaves the enemy without a seed is illegal, unless every move does. When a player cannot move, the \
         game ends and the enemy takes all that is left. Endless play shares the rest (A8).",
        "Un coup qui laisse l’adversaire sans aucune graine est interdit, à moins que tous les coups ne le fassent. Quand \
         un joueur ne peut pas jouer, la partie s’achève et son adversaire prend tout ce qui reste. Un jeu sans fin \
         partage le reste (A8).",
    )
}
