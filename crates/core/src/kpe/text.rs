//! The printed rules of Kpé.

use super::{Kpe, KpeRules};
use crate::{Clause, Language, RulesText};

impl RulesText for Kpe {
    fn title(_rules: KpeRules, language: Language) -> String {
        match language {
            Language::English => "Kpé: a sowing game of the Bété of Côte d'Ivoire, 2×4 pits, six seeds a pit",
            Language::French => {
                "Kpé : jeu de semailles des Bété de Côte d’Ivoire, 2×4 cases, six graines par case"
            }
        }
        .to_owned()
    }

    fn clauses(rules: KpeRules) -> Vec<Clause> {
        let mut clauses = vec![sowing(), origin(rules.skip_origin)];
        clauses.extend(lock());
        clauses.extend(capture());
        clauses.extend([feeding(), end(), repetition(rules.own_row)]);
        clauses
    }

    fn presets(language: Language) -> Vec<(&'static str, &'static str)> {
        match language {
            Language::English => vec![
                ("skip-origin", "K2: the pit of origin is skipped when a sowing comes round to it."),
                ("own-row", "K10: on repetition each player takes the seeds of his own row."),
            ],
            Language::French => vec![
                ("skip-origin", "K2 : la case de départ est sautée quand les semailles y repassent."),
                ("own-row", "K10 : en cas de répétition, chacun prend les graines de sa propre rangée."),
            ],
        }
    }

    fn sources() -> &'static [&'static str] {
        &[
            "The game as the Bété of Côte d'Ivoire play it.",
            "Where the descriptions are silent (skipped origin, opening of the lock, capture of everything, repetition) \
             the clauses are our readings and say so.",
        ]
    }
}

fn sowing() -> Clause {
    Clause::new(
        "K1",
        "South begins. On his turn a player lifts all the seeds of one of his own non-empty pits and sows them one by \
         one, counter-clockwise, into the pits that follow. There is one sowing a move: the pit in which the last seed \
         falls is never lifted in its turn (no relay).",
        "Sud commence. À son tour, le joueur prend toutes les graines d’une de ses cases non vides et les sème une à \
         une, dans le sens inverse des aiguilles d’une montre, dans les cases suivantes. On ne sème qu’une fois par \
         coup : la case où tombe la dernière graine n’est jamais reprise à son tour (pas de relais).",
    )
}

fn origin(is_skipped: bool) -> Clause {
    let clause = if is_skipped {
        Clause::new(
            "K2",
            "The pit of origin is skipped on every round: after a sowing of eight seeds or more it is empty.",
            "La case de départ est sautée à chaque tour du plateau : après des semailles de huit graines ou plus, elle \
             reste vide.",
        )
    } else {
        Clause::new(
            "K2",
            "The pit of origin is not skipped: the eighth seed falls into it, and so does every eighth seed after that.",
            "La case de départ n’est pas sautée : la huitième graine y retombe, et de même toutes les huit graines \
             ensuite.",
        )
    };
    clause.reading()
}

fn lock() -> [Clause; 3] {
    [
        Clause::new(
            "K3",
            "The lock: a player captures nothing until he has begun a move from each of his four pits at least once. A \
             pit counts as lifted whatever number of seeds it then held, and counts for the rest of the game.",
            "Le verrou : un joueur ne prend rien tant qu’il n’a pas joué au moins une fois à partir de chacune de ses \
             quatre cases. Une case compte comme levée quel que soit le nombre de graines qu’elle contenait alors, et \
             cela pour toute la partie.",
        ),
        Clause::new(
            "K4",
            "The move that lifts the last of the four pits may itself capture: the lock opens before the last seed of \
             that move falls.",
            "Le coup qui lève la dernière des quatre cases peut lui-même prendre : le verrou s’ouvre avant que tombe la \
             dernière graine de ce coup.",
        )
        .reading(),
        Clause::new(
            "K5",
            "While a player is locked, a sowing of his that ends by making two or four seeds just ends; nothing is \
             captured.",
            "Tant qu’un joueur est verrouillé, ses semailles qui s’achèvent en formant deux ou quatre graines s’arrêtent \
             là, sans rien prendre.",
        ),
    ]
}

fn capture() -> [Clause; 2] {
    [
        Clause::new(
            "K6",
            "Once unlocked: if the last seed falls in an enemy pit and makes it exactly two or exactly four, these \
             seeds are captured; then, going backwards pit by pit, so is every enemy pit that holds two or four, up to \
             the first one that does not. Nothing is ever captured in one's own row.",
            "Une fois le verrou ouvert : si la dernière graine tombe dans une case adverse et y porte le nombre de \
             graines à exactement deux ou exactement quatre, elles sont prises ; puis, en remontant case par case, \
             toute case adverse qui en contient deux ou quatre l’est aussi, jusqu’à la première qui n’en contient pas \
             autant. On ne prend jamais dans sa propre rangée.",
        ),
        Clause::new(
            "K7",
            "It is allowed to capture everything that the enemy has.",
            "Il est permis de prendre tout ce que possède l’adversaire.",
        )
        .reading(),
    ]
}

fn feeding() -> Clause {
    Clause::new(
        "K8",
        "If the enemy's row is empty, a move must be chosen that leaves the enemy at least one seed when it is over, if \
         there is such a move; if there is none, every move is legal. That the captures of the move itself are counted \
         in “when it is over” is our reading.",
        "Si la rangée adverse est vide, il faut choisir un coup qui laisse au moins une graine à l’adversaire une fois \
         achevé, s’il en existe un ; sinon, tous les coups sont permis. Que les prises du coup lui-même soient \
         comptées dans « une fois achevé » est notre lecture.",
    )
    .reading()
}

fn end() -> Clause {
    Clause::new(
        "K9",
        "The game ends when the player to move has no legal move, that is when his row is empty. Each player takes the \
         seeds on his own side. The player who has captured more seeds wins; 24 each is a draw.",
        "La partie s’achève quand le joueur au trait n’a aucun coup permis, c’est-à-dire quand sa rangée est vide. \
         Chacun prend les graines de son côté. Celui qui a le plus de graines gagne ; 24 partout, c’est la nulle.",
    )
}

fn repetition(own_row: bool) -> Clause {
    let english = "The third occurrence of a position (same board, same player to move, same pits not yet lifted; stores \
                   do not count) ends the game, and ";
    let french = "La troisième apparition d’une position (même plateau, même joueur au trait, mêmes cases pas encore \
                  levées ; les greniers ne comptent pas) met fin à la partie, et ";
    let (shares, partage) = if own_row {
        ("each player takes the seeds of his own row.", "chacun prend les graines de sa propre rangée.")
    } else {
        (
            "the seeds still on the board are shared equally: each store grows by half of them.",
            "les graines restées sur le plateau sont partagées à égalité : chaque grenier en reçoit la moitié.",
        )
    };
    Clause::new("K10", format!("{english}{shares}"), format!("{french}{partage}")).reading()
}
