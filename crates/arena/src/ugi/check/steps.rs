//! The checks themselves.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use grenier_core::{Game, Player};
use grenier_engine::Playable;

use super::{Answer, Bench, Step, told};
use crate::foreign::position;
use crate::ugi::{Command, Dialect, EngineOption, Go, Query, Reply};

/// Time that an answer to a command may take which asks for no search.
const SOON: Duration = Duration::from_secs(2);

/// Time that a search without a limit in time may take.
const LONG: Duration = Duration::from_secs(30);

/// Time that an answer may come late: operating system and pipes included.
const MARGIN: Duration = Duration::from_millis(500);

/// The checks in their order.
pub(super) fn all<P: Playable>(dialect: Dialect) -> Vec<(&'static str, Step<P>)> {
    let mut steps: Vec<(&'static str, Step<P>)> = vec![
        ("introduction", introduction),
        ("options are well-formed", options),
        ("isready when idle", |bench| bench.ping().map(|()| "readyok".to_owned())),
        ("unknown commands are ignored", unknown),
        ("stop when idle is ignored", idle_stop),
    ];
    if dialect == Dialect::Ugi {
        steps.push(("queries along a game", queries));
    }
    let more: [(&'static str, Step<P>); 10] = [
        ("position fen", text),
        ("go depth 2", depth),
        ("go nodes 2000", nodes),
        ("go movetime 200", move_time),
        ("go with clocks", clocks),
        ("isready during a search", ready_in_search),
        ("go infinite goes on until stop", infinite),
        ("moves along a game are legal", along),
        ("quit", quit),
        ("the end of the input ends the engine", end_of_input),
    ];
    steps.extend(more);
    steps
}

fn introduction<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let client = bench.client()?;
    match client.name() {
        "" => Err("it gave no \"id name\"".to_owned()),
        name => Ok(name.to_owned()),
    }
}

fn options<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let client = bench.client()?;
    if let Some(wrong) = client.take_wrong().first() {
        return Err(wrong.clone());
    }
    let mut names = HashSet::new();
    for option in client.options() {
        if !names.insert(option.name.to_ascii_lowercase()) {
            return Err(format!("option {} is there twice", option.name));
        }
        well_formed(option).map_err(|reason| format!("option {option}: {reason}"))?;
    }
    let names: Vec<&str> = client.options().iter().map(|option| option.name.as_str()).collect();
    Ok(if names.is_empty() { "none".to_owned() } else { names.join(", ") })
}

fn well_formed(option: &EngineOption) -> Result<(), &'static str> {
    let default = option.default.as_deref();
    match option.kind.as_str() {
        "spin" => {
            let (Some(min), Some(max)) = (option.min, option.max) else {
                return Err("a spin has min and max");
            };
            match default.and_then(|default| default.parse::<i64>().ok()) {
                Some(default) if (min..=max).contains(&default) => Ok(()),
                Some(_) => Err("the default is not between min and max"),
                None => Err("the default of a spin is a number"),
            }
        }
        "check" if !matches!(default, Some("true" | "false")) => {
            Err("the default of a check is true or false")
        }
        "combo" if option.choices.is_empty() => Err("a combo has some var"),
        "combo" if !option.choices.iter().any(|choice| Some(choice.as_str()) == default) => {
            Err("the default of a combo is one of its var")
        }
        "string" if default.is_none() => Err("a string has a default"),
        _ => Ok(()),
    }
}

fn unknown<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    for line in ["xyzzy\n", "\n", "go_away now\n", "setoption name NoSuchOption value 1\n"] {
        bench.client()?.send_text(line).map_err(|fault| told(&fault))?;
        bench.ping().map_err(|reason| format!("after {:?}: {reason}", line.trim_end()))?;
    }
    Ok("readyok after each".to_owned())
}

fn idle_stop<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    bench.send(&Command::Stop)?;
    bench.send(&Command::IsReady)?;
    match bench.hear(SOON, "readyok")? {
        Reply::ReadyOk => Ok("readyok".to_owned()),
        other => Err(format!("readyok was expected, \"{other}\" came")),
    }
}

/// Every answer on every position of a random game.
fn queries<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    bench.set_game()?;
    bench.send(&Command::NewGame)?;
    bench.ping()?;
    let plies = bench.game.moves().len();
    let mut asked = 0;
    for ply in (0..=plies).filter(|&ply| ply < 20 || ply % 7 == 0 || ply + 3 > plies) {
        let game = bench.up_to(ply);
        bench.send(&position(&game))?;
        for query in Query::ALL {
            ask(bench, &game, query)?;
            asked += 1;
        }
    }
    let end = if bench.game.result().is_some() { " to its end" } else { "" };
    Ok(format!("{asked} answers along {plies} plies{end}"))
}

fn ask<P: Playable>(bench: &mut Bench<'_, P>, game: &Game<P>, query: Query) -> Result<(), String> {
    bench.send(&Command::Query(query))?;
    let response = loop {
        match bench.hear(SOON, &format!("the response to query {}", query.word()))? {
            Reply::Response(response) => break response,
            Reply::Text(_) => {}
            other => return Err(format!("query {}: \"{other}\" came", query.word())),
        }
    };
    let expected = expected(game, query);
    if response == expected {
        return Ok(());
    }
    let at = game.position().text();
    Err(format!(
        "query {} in {at}, after {} plies: {response} came, {expected} was expected",
        query.word(),
        game.moves().len()
    ))
}

