use grenier_engine::{Level, Variant};

use super::*;
use crate::testing::{PERSON, level};

fn model(game: &str, seats: [Seat; 2]) -> Model {
    let game = AnyGame::start(&Variant::parse(game).unwrap());
    Model::new(game, seats, Language::English)
}

fn moves(model: &Model) -> Vec<&str> {
    model.moves().map(|(_, mv)| mv).collect()
}

#[test]
fn undo_goes_back_to_the_persons_turn_and_redo_forward() {
    let mut model = model("awale", [PERSON, level(1)]);
    assert!(!model.undo() && !model.redo());
    for mv in ["A", "a", "B", "b"] {
        model.play_legal(mv).unwrap();
    }
    assert!(model.undo());
    assert_eq!(moves(&model), ["A", "a"]);
    assert!(model.undo());
    assert!(moves(&model).is_empty() && !model.undo());
    assert!(model.redo());
    assert_eq!((moves(&model), model.next()), (vec!["A", "a"], Next::Person));
    assert!(model.redo() && !model.redo());
    assert_eq!(moves(&model), ["A", "a", "B", "b"]);
}

#[test]
fn undo_while_the_engine_is_to_move_takes_the_persons_move_back() {
    let mut model = model("kpe", [PERSON, level(1)]);
    model.play("A").unwrap();
    assert_eq!(model.next(), Next::Engine(Level::new(1).unwrap()));
    assert!(model.undo());
    assert_eq!((moves(&model).len(), model.next()), (0, Next::Person));
}

#[test]
fn another_move_forgets_what_was_taken_back() {
    let mut model = model("awale", [PERSON, PERSON]);
    for mv in ["A", "a", "B"] {
        model.play(mv).unwrap();
    }
    model.undo();
    model.undo();
    assert_eq!(moves(&model), ["A"]);
    model.play("a").unwrap();
    assert!(model.redo(), "the same move keeps what comes behind it");
    model.undo();
    model.undo();
    model.play("b").unwrap();
    assert!(!model.redo());
    assert_eq!(moves(&model), ["A", "b"]);
}

#[test]
fn in_seega_the_placer_of_the_last_pieces_moves_twice_and_undo_knows() {
    let mut model = model("seega", [PERSON, level(1)]);
    while model.state().board.clone().hand() != [0, 0] {
        let mv = model.state().legal[0].mv.clone();
        model.play_legal(&mv).unwrap();
    }
    let ply = model.game().ply();
    assert_eq!(model.game().turn(), Player::Second);
    assert!(model.undo());
    assert_eq!(model.game().ply(), ply - 2, "back to the turn before the engine's two in a row began");
    assert_eq!(model.next(), Next::Person);
}

trait Hand {
    fn hand(self) -> [u8; 2];
}

impl Hand for grenier_engine::board::Board {
    fn hand(self) -> [u8; 2] {
        match self {
            grenier_engine::board::Board::Squares { hand, .. } => hand,
            _ => [0, 0],
        }
    }
}

#[test]
fn engines_among_themselves_wait_after_an_undo() {
    let mut model = model("awale", [level(1), level(2)]);
    model.play_legal("A").unwrap();
    model.play_legal("a").unwrap();
    assert!(model.undo());
    assert_eq!((moves(&model), model.next()), (vec!["A"], Next::Held));
    model.hold(false);
    assert_eq!(model.next(), Next::Engine(Level::new(2).unwrap()));
}

#[test]
fn wrong_moves_change_nothing() {
    let mut model = model("obridjie", [PERSON, PERSON]);
    let before = model.game().position();
    for typed in ["", "x", "AA", "g", "-", "\u{1b}[A", "é"] {
        assert_eq!(model.play(typed), Err(NoMove::Unknown), "{typed:?}");
    }
    assert_eq!((model.game().position(), model.is_unsaved()), (before, false));
}

#[test]
fn a_game_is_unsaved_until_it_is_saved() {
    let mut model = model("awale", [PERSON, PERSON]);
    model.play("A").unwrap();
    assert!(model.is_unsaved());
    model.mark_saved();
    assert!(!model.is_unsaved());
    model.play("a").unwrap();
    assert!(model.is_unsaved());
    model.undo();
    assert!(!model.is_unsaved(), "back at what was saved");
    model.restart();
    assert!(!model.is_unsaved() && model.next() == Next::Person);
}
