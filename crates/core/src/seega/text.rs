//! The printed rules of Seega.

use super::{Seega, SeegaRules};
use crate::capture::Size;
use crate::{Clause, Language, RulesText};

impl<S: Size> RulesText for Seega<S> {
    fn title(_rules: SeegaRules, language: Language) -> String {
        title(S::SIDE, language)
    }

    fn clauses(rules: SeegaRules) -> Vec<Clause> {
        clauses(rules.nowall, rules.placement_captures, S::SIDE)
    }

    fn presets(language: Language) -> Vec<(&'static str, &'static str)> {
        presets(language)
    }

    fn sources() -> &'static [&'static str] {
        sources()
    }
}

/// One line that names the game, for a board of `side` squares a side.
pub(crate) fn title(side: usize, language: Language) -> String {
    let pieces = pieces(side);
    match language {
        Language::English => format!(
            "Seega: a capture game of Egypt, Shantarad in Somalia, {side}×{side} squares, {pieces} pieces each"
        ),
        Language::French => format!(
            "Seega : jeu de prise d’Égypte, Shantarad en Somalie, {side}×{side} cases, {pieces} pions par joueur"
        ),
    }
}

/// The clauses in force on a board of `side` squares a side, in order.
pub(crate) fn clauses(nowall: bool, placement_captures: bool, side: usize) -> Vec<Clause> {
    let mut clauses = vec![placing(side), first_mover(), step(), enclosing(placement_captures), centre()];
    clauses.extend(duties());
    if !nowall {
        clauses.push(wall());
    }
    clauses.push(end());
    if placement_captures {
        clauses.push(captures_of_placement());
    }
    if side != USUAL_SIDE {
        clauses.push(size(side));
    }
    clauses
}

/// Every preset word with what it changes.
pub(crate) fn presets(language: Language) -> Vec<(&'static str, &'static str)> {
    match language {
        Language::English => vec![
            ("nowall", "S9 is off: there is no petite victoire, only pieces decide."),
            ("placement-captures", "S11: pieces placed in the first phase capture too."),
            ("7x7", "S12: a board of 7×7 squares, 24 pieces each."),
            ("9x9", "S12: a board of 9×9 squares, 40 pieces each."),
        ],
        Language::French => vec![
            ("nowall", "S9 est écarté : pas de petite victoire, seuls les pions décident."),
            ("placement-captures", "S11 : les pions posés dans la première phase prennent aussi."),
            ("7x7", "S12 : un plateau de 7×7 cases, 24 pions par joueur."),
            ("9x9", "S12 : un plateau de 9×9 cases, 40 pions par joueur."),
        ],
    }
}

/// The sources of the rules.
pub(crate) fn sources() -> &'static [&'static str] {
    &[
        "The game as played in Egypt (Seega, Siga) and in Somalia (Shantarad).",
        "The sources' petite victoire, a line of defence that separates the board in two, is made exact by our reading \
         S9; repetition and the limit of plies are our readings too.",
    ]
}

const USUAL_SIDE: usize = 5;

/// Each player's pieces: together they fill the board but for the centre.
const fn pieces(side: usize) -> usize {
    (side * side - 1) / 2
}

fn placing(side: usize) -> Clause {
    let all = 2 * pieces(side);
    Clause::new(
        "S1",
        format!(
            "First phase: x begins. Each turn places two pieces together on empty squares, never on the centre, until \
             all {all} pieces stand."
        ),
        format!(
            "Première phase : x commence. À chaque tour, on pose deux pions ensemble sur des cases vides, jamais au \
             centre, jusqu’à ce que les {all} pions soient en place."
        ),
    )
}

fn first_mover() -> Clause {
    Clause::new(
        "S2",
        "Second phase: o, who placed last, also moves first, and so has two turns in a row.",
        "Deuxième phase : o, qui a posé le dernier, joue aussi le premier ; il a donc deux tours de suite.",
    )
}

fn step() -> Clause {
    Clause::new(
        "S3",
        "A piece moves one square, horizontally or vertically, to an empty square. The centre is open now.",
        "Un pion avance d’une case, horizontalement ou verticalement, vers une case vide. Le centre est désormais \
         ouvert.",
    )
}

fn enclosing(placement_captures: bool) -> Clause {
    let (english, french) = if placement_captures {
        ("moving between two enemies is safe.", "se glisser entre deux adversaires est sans danger.")
    } else {
        (
            "moving between two enemies is safe, and so are pieces enclosed by the placement.",
            "se glisser entre deux adversaires est sans danger, et les pions encadrés lors de la pose ne sont pas pris.",
        )
    };
    Clause::new(
        "S4",
        format!(
            "Capture by enclosing: an enemy piece next to the square just reached, with another own piece directly beyond \
             it in the same line, is removed; up to three at once. Only the piece that moved captures: {english}"
        ),
        format!(
            "Prise par encadrement : un pion adverse voisin de la case atteinte, avec un autre pion à soi juste derrière \
             lui sur la même ligne, est retiré ; jusqu’à trois à la fois. Seul le pion joué prend : {french}"
        ),
    )
}

fn centre() -> Clause {
    Clause::new(
        "S5",
        "A piece on the centre cannot be captured, but helps to capture. The edge and the empty centre help nobody.",
        "Un pion au centre ne peut pas être pris, mais aide à prendre. Le bord et le centre vide n’aident personne.",
    )
}

