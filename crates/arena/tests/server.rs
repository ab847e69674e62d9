//! Our engine behind the protocol, line by line.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grenier_arena::ugi::{Info, Reply, Server};
use grenier_engine::Variant;

/// What the engine has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics with it").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Talk {
    server: Server,
    written: Written,
}

impl Talk {
    fn new(game: &str) -> Talk {
        let written = Written::default();
        Talk { server: Server::new(Some(Variant::parse(game).expect(game)), written.clone()), written }
    }

    /// The lines since the last call.
    fn heard(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.written.0.lock().expect("nobody panics with it"));
        String::from_utf8(bytes).expect("it is text").lines().map(str::to_owned).collect()
    }

    /// The answer to a command, its search included.
    fn say(&mut self, line: &str) -> Vec<String> {
        self.heard();
        assert!(self.server.command(line), "{line}");
        self.server.wait();
        self.heard()
    }

    /// The only line of the answer.
    fn line(&mut self, line: &str) -> String {
        let mut lines = self.say(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.remove(0)
    }

    /// Waits until a line begins like this.
    fn until(&self, start: &str) -> Vec<String> {
        let end = Instant::now() + Duration::from_secs(10);
        let mut all = Vec::new();
        while !all.iter().any(|line: &String| line.starts_with(start)) {
            assert!(Instant::now() < end, "{start} did not come: {all:?}");
            all.extend(self.heard());
            std::thread::sleep(Duration::from_millis(1));
        }
        all
    }
}

fn infos(lines: &[String]) -> Vec<Info> {
    let reply = |line: &String| match line.parse() {
        Ok(Reply::Info(info)) => Some(*info),
        _ => None,
    };
    lines.iter().filter_map(reply).collect()
}

#[test]
fn the_introduction_names_every_option() {
    let lines = Talk::new("seega:7x7+nowall").say("ugi");
    assert!(lines[0].starts_with("id name Grenier"));
    assert_eq!(lines.last().map(String::as_str), Some("ugiok"));
    for option in [
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name Game type string default seega:7x7+nowall",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}: {lines:?}");
    }
}

#[test]
fn a_search_ends_with_its_nodes_and_a_move() {
    let mut talk = Talk::new("kpe");
    assert!(talk.say("position startpos moves D").is_empty());
    let lines = talk.say("go nodes 5000 multipv 2");
    let [.., nodes, best] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(nodes.starts_with("info nodes 5000 time "), "{nodes}");
    assert!(best.starts_with("bestmove ") && best.len() == 10, "{best}");
    let infos = infos(&lines);
    let ranks: Vec<_> = infos.iter().rev().filter_map(|info| info.multipv).take(2).collect();
    assert_eq!(ranks, [2, 1]);
    // The same again, from a clean slate, to the letter but for times.
    talk.say("uginewgame");
    talk.say("position startpos moves D");
    let again = talk.say("go nodes 5000 multipv 2");
    assert_eq!(again.last(), lines.last());
    let counts = |lines| self::infos(lines).iter().map(|info| (info.nodes, info.score)).collect::<Vec<_>>();
    assert_eq!(counts(&again), counts(&lines));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let mut talk = Talk::new("awale");
    assert_eq!(talk.say("go depth 4 searchmoves B").last().map(String::as_str), Some("bestmove B"));
    assert!(talk.line("go depth 4 searchmoves B q").contains("searchmoves q"));
}

#[test]
fn the_game_is_an_option_or_named_by_the_position() {
    let mut talk = Talk::new("awale");
    assert!(talk.say("setoption name Game value seega:nowall+7x7").is_empty());
    assert!(talk.say("position fen 7/7/7/3x3/7/7/3o3 x 0,0 5").is_empty());
    assert_eq!(talk.line("query gameover"), "response false");
    assert!(talk.say("position fen kpe:own-row startpos moves A").is_empty());
    assert_eq!(talk.line("query p1turn"), "response false");
    assert!(talk.say("ugi").iter().any(|line| line.ends_with("default kpe:own-row")));
    // What goes wrong changes nothing.
    assert!(talk.line("position fen seega 5/5 x").starts_with("info string error: position, column"));
    assert_eq!(talk.line("query p1turn"), "response false");
    assert!(talk.line("setoption name Game value chess").contains("no game"));
    assert!(talk.say("ugi").iter().any(|line| line.ends_with("default kpe:own-row")));
}

#[test]
fn errors_are_one_line_and_end_nothing() {
    let mut talk = Talk::new("mraha");
    for (line, part) in [
        ("xyzzy", "xyzzy"),
        ("go depth many", "depth wants a number"),
        ("position startpos moves c3", "move 1, c3"),
        ("position fen 5/5/5/5 x 0,0 0", "column"),
        ("setoption name Colour value red", "Hash"),
        ("setoption name Threads value 1025", "from 1 to 1024"),
        ("setoption name Hash value -1", "Hash"),
        ("setoption name Engine value best", "auto, ab, mcts"),
        ("query weather", "p1turn"),
        ("genfens 3 seed x", "seed wants a number"),
        ("genfens 3 seed 1 book /no/such/book", "/no/such/book"),
    ] {
        let error = talk.line(line);
        assert!(error.starts_with("info string error: ") && error.contains(part), "{line}: {error}");
    }
    assert!(talk.say("").is_empty());
    assert_eq!(talk.line("isready"), "readyok");
    assert!(!talk.server.command("quit"));
}

