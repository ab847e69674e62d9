//! The words of the dialogue of lines, and the help of both faces.

use super::Texts;
use crate::model::Model;

const PLAIN_ENGLISH: &str = "\
A move: a pit (C), a placement (a1b1), a step (c2-c3), a capture (c2xc3xd3), pass
undo, redo   take your last move back, play it again
hint         the best move and what it does
analyse      what the best moves are worth
moves        the legal moves
board        the board again
rules        the rules in force
save FILE    write the game's record
new          another game from the same position
go           let the engine move, where it waits
quit         end (so does the end of the input)";

const PLAIN_FRENCH: &str = "\
Un coup : une case (C), une pose (a1b1), un pas (c2-c3), une prise (c2xc3xd3), pass
annuler, refaire     reprendre votre dernier coup, le rejouer
conseil              le meilleur coup et ce qu’il fait
analyser             ce que valent les meilleurs coups
coups                les coups permis
plateau              le plateau, de nouveau
règles               les règles en vigueur
enregistrer FICHIER  écrire la partie dans un fichier
nouvelle             une autre partie depuis la même position
continuer            faire jouer le moteur, s’il attend
quitter              finir (la fin de l’entrée aussi)";

const SCREEN_ENGLISH: &str = "\
MOVES
  Type a move and press Enter, or choose on the board with the arrow keys
  and Enter (Backspace takes a chosen square back). Tab completes what is
  typed and goes through the legal moves.
  A move is a pit (C), a placement (a1b1), a step (c2-c3), a capture with
  all squares landed on (c2xc3xd3), or pass.

KEYS                         WORDS, typed like a move
  F1         this help         help
  F2         hint              hint
  F3         analysis          analyse
  F4         turn the board    flip
  F5         animation speed   speed
  F6         the rules         rules
  Ctrl-Z     undo              undo
  Ctrl-Y     redo              redo
  Ctrl-S     save the record   save FILE
  Ctrl-N     new game          new
  Ctrl-G     engine goes on    go
  Esc        play now, close
             the legal moves   moves
  Ctrl-Q     quit              quit

ON THE BOARD
  Pits: [A] can be lifted, >A< is under the cursor, * is not yet lifted
  (Kpé), (0) was lifted last.
  Squares: ● is x, ○ is o; a dot marks what can be chosen, [ ] the last
  move, ( ) what is chosen, > < the cursor, # the closed centre.";

const SCREEN_FRENCH: &str = "\
COUPS
  Tapez un coup puis Entrée, ou choisissez sur le plateau avec les flèches
  et Entrée (Retour arrière rend une case choisie). Tab complète ce qui est
  tapé et parcourt les coups permis.
  Un coup est une case (C), une pose (a1b1), un pas (c2-c3), une prise avec
  toutes les cases touchées (c2xc3xd3), ou pass.

TOUCHES                      MOTS, tapés comme un coup
  F1         cette aide        aide
  F2         conseil           conseil
  F3         analyse           analyser
  F4         tourner           tourner
  F5         vitesse           vitesse
  F6         les règles        règles
  Ctrl-Z     annuler           annuler
  Ctrl-Y     refaire           refaire
  Ctrl-S     enregistrer       enregistrer FICHIER
  Ctrl-N     nouvelle partie   nouvelle
  Ctrl-G     faire jouer       continuer
  Échap      jouer, fermer
             coups permis      coups
  Ctrl-Q     quitter           quitter

SUR LE PLATEAU
  Cases de semailles : [A] peut être levée, >A< est sous le curseur, * n’est
  pas encore levée (Kpé), (0) vient d’être levée.
  Cases du damier : ● est x, ○ est o ; un point marque ce qu’on peut choisir,
  [ ] le dernier coup, ( ) le choix, > < le curseur, # le centre fermé.";

impl Texts {
    /// The help of the dialogue of lines.
    pub fn plain_help(self) -> &'static str {
        self.of(PLAIN_ENGLISH, PLAIN_FRENCH)
    }

    /// The help of the screen.
    pub fn screen_help(self) -> &'static str {
        self.of(SCREEN_ENGLISH, SCREEN_FRENCH)
    }

    /// What the dialogue of lines begins with.
    pub fn welcome(self, model: &Model) -> String {
        let players = grenier_core::Player::BOTH.map(|player| {
            let seat = self.seat(model.seats()[player.index()]);
            format!("{}{} {seat}", self.player(model, player), self.of(":", " :"))
        });
        let word = self.of("help lists the words.", "aide donne les mots.");
        format!("{}. {}, {}. {word}", self.title(model), players[0], players[1])
    }

    /// The board in text.
    pub fn board(self, model: &Model) -> String {
        let board = model.game().draw();
        if !self.is_french() {
            return board;
        }
        // The words of the boards that the games draw.
        [
            (" <- to move", " <- au trait"),
            ("  North ", "  Nord "),
            ("  South ", "  Sud "),
            ("* not yet lifted", "* pas encore levée"),
            (" in hand", " en main"),
            (" quiet plies", " coups sans prise"),
        ]
        .into_iter()
        .fold(board, |board, (english, french)| board.replace(english, french))
    }

    /// A line that is neither a move nor a word, and is empty.
    pub fn wants_move(self) -> &'static str {
        self.of("Type a move, or help.", "Tapez un coup, ou aide.")
    }

    /// A word that means nothing without a screen.
    pub fn needs_screen(self) -> &'static str {
        self.of("This word needs the full screen.", "Ce mot demande le plein écran.")
    }

    /// The game was broken off in a position.
    pub fn broken_off(self, position: &str) -> String {
        if self.is_french() {
            format!("La partie n’est pas finie. Position : {position}")
        } else {
            format!("The game is not finished. Position: {position}")
        }
    }

    /// The best move, and what it does.
    pub fn best(self, mv: &str, value: &str, explained: &str) -> String {
        let (word, colon) = (self.of("Best", "Meilleur coup"), self.of(":", " :"));
        format!("{word}{colon} {mv} ({value}) — {explained}")
    }
}