fn duties() -> [Clause; 3] {
    [
        Clause::new(
            "S6",
            "Capturing is compulsory when it is possible; any capturing move may be chosen. The same piece goes on while \
             it can capture, and each further step must capture; where it has a choice of steps, the player chooses.",
            "La prise est obligatoire quand elle est possible ; on choisit le coup de prise qu’on veut. Le même pion \
             continue tant qu’il peut prendre, et chaque pas suivant doit prendre ; s’il a le choix entre plusieurs pas, \
             le joueur choisit.",
        ),
        Clause::new(
            "S7",
            "A player who cannot move passes; nobody may pass otherwise.",
            "Un joueur qui ne peut pas jouer passe son tour ; on ne passe dans aucun autre cas.",
        ),
        Clause::new(
            "S8",
            "A player whose enemy cannot move, whether the enemy has just passed or not, must free him: one of the moves \
             that leave the enemy a move must be played. If there is none, the game is over (S10). (No capture is \
             possible then: it would need an empty square beside an enemy piece.)",
            "Un joueur dont l’adversaire ne peut pas bouger, que celui-ci vienne de passer ou non, doit le libérer : il \
             joue l’un des coups qui laissent un coup à l’adversaire. S’il n’y en a pas, la partie est finie (S10). \
             (Aucune prise n’est possible alors : il y faudrait une case vide à côté d’un pion adverse.)",
        ),
    ]
}

fn wall() -> Clause {
    Clause::new(
        "S9",
        "Petite victoire (our reading of “a line of defence that separates the board in two, with no enemy beyond; and \
         the player with more pieces wins”). The enemy's reach is the squares that his pieces stand on or can get to by \
         horizontal and vertical steps without crossing your pieces; your frontier is your pieces horizontally or \
         vertically next to the reach. You have a wall when (1) a whole group of the frontier, connected as a chess king \
         steps, touches two opposite edges of the board; (2) no piece of that group off the centre has squares of the \
         reach on two opposite sides (it could be captured); and (3) behind the group, that is on the squares that the \
         enemy could not get to by such steps if only the pieces of that group stood in his way, you have a piece with an \
         empty square horizontally or vertically next to it. Whenever both hands are empty and the side with more pieces \
         has a wall, the game ends and that side wins. This is tested before S10.",
        "Petite victoire (notre lecture de « une ligne de défense qui sépare le plateau en deux, sans ennemi au-delà ; et \
         le joueur qui a le plus de pions gagne »). La portée de l’adversaire est l’ensemble des cases que ses pions \
         occupent ou peuvent atteindre par des pas horizontaux et verticaux sans franchir vos pions ; votre frontière \
         est l’ensemble de vos pions voisins de la portée, horizontalement ou verticalement. Vous avez un mur quand (1) \
         un groupe entier de la frontière, relié comme se déplace un roi aux échecs, touche deux bords opposés du \
         plateau ; (2) aucun pion de ce groupe, hors du centre, n’a de cases de la portée sur deux côtés opposés (il \
         pourrait être pris) ; et (3) derrière ce groupe, c’est-à-dire sur les cases que l’adversaire ne pourrait pas \
         atteindre par de tels pas si seuls les pions de ce groupe lui barraient la route, vous avez un pion à côté \
         duquel une case est vide, horizontalement ou verticalement. Dès que les deux mains sont vides et que le camp qui \
         a le plus de pions a un mur, la partie s’achève et ce camp gagne. Cette clause est examinée avant S10.",
    )
    .reading()
}

fn end() -> Clause {
    Clause::new(
        "S10",
        "Grande victoire: the game is over when a side has no piece left, when S8 says so, when a position occurs for the \
         third time (same board, same player to move), and after 100 plies (turns of one player, a pass included) without \
         a capture. More pieces win; equal numbers are a draw. Repetition and the limit of 100 plies are our readings.",
        "Grande victoire : la partie est finie quand un camp n’a plus de pion, quand S8 le dit, quand une position \
         apparaît pour la troisième fois (même plateau, même joueur au trait), et après 100 demi-coups (tours d’un \
         joueur, y compris quand il passe) sans prise. Celui qui a le plus de pions gagne ; à égalité, c’est la nulle. \
         La répétition et la limite de 100 demi-coups sont nos lectures.",
    )
    .reading()
}

fn captures_of_placement() -> Clause {
    Clause::new(
        "S11",
        "Pieces placed in the first phase capture as in S4 too: both pieces of the turn are set, then every enemy piece \
         enclosed between one of them and another own piece is removed for good. This is automatic, and S6 does not \
         restrict where one places. The centre stays closed until the second phase; S5 holds.",
        "Les pions posés dans la première phase prennent aussi, comme en S4 : les deux pions du tour sont posés, puis tout \
         pion adverse encadré entre l’un d’eux et un autre pion à soi est retiré définitivement. Cela se fait d’office, \
         et S6 ne restreint pas le choix des cases où poser. Le centre reste fermé jusqu’à la deuxième phase ; S5 \
         s’applique.",
    )
}

fn size(side: usize) -> Clause {
    let pieces = pieces(side);
    // Boards have at most nine files, so the last one is still a letter.
    let last = char::from(b'a' + side as u8 - 1);
    Clause::new(
        "S12",
        format!("The board has {side}×{side} squares, a1 to {last}{side}, and each player {pieces} pieces."),
        format!("Le plateau a {side}×{side} cases, de a1 à {last}{side}, et chaque joueur {pieces} pions."),
    )
}
