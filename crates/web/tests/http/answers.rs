//! What is answered to questions that make sense.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Events, agent, post, posted, read, server, url};

const VARIANTS: [&str; 8] =
    ["kpe", "kpe:own-row", "awale", "awale:awari", "obridjie", "mraha", "seega", "seega:9x9+nowall"];

#[test]
fn a_game_of_every_variant_is_played_over_the_interface() {
    let server = server(|config| config);
    for game in VARIANTS {
        let mut moves: Vec<String> = Vec::new();
        for seed in 0..12 {
            let about = json!({ "game": game, "moves": moves });
            let (status, state) = post(&server, "position", &about);
            assert_eq!((status, &state["moves"]), (200, &json!(moves)), "{state}");
            let (_, listed) = post(&server, "moves", &about);
            let legal = state["legal"].as_array().unwrap();
            assert_eq!(legal.len(), listed["moves"].as_array().unwrap().len());
            let wanted = json!({ "game": game, "moves": moves, "level": 1, "seed": seed });
            let (status, chosen) = post(&server, "best-move", &wanted);
            assert_eq!(status, 200, "{chosen}");
            assert!(legal.iter().any(|mv| mv["move"] == chosen["move"]), "{chosen}");
            assert_eq!(chosen, post(&server, "best-move", &wanted).1, "the same seed chooses the same move");
            moves.push(chosen["move"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(server.end(), 0);
}

#[test]
fn the_catalogue_and_the_rules_are_told_in_both_languages() {
    let server = server(|config| config);
    let get = |name: &str| read(agent().get(url(&server, name)).call().unwrap());
    let (english, french) = (get("games?lang=en").1, get("games?lang=fr").1);
    let games = english["games"].as_array().unwrap();
    assert_eq!(games.len(), 5);
    for (english, french) in games.iter().zip(french["games"].as_array().unwrap()) {
        assert_eq!(english["name"], french["name"]);
        assert_ne!(english["title"], french["title"]);
        let name = english["name"].as_str().unwrap();
        for preset in english["presets"].as_array().unwrap() {
            let variant = format!("{name}:{}", preset["word"].as_str().unwrap());
            let (status, rules) = get(&format!("rules?game={variant}&lang=fr"));
            assert_eq!((status, rules["game"].as_str()), (200, Some(variant.as_str())));
            assert!(rules["clauses"].as_array().unwrap().len() > 5);
        }
    }
    assert_eq!(get("rules?game=chess").0, 422);
    assert_eq!(get("rules").0, 400);
    assert_eq!(get("health").1["status"], "ok");
}

#[test]
fn every_answer_is_of_the_shape_that_the_description_gives() {
    let server = server(|config| config);
    let (_, description) = read(agent().get(url(&server, "openapi.json")).call().unwrap());
    let paths = description["paths"].as_object().unwrap();
    let names: Vec<&str> = paths.keys().map(|path| path.trim_start_matches("/api/v1/")).collect();
    let about = json!({ "game": "kpe", "moves": ["D"] });
    for (name, body, schema) in [
        ("position", about.clone(), "State"),
        ("moves", about.clone(), "Moves"),
        ("best-move", json!({ "game": "kpe", "level": 2 }), "Chosen"),
        ("export", about.clone(), "Exported"),
        ("import", json!({ "text": "kpe startpos" }), "Imported"),
    ] {
        assert!(names.contains(&name), "{name} is described");
        let (status, answer) = post(&server, name, &body);
        assert_eq!(status, 200, "{answer}");
        let properties = description["components"]["schemas"][schema]["properties"].as_object();
        let properties = properties.unwrap_or_else(|| panic!("{schema} is described"));
        for field in answer.as_object().unwrap().keys() {
            assert!(properties.contains_key(field), "{schema} has {field}");
        }
        for field in description["components"]["schemas"][schema]["required"].as_array().unwrap() {
            assert!(answer.get(field.as_str().unwrap()).is_some(), "{name} gives {field}");
        }
    }
    for name in ["analyse", "review", "tables", "games", "rules", "health"] {
        assert!(names.contains(&name), "{name} is described");
    }
}

#[test]
fn analysis_streams_its_progress_and_ends_with_the_result() {
    let server = server(|config| config);
    let wanted = json!({ "game": "awale", "multipv": 3, "time": 0.4, "lang": "fr" });
    let events: Vec<(String, Value)> = Events::of(posted(&server, "analyse", &wanted)).collect();
    let (name, done) = events.last().unwrap();
    assert_eq!((name.as_str(), &done["stopped_by"]), ("done", &json!("time")));
    assert!(events.len() > 3, "{}", events.len());
    for (name, analysis) in &events[..events.len() - 1] {
        assert_eq!((name.as_str(), &analysis["stopped_by"]), ("progress", &json!("running")));
    }
    let lines = done["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| !line["explained"].as_array().unwrap().is_empty()));
}

#[test]
fn the_first_value_of_full_strength_comes_soon() {
    let server = server(|config| config);
    for game in ["kpe", "mraha", "seega:9x9"] {
        let wanted = json!({ "game": game, "level": 8, "time": 3.0 });
        let request = agent()
            .post(url(&server, "best-move"))
            .header("Content-Type", "application/json")
            .header("Accept", "text/event-stream");
        let started = Instant::now();
        let mut events = Events::of(request.send(wanted.to_string()).unwrap());
        let (name, _) = events.next().unwrap();
        assert_eq!(name, "progress");
        // How soon exactly is measured elsewhere; here it only comes long before the move.
        assert!(started.elapsed() < Duration::from_secs(2), "{game}: {:?}", started.elapsed());
        let (name, chosen) = events.last().unwrap();
        assert_eq!((name.as_str(), &chosen["level"]), ("move", &json!(8)));
    }
}

#[test]
fn closing_the_stream_stops_the_search() {
    let server = server(|config| config);
    let endless = json!({ "game": "mraha", "time": 60.0 });
    let mut events = Events::of(posted(&server, "analyse", &endless));
    assert_eq!(events.next().unwrap().0, "progress");
    drop(events);
    // The only thread is free long before the minute is over.
    let started = Instant::now();
    let short = json!({ "game": "kpe", "depth": 3 });
    let events: Vec<(String, Value)> = Events::of(posted(&server, "analyse", &short)).collect();
    assert_eq!(events.last().unwrap().0, "done");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn a_search_that_waits_is_told_how_many_are_before_it() {
    let server = server(|config| config);
    let endless = json!({ "game": "mraha", "time": 60.0 });
    let mut running = Events::of(posted(&server, "analyse", &endless));
    assert_eq!(running.next().unwrap().0, "progress");
    for ahead in [1, 2] {
        let mut waiting = Events::of(posted(&server, "analyse", &endless));
        assert_eq!(waiting.next().unwrap(), ("queued".to_owned(), json!({ "ahead": ahead })));
        // It goes on waiting, as long as the server does.
        std::mem::forget(waiting);
    }
}

#[test]
fn who_waits_is_told_and_who_is_too_many_is_sent_away() {
    let server = server(|config| grenier_web::Config { queue: 1, per_client: 3, ..config });
    let endless = json!({ "game": "mraha", "time": 60.0 });
    let mut running = Events::of(posted(&server, "analyse", &endless));
    assert_eq!(running.next().unwrap().0, "progress");
    let mut waiting = Events::of(posted(&server, "analyse", &endless));
    assert_eq!(waiting.next().unwrap().0, "queued");
    let refused = posted(&server, "analyse", &endless);
    assert_eq!(refused.headers()["retry-after"], "2");
    let (status, reason) = read(refused);
    assert_eq!(status, 503, "{reason}");
    // Moves have a lane of their own, and the client may have one more search.
    assert_eq!(post(&server, "best-move", &json!({ "game": "kpe", "level": 1 })).0, 200);
    let full = json!({ "game": "kpe", "level": 8, "time": 10.0 });
    let request = agent().post(url(&server, "best-move")).header("Content-Type", "application/json");
    let third = request.header("Accept", "text/event-stream").send(full.to_string()).unwrap();
    let (status, reason) = post(&server, "tables", &json!({ "game": "kpe" }));
    assert_eq!(status, 429, "{reason}");
    drop((running, third));
    assert_eq!(waiting.next().unwrap().0, "progress");
}

#[test]
fn a_review_judges_every_move_and_sums_up() {
    let server = server(|config| config);
    let game = json!({ "game": "awale", "moves": ["A", "a", "B", "b"], "nodes": 500 });
    let events: Vec<(String, Value)> = Events::of(posted(&server, "review", &game)).collect();
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["move", "move", "move", "move", "done"]);
    assert_eq!(events[4].1["players"][0]["moves"], 2);
}

#[test]
fn tables_tell_what_they_know_and_that_they_know_nothing() {
    let server = server(|config| config);
    let known = post(&server, "tables", &json!({ "position": "kpe 0-0-1-0-0-0-3-0-24-20-S -" })).1;
    assert_eq!((&known["known"], &known["value"]), (&json!(true), &json!(2)));
    assert_eq!(post(&server, "tables", &json!({ "game": "seega:7x7" })).1["known"], false);
}

#[test]
fn records_come_in_and_go_out() {
    let server = server(|config| config);
    let about =
        json!({ "game": "awale", "moves": ["A", "f"], "players": ["Ama \"A\"", "Kofi]"], "result": "1-0" });
    let (_, exported) = post(&server, "export", &about);
    assert_eq!(exported["positions"].as_array().unwrap().len(), 4);
    for record in exported["records"].as_array().unwrap() {
        let (status, imported) = post(&server, "import", &json!({ "text": record["text"], "game": "awale" }));
        assert_eq!(status, 200, "{imported}");
        let game = &imported["games"][0];
        assert_eq!((&game["moves"], &game["game"]), (&json!(["A", "f"]), &json!("awale")));
        if record["format"] == "pgn" {
            assert_eq!(game["players"], json!(["Ama \"A\"", "Kofi]"]));
        }
    }
    let broken = "[Game \"awale\"]\n\n1. A f 2. Z *";
    let game = post(&server, "import", &json!({ "text": broken })).1["games"][0].clone();
    assert_eq!(game["moves"], json!(["A", "f"]));
    assert!(game["error"].as_str().unwrap().starts_with("line 3"), "{game}");
}

#[test]
fn an_end_in_the_middle_loses_nothing_that_was_taken() {
    let server = server(|config| grenier_web::Config { queue: 4, searches: 2, ..config });
    let endless = json!({ "game": "awale", "time": 60.0 });
    let address = server.address();
    let reviewed = json!({ "game": "awale", "moves": ["A", "a", "B", "b", "C", "c"], "time": 0.3 });
    let mut review = Events::of(posted(&server, "review", &reviewed));
    assert_eq!(review.next().unwrap().0, "move");
    let clients: Vec<_> = (0..4)
        .map(|_| {
            let events = Events::of(posted(&server, "analyse", &endless));
            std::thread::spawn(move || events.last().map(|(name, _)| name))
        })
        .collect();
    let review = std::thread::spawn(move || review.collect::<Vec<(String, Value)>>());
    assert_eq!(server.end(), 0, "every client got its answer");
    for client in clients {
        assert_eq!(client.join().unwrap().as_deref(), Some("done"));
    }
    let events = review.join().unwrap();
    let (name, summary) = events.last().unwrap();
    // One move came before, and the last event is the summary.
    assert_eq!((name.as_str(), &summary["reviewed"]), ("done", &json!(events.len())));
    assert!(std::net::TcpStream::connect(address).is_err(), "nobody listens any more");
}
