use super::*;
use crate::model::Next;
use crate::screen::app::{Leave, Mode};
use crate::testing::{GAMES, PERSON, level, setup, table};
use crate::{Seat, Setup};

fn persons(game: &str) -> App {
    still(table(game, [PERSON, PERSON]))
}

fn is_ready(app: &App) -> bool {
    app.is_choosing() || app.model.next() == Next::Over
}

#[test]
fn whole_games_are_played_against_the_weakest_level() {
    for game in GAMES {
        let mut app = still(table(game, [PERSON, level(1)]));
        for _ in 0..1000 {
            until(&mut app, is_ready);
            if app.model.next() == Next::Over {
                break;
            }
            let legal = &app.model.state().legal;
            let mv = legal[legal.len() / 2].mv.clone();
            enter(&mut app, &mv);
            assert_eq!(app.message, "", "{game} {mv}");
        }
        assert_eq!(app.model.next(), Next::Over, "{game}");
        assert!(screen(&app, 80, 24).contains("The game is over: "), "{}", screen(&app, 80, 24));
        enter(&mut app, "A");
        assert!(app.message.contains("over"));
    }
}

#[test]
fn moves_are_chosen_on_the_board() {
    let mut app = persons("awale");
    press(&mut app, Key::Right);
    press(&mut app, Key::Right);
    press(&mut app, Key::Enter);
    // North's row runs to the left.
    press(&mut app, Key::Right);
    press(&mut app, Key::Enter);
    assert_eq!(app.model.game().moves(), ["C", "b"]);
    press(&mut app, Key::Do(Command::Flip));
    press(&mut app, Key::Left);
    press(&mut app, Key::Enter);
    assert_eq!(app.model.game().moves(), ["C", "b"], "C is empty: {}", app.message);
    assert!(app.message.starts_with("C: "), "{}", app.message);
}

#[test]
fn squares_are_chosen_one_after_the_other_and_given_back() {
    let mut app = persons("seega");
    press(&mut app, Key::Enter);
    assert_eq!(app.picked, ["a1"]);
    press(&mut app, Key::Backspace);
    assert!(app.picked.is_empty());
    press(&mut app, Key::Enter);
    press(&mut app, Key::Enter);
    assert!(app.picked.is_empty(), "the same square again gives it back");
    press(&mut app, Key::Enter);
    press(&mut app, Key::Up);
    press(&mut app, Key::Right);
    press(&mut app, Key::Enter);
    assert_eq!(app.model.game().moves(), ["a1b2"]);
    press(&mut app, Key::Enter);
    assert!(app.message.starts_with("b2: "), "{}", app.message);
}

#[test]
fn a_chain_of_jumps_may_stop_where_it_is_confirmed() {
    let position = Some("mraha 5/2o2/xo3/5/4o x 0,0 0".to_owned());
    let mut app = still(Table::laid(Setup { position, ..setup("mraha", [PERSON, PERSON]) }).unwrap());
    for key in [Key::Up, Key::Up, Key::Enter, Key::Right, Key::Right, Key::Enter] {
        press(&mut app, key);
    }
    assert!(app.model.game().ply() == 0 && app.message.contains("Enter again"), "{}", app.message);
    press(&mut app, Key::Enter);
    assert_eq!(app.model.game().moves(), ["a3xc3"]);
}

#[test]
fn passing_needs_one_key() {
    let position = Some("seega 5/5/5/o4/xo3 x 0,0 6".to_owned());
    let mut app = still(Table::laid(Setup { position, ..setup("seega", [PERSON, PERSON]) }).unwrap());
    assert!(screen(&app, 80, 24).contains("Enter passes"));
    press(&mut app, Key::Enter);
    assert_eq!(app.model.game().moves(), ["pass"]);
}

#[test]
fn the_tab_key_completes_moves_and_words() {
    let mut app = persons("awale");
    press(&mut app, Key::Tab);
    press(&mut app, Key::Tab);
    assert_eq!(app.input.text(), "B");
    press(&mut app, Key::Clear);
    "an".chars().for_each(|c| press(&mut app, Key::Char(c)));
    press(&mut app, Key::Tab);
    assert_eq!(app.input.text(), "analyse");
    press(&mut app, Key::Clear);
    ":fl".chars().for_each(|c| press(&mut app, Key::Char(c)));
    press(&mut app, Key::Tab);
    press(&mut app, Key::Enter);
    assert!(app.is_flipped && app.input.is_empty());
    assert_eq!(app.candidates(), ["A", "B", "C", "D", "E", "F"]);
}

