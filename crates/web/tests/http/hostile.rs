//! What nobody should send.

use serde_json::json;

use crate::support::{agent, post, posted, raw, read, server, url};

/// Is it still there, and in its right mind?
fn assert_sane(server: &grenier_web::Running) {
    assert_eq!(post(server, "position", &json!({ "game": "kpe" })).0, 200);
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line_that_names_the_field() {
    let server = server(|config| config);
    for (name, body, status, field) in [
        ("position", json!({}), 422, Some("game")),
        ("position", json!({ "game": "kpe", "moves": ["A", "A"] }), 422, Some("moves")),
        ("position", json!({ "game": "kpe", "position": "1-2-3" }), 422, Some("position")),
        ("position", json!({ "position": "kpe 99-0-0-0-0-0-0-0-0-0-S -" }), 422, Some("position")),
        ("position", json!({ "game": "kpe", "position": "awale startpos" }), 422, Some("position")),
        ("position", json!({ "game": "kpe", "moves": [7] }), 422, Some("moves[0]")),
        ("position", json!({ "game": "kpe", "extra": 1 }), 422, Some("extra")),
        ("position", json!({ "game": "seega:7x7+9x9" }), 422, Some("game")),
        ("position", json!([1, 2]), 422, Some("[0]")),
        ("review", json!({ "game": "kpe", "time": 5.1 }), 422, Some("time")),
        ("analyse", json!({ "game": "kpe", "time": -1 }), 422, Some("time")),
        ("analyse", json!({ "game": "kpe", "time": 1e9 }), 422, Some("time")),
        ("analyse", json!({ "game": "kpe", "multipv": 0 }), 422, Some("multipv")),
        ("analyse", json!({ "game": "kpe", "multipv": 100_000 }), 422, Some("multipv")),
        ("analyse", json!({ "game": "kpe", "nodes": -5 }), 422, Some("nodes")),
        ("analyse", json!({ "game": "kpe", "engine": "stockfish" }), 422, Some("engine")),
        ("best-move", json!({ "game": "kpe" }), 422, None),
        ("best-move", json!({ "game": "kpe", "level": 0 }), 422, Some("level")),
        ("best-move", json!({ "game": "kpe", "level": 300 }), 422, Some("level")),
        ("best-move", json!({ "position": "kpe 0-0-0-0-0-0-0-0-24-24-S -", "level": 1 }), 422, Some("moves")),
        ("import", json!({ "text": "" }), 422, Some("text")),
        ("import", json!({ "text": "kpe nonsense" }), 422, Some("text")),
        ("export", json!({ "game": "kpe", "result": "3-0" }), 422, Some("result")),
        ("nothing", json!({}), 404, None),
    ] {
        let (got, answer) = post(&server, name, &body);
        assert_eq!(got, status, "{name} {body}: {answer}");
        let reason = answer["error"].as_str().unwrap();
        assert!(!reason.is_empty() && !reason.contains('\n'), "{name} {body}: {reason}");
        assert_eq!(answer["field"].as_str(), field, "{name} {body}: {answer}");
    }
    assert_sane(&server);
}

#[test]
fn bodies_that_are_too_long_too_deep_or_no_json_are_refused() {
    let server = server(|config| config);
    let send = |kind: &str, body: Vec<u8>| {
        let request = agent().post(url(&server, "position")).header("Content-Type", kind);
        read(request.send(&body[..]).unwrap())
    };
    let deep = format!("{{\"game\":\"kpe\",\"moves\":{}1{}}}", "[".repeat(50_000), "]".repeat(50_000));
    for (kind, body, status) in [
        ("application/json", b"{".to_vec(), 400),
        ("application/json", Vec::new(), 400),
        ("application/json", vec![0xff, 0xfe, 0], 400),
        ("application/json", b"{\"game\":\"kpe\"} tail".to_vec(), 400),
        ("application/json; charset=utf-8", b"nul".to_vec(), 400),
        ("application/json", deep.into_bytes(), 422),
        ("text/plain", b"{\"game\":\"kpe\"}".to_vec(), 415),
        ("application/x-www-form-urlencoded", b"game=kpe".to_vec(), 415),
    ] {
        let (got, answer) = send(kind, body);
        assert_eq!(got, status, "{kind}: {answer}");
        assert!(!answer["error"].as_str().unwrap().contains('\n'));
    }
    let long = json!({ "game": "kpe", "position": "x".repeat(1 << 20) });
    assert_eq!(posted(&server, "position", &long).status().as_u16(), 413);
    let unknown = "[".repeat(200_000);
    let (got, answer) = send("application/json", format!("{{\"x\":{unknown}").into_bytes());
    assert!((400..500).contains(&got), "{answer}");
    assert_sane(&server);
}

#[test]
fn other_methods_paths_and_hosts_are_refused() {
    let server = server(|config| config);
    let address = server.address();
    let get = |path: &str, host: &str| {
        let answer = raw(
            address,
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(get("/", "localhost"), "200");
    assert_eq!(get("/", "evil.example"), "421");
    assert_eq!(get("/api/v1/position", "localhost"), "405");
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets//etc/passwd",
        "/assets/HOOKS.md",
        "/..",
        "/%00",
        "/assets/%ff",
        "/index.html",
        "/api/v1/",
        "/api/v2/games",
    ] {
        let status = get(path, "localhost");
        assert!(["400", "404"].contains(&status.as_str()), "{path}: {status}");
    }
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let answer = raw(address, bytes);
        let status = answer.split(' ').nth(1).unwrap_or_default();
        assert!(answer.is_empty() || status.starts_with('4'), "{answer}");
    }
    let large = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "y".repeat(1 << 20));
    let answer = raw(address, large.as_bytes());
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer:.80}");
    assert_sane(&server);
}