fn expected<P: Playable>(game: &Game<P>, query: Query) -> &'static str {
    let truth = |is_so| if is_so { "true" } else { "false" };
    match (query, game.result().map(|(outcome, _)| outcome.winner)) {
        (Query::P1Turn, _) => truth(game.position().turn() == Player::First),
        (Query::GameOver, result) => truth(result.is_some()),
        (Query::Result, None) => "none",
        (Query::Result, Some(None)) => "draw",
        (Query::Result, Some(Some(Player::First))) => "p1win",
        (Query::Result, Some(Some(Player::Second))) => "p2win",
    }
}

/// A position given by its text.
fn text<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    // Some plies only: engines that cannot set up any position find short lines themselves.
    let game = Game::new(*bench.up_to(3).position());
    bench.set_game()?;
    if bench.check.dialect == Dialect::Ugi {
        bench.send(&position(&game))?;
        ask(bench, &game, Query::P1Turn)?;
    }
    bench.search(&game, Go { nodes: Some(200), ..Go::default() }, LONG)?;
    Ok(game.position().fields())
}

fn depth<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let game = bench.middle();
    let answer = bench.search(&game, Go { depth: Some(2), ..Go::default() }, LONG)?;
    let deepest = answer.infos.iter().filter_map(|info| info.depth).max();
    match deepest {
        Some(depth) if depth > 2 => Err(format!("an info line tells depth {depth}, at most 2 was asked for")),
        _ => Ok(seen(&answer)),
    }
}

fn nodes<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    /// Nodes above the limit that are let pass: engines look at it now and then.
    const MORE: u64 = 1100;
    let game = bench.middle();
    let answer = bench.search(&game, Go { nodes: Some(2000), ..Go::default() }, LONG)?;
    match answer.infos.iter().filter_map(|info| info.nodes).max() {
        Some(nodes) if nodes > 2000 + MORE => Err(format!("{nodes} nodes, 2000 were asked for")),
        Some(_) => Ok(seen(&answer)),
        None => Err("no info line tells the nodes".to_owned()),
    }
}

fn move_time<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let time = Duration::from_millis(200);
    let game = bench.middle();
    let answer = bench.search(&game, Go { move_time: Some(time), ..Go::default() }, LONG)?;
    in_time(&answer, time)
}

fn clocks<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let time = Duration::from_millis(1500);
    let game = bench.middle();
    let go = Go { time: [Some(time); 2], increment: [Some(Duration::from_millis(10)); 2], ..Go::default() };
    let answer = bench.search(&game, go, LONG)?;
    in_time(&answer, time)
}

fn in_time(answer: &Answer, time: Duration) -> Result<String, String> {
    if answer.time > time + MARGIN {
        return Err(format!(
            "the move came after {} ms, {} were given",
            answer.time.as_millis(),
            time.as_millis()
        ));
    }
    Ok(seen(answer))
}

fn seen(answer: &Answer) -> String {
    let mv = answer.mv.as_deref().unwrap_or_default();
    format!("bestmove {mv} after {} ms, {} info lines", answer.time.as_millis(), answer.infos.len())
}

fn start_infinite<P: Playable>(bench: &mut Bench<'_, P>, game: &Game<P>) -> Result<Instant, String> {
    bench.set_game()?;
    bench.send(&position(game))?;
    bench.client()?.take_wrong();
    bench.send(&Command::Go(Box::new(Go { infinite: true, ..Go::default() })))?;
    Ok(Instant::now())
}

fn ready_in_search<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let game = bench.middle();
    let started = start_infinite(bench, &game)?;
    bench.send(&Command::IsReady)?;
    loop {
        match bench.hear(SOON, "readyok during the search")? {
            Reply::ReadyOk => break,
            Reply::Info(_) | Reply::Text(_) => {}
            other => return Err(format!("readyok was expected, \"{other}\" came")),
        }
    }
    bench.send(&Command::Stop)?;
    bench.answer(&game, started, SOON).map(|answer| seen(&answer))
}

fn infinite<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    // Near the end, where a search can be done long before it is told to stop.
    let game = bench.up_to(bench.game.moves().len().saturating_sub(3));
    let started = start_infinite(bench, &game)?;
    let until = started + Duration::from_millis(300);
    let client = bench.client()?;
    loop {
        match client.hear(Some(until), "") {
            Ok(Reply::BestMove { .. }) => {
                return Err(format!("bestmove came after {} ms, before stop", started.elapsed().as_millis()));
            }
            Ok(_) => {}
            Err(_) if Instant::now() >= until => break,
            Err(fault) => return Err(told(&fault)),
        }
    }
    bench.send(&Command::Stop)?;
    let stopped = Instant::now();
    let answer = bench.answer(&game, started, SOON)?;
    Ok(format!("{}, {} ms after stop", seen(&answer), stopped.elapsed().as_millis()))
}

/// The engine moves in positions from all of the game.
fn along<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    let plies = bench.game.moves().len();
    bench.send(&Command::NewGame)?;
    bench.ping()?;
    let mut moves = 0;
    for part in 0..12 {
        let game = bench.up_to(plies.saturating_sub(1) * part / 11);
        if game.result().is_none() {
            bench.search(&game, Go { nodes: Some(300), ..Go::default() }, LONG)?;
            moves += 1;
        }
    }
    Ok(format!("{moves} moves"))
}

fn quit<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    bench.send(&Command::Quit)?;
    ended(bench, "quit")
}

fn end_of_input<P: Playable>(bench: &mut Bench<'_, P>) -> Result<String, String> {
    bench.client()?.process().close_input();
    ended(bench, "the end of its input")
}

fn ended<P: Playable>(bench: &mut Bench<'_, P>, what: &str) -> Result<String, String> {
    let started = Instant::now();
    if bench.client()?.process().ends_within(SOON) {
        bench.client = None;
        return Ok(format!("after {} ms", started.elapsed().as_millis()));
    }
    Err(format!("it still runs {} s after {what}", SOON.as_secs()))
}