#[test]
fn the_tab_key_offers_no_word_on_an_empty_line() {
    let mut app = app(table("awale", [PERSON, PERSON]));
    enter(&mut app, "A");
    assert!(!app.is_choosing(), "the move is being shown");
    press(&mut app, Key::Tab);
    press(&mut app, Key::Enter);
    assert_eq!((app.input.text().as_str(), app.model.game().ply()), ("", 1));
}

#[test]
fn undo_and_redo_go_to_the_persons_turn() {
    let mut app = still(table("kpe", [PERSON, level(1)]));
    enter(&mut app, "A");
    until(&mut app, is_ready);
    assert_eq!(app.model.game().ply(), 2);
    press(&mut app, Key::Do(Command::Undo));
    assert_eq!(app.model.game().ply(), 0);
    press(&mut app, Key::Do(Command::Undo));
    assert!(app.message.contains("no move"), "{}", app.message);
    enter(&mut app, "redo");
    assert_eq!(app.model.game().ply(), 2);
}

#[test]
fn an_undo_while_the_engine_thinks_takes_its_turn_away() {
    let mut table = table("kpe", [PERSON, level(8)]);
    table.time = Duration::from_secs(600);
    let mut app = still(table);
    enter(&mut app, "A");
    until(&mut app, |app| app.worker.choosing().is_some());
    assert!(screen(&app, 80, 24).contains("level 8 is thinking"));
    press(&mut app, Key::Do(Command::Undo));
    assert_eq!((app.model.game().ply(), app.worker.choosing()), (0, None));
    // Escape has it play what it has.
    enter(&mut app, "B");
    until(&mut app, |app| app.worker.choosing().is_some_and(|since| since > Duration::from_millis(300)));
    enter(&mut app, "C");
    assert!(app.message.contains("not your turn"), "{}", app.message);
    press(&mut app, Key::Escape);
    until(&mut app, is_ready);
    assert_eq!(app.model.game().ply(), 2);
}

#[test]
fn hints_and_analyses_come_and_go() {
    let mut app = persons("awale");
    press(&mut app, Key::Do(Command::Hint));
    until(&mut app, |app| app.hint.is_some());
    assert!(screen(&app, 80, 24).contains("Best: "), "{}", screen(&app, 80, 24));
    press(&mut app, Key::Do(Command::Analyse));
    until(&mut app, |app| app.analysis.is_some());
    assert!(screen(&app, 80, 24).contains("Analysis: depth "));
    enter(&mut app, "A");
    assert!(app.analysis.is_none() && !app.worker.is_studying());
    until(&mut app, |app| app.analysis.is_some());
    press(&mut app, Key::Do(Command::Analyse));
    assert!(!app.worker.is_studying() && !app.is_analysing);
    app.tick(Instant::now());
    assert!(!app.worker.is_studying());
}

#[test]
fn exact_values_are_marked() {
    let position = Some("kpe 0-0-1-0-0-0-3-0-24-20-S -".to_owned());
    let mut app = still(Table::laid(Setup { position, ..setup("kpe", [PERSON, PERSON]) }).unwrap());
    press(&mut app, Key::Do(Command::Analyse));
    until(&mut app, |app| app.analysis.as_ref().is_some_and(|(_, is_final)| *is_final));
    assert!(screen(&app, 80, 24).contains(", exact"), "{}", screen(&app, 80, 24));
    app.tick(Instant::now());
    assert!(!app.worker.is_studying(), "there is nothing left to find");
}

