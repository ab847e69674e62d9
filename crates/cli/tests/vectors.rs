//! The program on the vectors of the independent implementation, as a script would ask it.

#![allow(clippy::unwrap_used)]

mod common;

use serde_json::Value;

const FILES: [&str; 13] = [
    include_str!("../../core/tests/vectors/awale-abapa.json"),
    include_str!("../../core/tests/vectors/awale-awari.json"),
    include_str!("../../core/tests/vectors/awale.json"),
    include_str!("../../core/tests/vectors/kpe-own-row.json"),
    include_str!("../../core/tests/vectors/kpe-skip.json"),
    include_str!("../../core/tests/vectors/kpe.json"),
    include_str!("../../core/tests/vectors/mraha.json"),
    include_str!("../../core/tests/vectors/obridjie.json"),
    include_str!("../../core/tests/vectors/seega-7x7.json"),
    include_str!("../../core/tests/vectors/seega-9x9.json"),
    include_str!("../../core/tests/vectors/seega-nowall.json"),
    include_str!("../../core/tests/vectors/seega-placement-captures.json"),
    include_str!("../../core/tests/vectors/seega.json"),
];

fn files() -> impl Iterator<Item = Value> {
    FILES.iter().map(|text| serde_json::from_str(text).unwrap())
}

#[test]
fn perft_gives_the_counts() {
    for file in files() {
        for vector in file["perft"].as_array().unwrap().iter().step_by(5) {
            let depth = vector["counts"].as_array().unwrap().len().min(4);
            let position = format!("{} {}", file["game"].as_str().unwrap(), vector["pos"].as_str().unwrap());
            let got = &common::json(&["perft", &position, "--depth", &depth.to_string()])[0];
            assert_eq!(got["counts"].as_array().unwrap()[..], vector["counts"].as_array().unwrap()[..depth]);
            assert_eq!(got["position"], position);
        }
    }
}

#[test]
fn moves_gives_the_legal_moves_and_their_positions() {
    for file in files() {
        let game = file["game"].as_str().unwrap();
        for vector in file["games"].as_array().unwrap() {
            let plies = vector["plies"].as_array().unwrap();
            for (ply, next) in plies.iter().zip(plies.iter().skip(1)).step_by(37) {
                let got = &common::json(&["moves", &format!("{game} {}", ply[0].as_str().unwrap())])[0];
                let moves = got["moves"].as_array().unwrap();
                match &ply[1] {
                    Value::Array(wanted) => {
                        let texts: Vec<&Value> = moves.iter().map(|to| &to["move"]).collect();
                        assert_eq!(texts, wanted.iter().collect::<Vec<_>>());
                    }
                    number => assert_eq!(moves.len() as u64, number.as_u64().unwrap()),
                }
                let played = moves.iter().find(|to| to["move"] == ply[2]).unwrap();
                assert_eq!(played["position"], format!("{game} {}", next[0].as_str().unwrap()));
                assert_eq!(got["result"], Value::Null);
            }
        }
    }
}

#[test]
fn play_out_gives_the_results() {
    for file in files() {
        let game = file["game"].as_str().unwrap();
        for vector in file["games"].as_array().unwrap() {
            let plies = vector["plies"].as_array().unwrap();
            let start = format!("{game} {}", plies[0][0].as_str().unwrap());
            let moves = plies.iter().map(|ply| ply[2].as_str().unwrap());
            let arguments: Vec<&str> = ["play-out", &start].into_iter().chain(moves).collect();
            let got = &common::json(&arguments)[0];
            assert_eq!(got["position"], format!("{game} {}", vector["final"].as_str().unwrap()));
            let wanted = if vector["result"] == "unfinished" { &Value::Null } else { &vector["result"] };
            assert_eq!(&got["result"], wanted);
        }
    }
}

#[test]
fn moves_tells_the_result_of_finished_games() {
    for file in files() {
        let game = file["game"].as_str().unwrap();
        for vector in file["games"].as_array().unwrap() {
            let got = &common::json(&["moves", &format!("{game} {}", vector["final"].as_str().unwrap())])[0];
            if vector["result"] == "unfinished" || vector["result"]["reason"] == "repetition" {
                assert_eq!(got["result"], Value::Null);
            } else {
                assert_eq!(got["result"], vector["result"]);
                assert_eq!(got["moves"], serde_json::json!([]));
            }
        }
    }
}
