//! The words of the whole screen.

use super::Texts;

impl Texts {
    /// The line of keys at the bottom.
    pub fn keys(self) -> &'static str {
        self.of(
            "F1 help F2 hint F3 analysis F4 flip F5 speed ^Z undo ^Y redo ^S save ^Q quit",
            "F1 aide F2 conseil F3 analyse F4 tour F5 vitesse ^Z annuler ^S écrire ^Q fin",
        )
    }

    /// The window has not the room.
    pub fn too_small(self, [width, height]: [u16; 2], [least_width, least_height]: [u16; 2]) -> String {
        if self.is_french() {
            format!(
                "La fenêtre est trop petite : {width}×{height}. Il faut au moins {least_width}×{least_height}. Ctrl-Q finit."
            )
        } else {
            format!(
                "The window is too small: {width}×{height}. At least {least_width}×{least_height} is needed. Ctrl-Q quits."
            )
        }
    }

    /// The engine thinks, since so many seconds.
    pub fn thinking(self, seat: &str, seconds: u64) -> String {
        if self.is_french() {
            format!("le {seat} réfléchit, {seconds} s — Échap : jouer tout de suite")
        } else {
            format!("{seat} is thinking, {seconds} s — Esc: play now")
        }
    }

    /// The heading of the moves.
    pub fn moves(self) -> &'static str {
        self.of("Moves", "Coups")
    }

    /// The heading of the last move.
    pub fn last_move(self) -> &'static str {
        self.of("Last move", "Dernier coup")
    }

    /// The heading of a hint.
    pub fn hint(self) -> &'static str {
        self.of("Hint", "Conseil")
    }

    /// The heading of the analysis.
    pub fn analysis(self) -> &'static str {
        self.of("Analysis", "Analyse")
    }

    /// The headings of help and rules.
    pub fn overlay(self, is_help: bool) -> &'static str {
        match is_help {
            true => {
                self.of(" Help — arrows scroll, Esc closes ", " Aide — flèches pour défiler, Échap ferme ")
            }
            false => {
                self.of(" Rules — arrows scroll, Esc closes ", " Règles — flèches pour défiler, Échap ferme ")
            }
        }
    }

    /// The depth, nodes and state of an analysis.
    pub fn effort(self, depth: u32, nodes: &str, is_running: bool) -> String {
        let running = if is_running { "…" } else { self.of(", done", ", terminée") };
        if self.is_french() {
            format!("profondeur {depth}, {nodes} positions{running}")
        } else {
            format!("depth {depth}, {nodes} positions{running}")
        }
    }

    /// The analysis waits for a person's turn.
    pub fn analysis_waits(self) -> &'static str {
        self.of("while you choose your move", "pendant que vous choisissez")
    }

    /// Pieces that stand and are to be placed.
    pub fn pieces(self, standing: usize, hand: u8) -> String {
        let on_board = self.of("on the board", "sur le plateau");
        if hand == 0 {
            return format!("{standing} {on_board}");
        }
        format!("{standing} {on_board}, {hand} {}", self.of("in hand", "en main"))
    }

    /// Seeds in a player's hand while he sows.
    pub fn hand(self, seeds: u8) -> String {
        if self.is_french() { format!("en main : {seeds}") } else { format!("in hand: {seeds}") }
    }

    /// What the star of a locked pit means.
    pub fn locked(self) -> &'static str {
        self.of("* not yet lifted", "* pas encore levée")
    }

    /// The speed of the animation.
    pub fn speed(self, word: &str) -> String {
        if self.is_french() { format!("Animation : {word}") } else { format!("Animation: {word}") }
    }

    /// The prompt for a file.
    pub fn file_prompt(self) -> &'static str {
        self.of("Save as (.pgn or .ogn, Esc gives up): ", "Enregistrer sous (Échap renonce) : ")
    }

    /// The question before an unsaved game is left.
    pub fn leave(self, is_quit: bool) -> &'static str {
        match is_quit {
            true => self.of(
                "The game is not saved. Quit? y yes, n no, s save first",
                "La partie n’est pas enregistrée. Quitter ? o oui, n non, s enregistrer",
            ),
            false => self.of(
                "The game is not saved. Begin another? y yes, n no, s save first",
                "La partie n’est pas enregistrée. En commencer une autre ? o oui, n non, s enregistrer",
            ),
        }
    }

    /// What has been chosen on the board so far.
    pub fn chosen(self, path: &[String], is_complete: bool) -> String {
        let squares = path.join(" ");
        match (self.is_french(), is_complete) {
            (false, false) => format!("Chosen: {squares}. Choose the next square."),
            (false, true) => format!("Chosen: {squares}. Go on, or Enter again to play it."),
            (true, false) => format!("Choisi : {squares}. Choisissez la case suivante."),
            (true, true) => format!("Choisi : {squares}. Continuez, ou Entrée pour jouer."),
        }
    }

    /// A place on the board that can not be chosen.
    pub fn not_here(self, place: &str) -> String {
        if self.is_french() {
            format!("{place} : rien à jouer là.")
        } else {
            format!("{place}: nothing to play there.")
        }
    }

    /// There is no move but to pass.
    pub fn only_pass(self) -> &'static str {
        self.of("You cannot move: Enter passes.", "Vous ne pouvez pas jouer : Entrée passe.")
    }

    /// The engine had no move when it was interrupted.
    pub fn interrupted(self) -> &'static str {
        self.of("Interrupted. Ctrl-G lets the engine move.", "Interrompu. Ctrl-G fait jouer le moteur.")
    }

    /// A hint is being looked for.
    pub fn looking(self) -> &'static str {
        self.of("Looking for the best move…", "Recherche du meilleur coup…")
    }

    /// It is not a person's turn.
    pub fn not_your_turn(self) -> &'static str {
        self.of("It is not your turn.", "Ce n’est pas à vous de jouer.")
    }
}