#[test]
fn leaving_an_unsaved_game_asks() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = persons("awale");
    press(&mut app, Key::Do(Command::Quit));
    assert!(app.is_done, "nothing was played");
    let mut app = persons("awale");
    enter(&mut app, "A");
    press(&mut app, Key::Do(Command::Quit));
    assert_eq!(app.mode, Mode::Leave(Leave::Quit));
    assert!(screen(&app, 80, 24).contains("Quit?"));
    press(&mut app, Key::Char('n'));
    assert!(app.mode == Mode::Play && !app.is_done);
    press(&mut app, Key::Do(Command::New));
    press(&mut app, Key::Char('y'));
    assert_eq!((app.model.game().ply(), app.is_done), (0, false));
    enter(&mut app, "B");
    press(&mut app, Key::Interrupt);
    press(&mut app, Key::Char('s'));
    assert_eq!(app.field.text(), "awale.pgn");
    press(&mut app, Key::Clear);
    let path = folder.path().join("game.pgn");
    enter(&mut app, path.to_str().unwrap());
    assert!(app.is_done);
    assert!(std::fs::read_to_string(path).unwrap().contains("1. B *"));
}

#[test]
fn saving_asks_before_it_replaces() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    std::fs::write(&path, "old").unwrap();
    let mut app = persons("awale");
    enter(&mut app, "A");
    enter(&mut app, &format!("save {}", path.display()));
    assert!(screen(&app, 80, 24).contains("Replace it?") || path.to_str().unwrap().len() > 50);
    press(&mut app, Key::Char('n'));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    enter(&mut app, &format!("save {}", path.display()));
    press(&mut app, Key::Char('y'));
    assert!(app.message.starts_with("Saved: ") && !app.model.is_unsaved(), "{}", app.message);
    press(&mut app, Key::Do(Command::Save));
    press(&mut app, Key::Clear);
    enter(&mut app, "/no/such/folder/x.pgn");
    assert!(app.message.contains("there is no folder"), "{}", app.message);
    assert_eq!(app.mode, Mode::Play);
}

#[test]
fn a_record_that_cannot_be_written_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let record = Some(inner.join("game.pgn"));
    let mut app = still(Table::laid(Setup { record, ..setup("awale", [PERSON, PERSON]) }).unwrap());
    enter(&mut app, "A");
    assert!(!app.model.is_unsaved() && app.message.is_empty());
    std::fs::remove_dir_all(&inner).unwrap();
    enter(&mut app, "a");
    assert!(app.message.starts_with("Nothing is saved: "), "{}", app.message);
    assert!(app.model.is_unsaved() && app.model.game().ply() == 2);
    std::fs::create_dir(&inner).unwrap();
    enter(&mut app, "B");
    assert!(!app.model.is_unsaved());
    let text = std::fs::read_to_string(inner.join("game.pgn")).unwrap();
    assert!(text.contains("1. A a 2. B *"), "{text}");
}

#[test]
fn moves_are_shown_step_by_step_and_can_be_hurried() {
    let mut app = app(table("awale", [PERSON, Seat::Person]));
    enter(&mut app, "A");
    assert!(app.animation.is_some() && !app.is_choosing());
    app.tick(Instant::now());
    assert!(screen(&app, 80, 24).contains("in hand: 4"), "{}", screen(&app, 80, 24));
    press(&mut app, Key::Enter);
    assert!(app.is_choosing());
    enter(&mut app, "a");
    until(&mut app, App::is_choosing);
    assert_eq!(app.board(), &app.model.state().board);
}

#[test]
fn keys_at_any_time_do_no_harm() {
    use Key::*;
    let keys = [
        Char('A'),
        Char('é'),
        Char('\u{7}'),
        Enter,
        Tab,
        BackTab,
        Backspace,
        Delete,
        Clear,
        Left,
        Right,
        Up,
        Down,
        Home,
        End,
        PageUp,
        PageDown,
        Escape,
        Do(Command::Undo),
        Do(Command::Redo),
        Do(Command::Hint),
        Do(Command::Analyse),
        Do(Command::Flip),
        Do(Command::Speed),
        Do(Command::Rules),
        Do(Command::Help),
        Do(Command::Go),
        Do(Command::Moves),
        Do(Command::Board),
        Do(Command::New),
        Char('n'),
    ];
    let mut state = 1u64;
    for game in GAMES {
        let mut app = still(table(game, [PERSON, level(1)]));
        for _ in 0..1500 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            press(&mut app, keys[(state >> 33) as usize % keys.len()]);
            app.tick(Instant::now());
            if state >> 60 == 0 {
                screen(&app, 80, 24);
            }
        }
        assert!(app.failure.is_none() && !app.is_done);
    }
}
