use grenier_core::Language;
use grenier_engine::{Ask, Desk, Limits, WeightsChoice, tables::Source};

use super::*;
use crate::testing::{GAMES, PERSON, french, level, setup, table};
use crate::{Seat, Setup};

/// Compares a screen with the file of this name; `GRENIER_WRITE_SCREENS=1` writes the file instead.
fn check(name: &str, screen: &str) {
    let path = format!("{}/tests/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("GRENIER_WRITE_SCREENS").is_some() {
        std::fs::write(&path, screen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(screen, expected, "{name}");
}

fn at(position: &str, moves: &[&str], language: Language) -> App {
    let game = position.split(' ').next().unwrap();
    let setup = Setup {
        position: Some(position.to_owned()),
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        language,
        ..setup(game, [PERSON, level(3)])
    };
    app(Table::laid(setup).unwrap())
}

/// Puts an analysis of a fixed number of positions on the screen.
fn analysed(app: &mut App) {
    let ask = Ask { limits: Limits::nodes(3000), multipv: 5, explained: Some(app.texts.0), ..Ask::default() };
    let mut desk = Desk::new(2, Source::None, WeightsChoice::called("hand-set").unwrap());
    let never = std::sync::atomic::AtomicBool::new(false);
    let analysis = app.model.game().analyse(&mut desk, &ask, &never, &mut |_| {}).unwrap();
    app.analysis = Some((analysis, true));
    app.is_analysing = true;
}

#[test]
fn every_game_fits_a_window_of_80_by_24() {
    let kpe = at("kpe startpos", &["A", "b", "D", "a"], Language::English);
    check("kpe", &screen(&kpe, 80, 24));
    let mut awale = at("awale 1-0-2-0-0-1-0-1-1-0-0-2-20-20-S", &[], Language::English);
    analysed(&mut awale);
    check("awale", &screen(&awale, 80, 24));
    let obridjie = at("obridjie startpos", &["A", "a", "D", "d"], Language::French);
    check("obridjie", &screen(&obridjie, 80, 24));
    let mut mraha = at("mraha xxooo/xoxox/oo1xx/ooxxo/oxoxx x 0,0 0", &[], Language::French);
    mraha.is_flipped = true;
    check("mraha", &screen(&mraha, 80, 24));
    let mut seega = at("seega xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0", &["c2xc3xd3"], Language::English);
    analysed(&mut seega);
    check("seega", &screen(&seega, 80, 24));
    let seega7 = at("seega:7x7 startpos", &["a1b1", "f7g7"], Language::English);
    check("seega7", &screen(&seega7, 80, 24));
    let mut seega9 = at("seega:9x9 startpos", &["a1b1", "h9i9"], Language::English);
    press(&mut seega9, Key::Char('c'));
    check("seega9", &screen(&seega9, 80, 24));
    check("seega9-large", &screen(&seega9, 120, 40));
}

#[test]
fn help_and_rules_lie_over_the_board() {
    for (mut app, name) in
        [(app(table("kpe", [PERSON, PERSON])), "help"), (app(french("kpe", [PERSON, PERSON])), "aide")]
    {
        press(&mut app, Key::Do(Command::Help));
        let first = screen(&app, 80, 24);
        press(&mut app, Key::End);
        check(name, &(first + &screen(&app, 80, 24)));
        press(&mut app, Key::Do(Command::Rules));
        assert!(screen(&app, 80, 24).contains("K1 "));
        (0..50).for_each(|_| press(&mut app, Key::PageDown));
        assert!(screen(&app, 80, 24).contains("K10 "));
        press(&mut app, Key::Escape);
        assert!(!screen(&app, 80, 24).contains("K10 "));
    }
}

#[test]
fn a_window_that_is_too_small_is_told_so() {
    for game in GAMES {
        let app = app(table(game, [PERSON, PERSON]));
        for (width, height) in [(79, 24), (80, 23), (20, 5), (1, 1), (200, 10)] {
            assert!(!screen(&app, width, height).contains('┌'));
        }
        let told = screen(&app, 79, 24);
        assert!(told.contains("too small: 79×24") && told.contains("80×24"), "{told}");
        for (width, height) in [(80, 24), (81, 25), (132, 43), (300, 100)] {
            assert!(screen(&app, width, height).contains('┌'), "{game} {width}×{height}");
        }
    }
}

#[test]
fn nothing_on_a_screen_needs_colours() {
    let shown = |theme| {
        let mut app = at("seega xoxoo/oxxxo/xo1ox/oxxoo/xooxx x 0,0 0", &["c2xc3xd3"], Language::English);
        app.theme = theme;
        screen(&app, 80, 24)
    };
    assert_eq!(shown(Theme::new(true)), shown(Theme::new(false)));
}

#[test]
fn lines_of_keys_fit_in_both_languages() {
    for seats in [[PERSON, Seat::Person]] {
        for table in [table("awale", seats), french("awale", seats)] {
            assert!(table.texts.keys().chars().count() <= 80);
            let help = table.texts.screen_help();
            assert!(help.lines().all(|line| line.chars().count() <= 78), "{help}");
        }
    }
}
