//! Many clients at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Events, post, posted, read, server};

/// Clients at once.
const CLIENTS: usize = 200;

/// Megabytes by which the process may grow under load: threads of the clients included.
const MOST_GROWTH: u64 = 256;

/// Megabytes in memory.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// All clients ask for analyses for so long, one after the other: nothing comes back but answers, 429 and 503.
fn under_load(time: Duration) {
    let server = Arc::new(server(|config| grenier_web::Config { per_client: 40, ..config }));
    // Memory of the searches themselves is there before it is measured.
    let _: Vec<_> = Events::of(posted(&server, "analyse", &json!({ "game": "kpe", "depth": 3 }))).collect();
    let before = resident();
    let seen: Arc<Mutex<BTreeMap<u16, usize>>> = Arc::default();
    let is_over = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let (server, seen, is_over) = (Arc::clone(&server), Arc::clone(&seen), Arc::clone(&is_over));
            thread::spawn(move || {
                let game = ["kpe", "awale", "obridjie", "mraha", "seega"][number % 5];
                while !is_over.load(Ordering::Relaxed) {
                    let wanted = json!({ "game": game, "time": 0.05, "multipv": 2 });
                    let response = posted(&server, "analyse", &wanted);
                    let status = response.status().as_u16();
                    *seen.lock().unwrap().entry(status).or_default() += 1;
                    if status == 200 {
                        let last = Events::of(response).last().map(|(name, _)| name);
                        assert_eq!(last.as_deref(), Some("done"), "an answer is whole");
                    } else {
                        assert!([429, 503].contains(&status), "{status}");
                        assert!(response.headers().contains_key("retry-after"));
                        assert!(read(response).1["error"].is_string());
                        thread::sleep(Duration::from_millis(100));
                    }
                }
            })
        })
        .collect();
    let started = Instant::now();
    let mut most = 0;
    while started.elapsed() < time {
        thread::sleep(Duration::from_millis(200));
        most = most.max(resident());
        // Who plays is answered all the while.
        let (status, _) = post(&server, "position", &json!({ "game": "kpe" }));
        assert_eq!(status, 200);
    }
    is_over.store(true, Ordering::Relaxed);
    clients.into_iter().for_each(|client| client.join().unwrap());
    let seen = seen.lock().unwrap().clone();
    println!("{CLIENTS} clients for {time:?}: {seen:?}, memory {before} MB, at most {most} MB");
    assert!(seen[&200] > 0 && seen.len() > 1, "{seen:?}");
    assert!(most < before + MOST_GROWTH, "memory grew from {before} to {most} MB");
    assert_eq!(Arc::into_inner(server).unwrap().end(), 0);
}

#[test]
fn two_hundred_clients_get_answers_or_a_clean_refusal() {
    under_load(Duration::from_secs(3));
}

#[test]
#[ignore = "takes half a minute; scripts/test-long runs it"]
fn two_hundred_clients_for_half_a_minute() {
    under_load(Duration::from_secs(30));
}