#[test]
fn infinite_searches_hear_what_comes() {
    for game in ["awale", "seega"] {
        let mut talk = Talk::new(game);
        talk.server.command("go infinite");
        talk.server.command("isready");
        talk.until("readyok");
        talk.server.command("position startpos");
        assert!(talk.until("info string error").iter().all(|line| !line.starts_with("bestmove")));
        talk.server.command("stop");
        assert!(talk.heard().iter().any(|line| line.starts_with("bestmove ")), "{game}");
        // Nothing is left of it.
        assert!(talk.say("position startpos").is_empty());
    }
}

#[test]
fn a_proven_search_waits_for_stop_if_it_is_infinite() {
    let mut talk = Talk::new("kpe");
    talk.say("position fen 0-0-1-0-0-0-0-1-26-20-S -");
    talk.server.command("go infinite");
    std::thread::sleep(Duration::from_millis(200));
    let lines = talk.heard();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    talk.server.command("stop");
    assert!(talk.until("bestmove").iter().any(|line| line == "bestmove C"));
    assert!(talk.say("go").iter().any(|line| line.contains(" proven ")));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut talk = Talk::new("awale");
    talk.say("position fen 0-0-0-0-0-0-0-0-0-0-0-0-24-24-S");
    assert_eq!(talk.line("query result"), "response draw");
    assert_eq!(talk.say("go depth 3").last().map(String::as_str), Some("bestmove 0000"));
}

/// Repetition needs the moves: the position alone does not know it.
#[test]
fn a_repetition_ends_the_game() {
    let mut talk = Talk::new("mraha");
    let shuffle = "a1-a2 e5-e4 a2-a1 e4-e5 ".repeat(2);
    talk.say(&format!("position fen 4o/5/5/5/x4 x 0,0 0 moves {shuffle}"));
    let over = talk.line("query gameover");
    let result = talk.line("query result");
    assert_eq!((over.as_str(), result.as_str()), ("response true", "response draw"));
    assert_eq!(talk.say("go nodes 100").last().map(String::as_str), Some("bestmove 0000"));
}

#[test]
fn times_are_kept() {
    for go in ["go movetime 150", "go p1time 1000 p2time 1 p1inc 50 p2inc 0"] {
        let mut talk = Talk::new("awale");
        talk.say("isready");
        let started = Instant::now();
        talk.say(go);
        assert!(started.elapsed() < Duration::from_millis(600), "{go}: {:?}", started.elapsed());
    }
}

#[test]
fn aalina_has_moves_in_one_word() {
    let mut talk = Talk::new("kpe");
    let lines = talk.say("uci");
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    assert!(lines.iter().any(|line| line.ends_with("default awale:abapa")));
    assert!(talk.say("position startpos moves FfBe").is_empty());
    let best = talk.say("go depth 5").pop().expect("there is an answer");
    let words: Vec<&str> = best.split(' ').collect();
    assert!(
        matches!(words[..], ["bestmove", mv, "ponder", reply] if mv.len() == 1 && reply.len() == 1),
        "{best}"
    );
    assert!(talk.say("position fen 0-5-5-5-0-5-5-1-6-6-5-5-0-0-N moves eA").is_empty());
    assert!(talk.say("go wtime 300 btime 300").last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn openings_can_be_set_up() {
    let mut talk = Talk::new("obridjie");
    let lines = talk.say("genfens 64 seed 42 book None");
    assert_eq!(lines.len(), 64);
    for line in &lines {
        let position = line.strip_prefix("info string genfens ").expect(line);
        assert!(talk.say(&format!("position fen {position}")).is_empty(), "{position}");
    }
    assert_ne!(talk.say("genfens 64 seed 43 book None"), lines);
}

#[test]
fn the_end_of_the_input_stops_the_search() {
    let mut talk = Talk::new("awale");
    let started = Instant::now();
    talk.server.run(&b"position startpos\ngo infinite\n"[..]).expect("memory can be read");
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!(talk.until("bestmove").iter().any(|line| line.starts_with("bestmove ")));
}

#[test]
fn parameters_of_the_search_are_options() {
    let mut talk = Talk::new("kpe");
    let listed = talk.say("ugi");
    assert!(listed.iter().any(|line| line.starts_with("option name mcts.exploration type string default ")));
    assert!(
        listed.iter().any(|line| line.starts_with("option name ab.ordering type spin default 1 min 0 max 1"))
    );
    assert!(talk.say("setoption name Engine value mcts").is_empty());
    let mut visited = |exploration: &str| {
        assert!(talk.say(&format!("setoption name mcts.exploration value {exploration}")).is_empty());
        let lines = talk.say("go nodes 30000 multipv 4");
        let score = |line: &String| line.split(" score cp ").nth(1)?.split(' ').next().map(str::to_owned);
        lines.iter().filter_map(score).collect::<Vec<_>>()
    };
    let usual = visited("0.6");
    assert_ne!(visited("5"), usual);
    assert_eq!(visited("0.6"), usual);
    assert!(talk.line("setoption name mcts.exploration value 50").contains("0 to 10"));
    assert!(talk.line("setoption name exploration value 1").contains("mcts.exploration"));
}