#[test]
fn the_page_asks_nothing_of_other_machines() {
    let server = server(|config| config);
    let mut page = agent().get(format!("http://{}/", server.address())).call().unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'self'"), "{policy}");
    let html = page.body_mut().read_to_string().unwrap();
    let assets: Vec<&str> = html
        .split(['"', '\''])
        .filter(|word| word.starts_with("http") || word.starts_with("//") || word.starts_with("/assets/"))
        .collect();
    assert!(assets.iter().all(|asset| asset.starts_with("/assets/")), "{assets:?}");
    let mut assets: Vec<String> = assets.into_iter().map(str::to_owned).collect();
    let mut seen = 0;
    while let Some(asset) = assets.get(seen).cloned() {
        seen += 1;
        let mut response = agent().get(format!("http://{}{asset}", server.address())).call().unwrap();
        assert_eq!(response.status().as_u16(), 200, "{asset}");
        let text = response.body_mut().read_to_string().unwrap();
        // The name of a vocabulary is no address that is asked.
        let foreign: Vec<&str> = text
            .split(['"', '\'', '`', '('])
            .filter(|word| word.starts_with("http") || word.starts_with("//"))
            .filter(|word| word.contains("://") && !word.starts_with("http://www.w3.org/"))
            .collect();
        assert!(foreign.is_empty(), "{asset}: {foreign:?}");
        for imported in text.split(['"', '\'']).filter_map(|word| word.strip_prefix("./")) {
            let name = format!("/assets/{imported}");
            if imported.ends_with(".js") && !assets.contains(&name) {
                assets.push(name);
            }
        }
        let tag = response.headers()["etag"].clone();
        let again = agent().get(format!("http://{}{asset}", server.address())).header("If-None-Match", tag);
        assert_eq!(again.call().unwrap().status().as_u16(), 304, "{asset}");
    }
}

#[test]
fn clients_that_dawdle_are_given_up_and_do_not_hold_up_the_end() {
    let server = server(|config| config);
    let address = server.address();
    let dawdle = |bytes: &'static [u8]| std::thread::spawn(move || raw(address, bytes));
    let head = dawdle(b"GET / HTTP/1.1\r\nHost: lo");
    let body = dawdle(
        b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
          Content-Length: 100\r\n\r\n{",
    );
    let body = body.join().unwrap();
    assert!(body.starts_with("HTTP/1.1 408") && body.contains("within 10 seconds"), "{body}");
    assert!(!head.join().unwrap().starts_with("HTTP/1.1 2"));
    let unread = std::net::TcpStream::connect(address).unwrap();
    assert_eq!(server.end(), 0, "what was not asked needs no answer");
    drop(unread);
}
