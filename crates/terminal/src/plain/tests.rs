use std::io::Cursor;

use super::*;
use crate::testing::{GAMES, PERSON, french, level, table};

/// What the dialogue says to this input.
fn dialogue(table: Table, input: &str) -> String {
    let mut output = Vec::new();
    let input = Cursor::new(input.as_bytes().to_vec());
    run(table, input, &mut output, &AtomicBool::new(false)).unwrap();
    String::from_utf8(output).unwrap()
}

/// Input and output of a player who plays the first legal move that the dialogue names.
struct Player {
    heard: std::sync::Arc<std::sync::Mutex<String>>,
    ready: Vec<u8>,
    moves: usize,
}

impl Read for Player {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.ready.is_empty() {
            let heard = self.heard.lock().unwrap().clone();
            if heard.contains("The game is over") || self.moves == 0 {
                return Ok(0);
            }
            let Some(said) = heard.strip_suffix("> ") else {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            };
            // What was said since the last prompt: the list of moves that was asked for, or something else.
            let said = said.rsplit("> ").next().unwrap_or_default();
            let first = said.split_whitespace().next().filter(|_| !said.contains("to move"));
            self.moves -= 1;
            self.ready = format!("{}\n", first.unwrap_or("moves")).into_bytes();
            self.heard.lock().unwrap().push('\n');
        }
        let count = self.ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

struct Ear(std::sync::Arc<std::sync::Mutex<String>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn whole_games_are_played_against_the_weakest_level() {
    for game in GAMES {
        let heard = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
        let player = Player { heard: heard.clone(), ready: Vec::new(), moves: 2000 };
        let mut ear = Ear(heard.clone());
        run(table(game, [PERSON, level(1)]), player, &mut ear, &AtomicBool::new(false)).unwrap();
        let heard = heard.lock().unwrap();
        assert!(
            heard.contains("The game is over: "),
            "{game}: {}",
            &heard[heard.len().saturating_sub(900)..]
        );
        assert!(!heard.contains("no legal move"), "{game}");
    }
}

#[test]
fn engines_play_among_themselves_without_being_asked() {
    let said = dialogue(table("awale", [level(1), level(2)]), "");
    assert!(said.contains("The game is over: ") && !said.contains("> "), "{said}");
}

#[test]
fn the_dialogue_is_this() {
    let said = dialogue(table("awale", [PERSON, PERSON]), "moves\nC\nc\nundo\nquit\n");
    let expected = "\
Awalé. South: person, North: person. help lists the words.

        f    e    d    c    b    a
     +----+----+----+----+----+----+
     |  4 |  4 |  4 |  4 |  4 |  4 |  North 0
     +----+----+----+----+----+----+
     |  4 |  4 |  4 |  4 |  4 |  4 |  South 0 <- to move
     +----+----+----+----+----+----+
        A    B    C    D    E    F
South to move
> A B C D E F
> South (person): C — quiet

        f    e    d    c    b    a
     +----+----+----+----+----+----+
     |  4 |  4 |  4 |  4 |  4 |  5 |  North 0 <- to move
     +----+----+----+----+----+----+
     |  4 |  4 |  0 |  5 |  5 |  5 |  South 0
     +----+----+----+----+----+----+
        A    B    C    D    E    F
North to move
";
    assert!(said.starts_with(expected), "{said}");
    assert!(
        said.ends_with("> The game is not finished. Position: awale 4-4-0-5-5-5-5-4-4-4-4-4-0-0-N\n"),
        "{said}"
    );
}

#[test]
fn wrong_lines_get_one_line_and_the_game_goes_on() {
    let input = "\n  \nZ\nhello world\n\u{1b}[A\nA\u{0}\nsave\nflip\nredo\nundo\ngo\nA\n";
    let said = dialogue(table("awale", [PERSON, PERSON]), input);
    let answers: Vec<&str> = said.split("> ").skip(1).map(|answer| answer.trim_end()).collect();
    let is_one_line = |answer: &&&str| !answer.contains('\n') && !answer.contains(char::is_control);
    assert_eq!(answers.iter().take(11).filter(is_one_line).count(), 11, "{answers:?}");
    assert!(answers[2].contains("\"Z\"") && answers[2].contains("A B C D E F"), "{answers:?}");
    assert!(answers[11].starts_with("South (person): A"), "{answers:?}");
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end_do_no_harm() {
    let mut input = vec![0xff, 0xfe, b'\n'];
    input.extend(std::iter::repeat_n(b'x', 100_000));
    input.extend(b"\nA\n");
    let mut output = Vec::new();
    run(table("kpe", [PERSON, PERSON]), Cursor::new(input), &mut output, &AtomicBool::new(false)).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(said.contains("South (person): A") && said.len() < 20_000, "{}", said.len());
}

#[test]
fn hints_and_analyses_explain() {
    let said = dialogue(table("seega", [PERSON, level(1)]), "hint\nanalyse\nrules\nhelp\n");
    assert!(said.contains("Best: ") && said.contains("1. ") && said.contains("chances "), "{said}");
    assert!(said.contains("S1 ") && said.contains("save FILE"), "{said}");
}

#[test]
fn games_are_saved_and_files_replaced_after_a_yes_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.pgn");
    let name = path.display();
    let input =
        format!("A\nsave {name}\na\nsave {name}\nno\nsave {name}\nyes\nsave /no/such/x.pgn\nsave x.ogn\n");
    let said = dialogue(table("obridjie", [PERSON, PERSON]), &input);
    assert_eq!(said.matches("Saved: ").count(), 2, "{said}");
    assert!(said.contains("The file was left as it is.") && said.contains("there is no folder"), "{said}");
    assert!(said.contains("not written as .ogn"), "{said}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("1. A a *"));
}

#[test]
fn french_is_french() {
    for game in GAMES {
        let input =
            "?\naide\nrègles\nA\na1b1\nxyz\ncoups\nannuler\nrefaire\ntourner\nenregistrer\ncontinuer\n";
        let said = dialogue(french(game, [PERSON, PERSON]), input);
        for word in [" to move", "North", "South", "Legal", "not yet", "in hand", "is no ", "Best", "The "] {
            assert!(!said.contains(word), "{game}: {word}: {said}");
        }
        assert!(said.contains("de jouer") && said.contains("n’est pas un coup permis"), "{said}");
        assert!(!said.contains(" :") && !said.contains(" ?"), "{game}: {said}");
    }
}

#[test]
fn the_flag_ends_the_dialogue_and_the_engine_is_stopped() {
    // A reader that never answers: a person who has gone away.
    struct Nobody;
    impl Read for Nobody {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            std::thread::sleep(Duration::from_secs(600));
            Ok(0)
        }
    }
    let mut output = Vec::new();
    run(table("awale", [PERSON, Seat::Person]), Nobody, &mut output, &AtomicBool::new(true)).unwrap();
    assert!(String::from_utf8(output).unwrap().contains("not finished"));
    // Eight thinks for ten minutes, unless it is told to stop.
    let mut table = table("kpe", [level(8), PERSON]);
    table.time = Duration::from_secs(600);
    let stop = AtomicBool::new(true);
    let mut output = Vec::new();
    run(table, Cursor::new(Vec::new()), &mut output, &stop).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(!stop.load(Ordering::Relaxed) && said.contains("South (level 8): "), "{said}");
}

#[test]
fn weights_and_tables_that_do_not_fit_are_refused_before_the_game() {
    use crate::Setup;
    use crate::testing::setup;
    use grenier_engine::{WeightsChoice, tables::Source};
    let folder = tempfile::tempdir().unwrap();
    let tables = Source::Folder(folder.path().to_owned());
    let weights = WeightsChoice::default().changed("nonsense", 1);
    for (setup, part) in [
        (Setup { tables, ..setup("kpe", [PERSON, level(8)]) }, "no tables of kpe"),
        (Setup { weights, ..setup("kpe", [PERSON, level(8)]) }, "nonsense"),
    ] {
        let error = Table::laid(setup).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
