//! Text that nobody should write: seeded mutations of valid positions, suite lines, moves, records and variants.
//!
//! Whatever the text, reading it gives a value that can be used or an error that can be shown: nothing panics, accepted
//! positions round-trip and can be played, an error is one short line and points into the text.
//!
//! `GRENIER_HOSTILE=20 cargo test -p grenier-engine --test hostile --release` reads twenty times as many lines.

#![allow(clippy::unwrap_used)]

mod mutations;

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;

use grenier_core::awale::ogn;
use grenier_core::record::{RawGame, Record, RecordError, split};
use grenier_core::{Game, ParseError};
use grenier_engine::{Entry, GameId, Playable, PositionText, SuiteLine, Variant, Visitor, entries};
use mutations::{Random, for_mutations, pick};
use rand::{RngExt, SeedableRng};

/// An error's message is shorter than this, in characters.
const LONGEST_MESSAGE: usize = 300;

fn check_message(message: &str) {
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
    assert!(message.chars().count() < LONGEST_MESSAGE, "{message:?}");
}

fn check_place(text: &str, column: usize, message: &str) {
    check_message(message);
    assert!((1..=text.chars().count() + 1).contains(&column), "column {column} of {text:?}: {message}");
}

fn check_error(text: &str, error: &ParseError) {
    check_place(text, error.column, &error.reason);
}

fn check_record_error(text: &str, error: &RecordError) {
    let line = text.split('\n').nth(error.line.checked_sub(1).expect("lines count from 1"));
    check_place(line.unwrap_or_else(|| panic!("no such line: {error}")), error.column, &error.reason);
}

/// Every game with every preset.
fn variants() -> Vec<Variant> {
    let texts = "kpe kpe:skip-origin kpe:own-row kpe:skip-origin+own-row awale awale:abapa awale:awari obridjie mraha \
                 seega seega:nowall seega:placement-captures seega:7x7 seega:9x9+nowall";
    let variants: Vec<Variant> = texts.split(' ').map(|text| Variant::parse(text).unwrap()).collect();
    assert!(GameId::ALL.iter().all(|&game| variants.iter().any(|variant| variant.game() == game)));
    variants
}

/// Random games, each stopped somewhere.
struct Games<'a, F>(&'a mut Random, F);

/// What is made of a game of any type.
trait Make {
    fn make<P: Playable>(game: &Game<P>, random: &mut Random) -> Vec<String>;
}

impl<M: Make> Visitor for Games<'_, M> {
    type Output = Vec<String>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Vec<String> {
        let (mut texts, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..12 {
            let mut game = Game::new(P::start(rules));
            for _ in 0..self.0.random_range(0..70) {
                if game.result().is_some() {
                    break;
                }
                game.position().legal_moves(&mut moves);
                game.play(*pick(self.0, &moves)).unwrap();
            }
            texts.extend(M::make(&game, self.0));
        }
        texts
    }
}

fn corpus<M: Make>(make: impl Fn() -> M, variant: &Variant, seed: u64) -> Vec<String> {
    variant.visit(Games(&mut Random::seed_from_u64(seed), make()))
}

/// The full text of a position, in every dialect.
struct Positions;

impl Make for Positions {
    fn make<P: Playable>(game: &Game<P>, _: &mut Random) -> Vec<String> {
        let position = game.position();
        let variant = P::variant(position.rules());
        let dialects = P::DIALECTS.iter().filter_map(|dialect| position.in_dialect(dialect));
        let other = dialects.map(|fields| format!("{variant} {fields}"));
        other.chain([position.text(), format!("{variant} startpos")]).collect()
    }
}

/// Some legal moves.
struct Moves;

impl Make for Moves {
    fn make<P: Playable>(game: &Game<P>, random: &mut Random) -> Vec<String> {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        (0..moves.len().min(5)).map(|_| pick(random, &moves).to_string()).collect()
    }
}

/// The record of a game with comments.
struct Records;

impl Make for Records {
    fn make<P: Playable>(game: &Game<P>, random: &mut Random) -> Vec<String> {
        let mut record = Record::new(Game::new(*game.recent().first().unwrap()));
        record.set_tag("White", "Ama \"the\" first\\");
        let mut moves = Vec::new();
        for _ in 0..random.random_range(0..9) {
            record.game().position().legal_moves(&mut moves);
            if record.game().result().is_some() {
                break;
            }
            let comment = *pick(random, &["", "+0.31/12 0.104s", "é", ""]);
            record.play(*pick(random, &moves), comment).unwrap();
        }
        vec![record.to_string()]
    }
}

/// An accepted position can be written, drawn, compared and played.
fn check_position<P: Playable>(position: P, random: &mut Random) {
    assert_eq!(P::parse_fields(position.rules(), &position.fields()), Ok(position));
    let text = position.text();
    let again = PositionText::split(&text, None).unwrap();
    assert_eq!(again.read::<P>(position.rules()), Ok(position));
    for dialect in P::DIALECTS {
        if let Some(text) = position.in_dialect(dialect) {
            assert_eq!(P::parse_any(position.rules(), &text), Ok(position), "{dialect}: {text}");
        }
    }
    assert!(!position.draw().is_empty());
    let (mut at, mut moves) = (position, Vec::new());
    for _ in 0..6 {
        at.legal_moves(&mut moves);
        assert_eq!(moves.is_empty(), at.outcome().is_some(), "{}", at.text());
        for &mv in moves.iter().take(3) {
            assert_eq!(at.parse_move(&mv.to_string()), Ok(mv), "{}", at.text());
        }
        let _ = (at.key(), at.epoch(), at.endless(), at.repeats(&position));
        assert_eq!(at.random_child(&mut |n| random.random_range(0..n)).is_none(), moves.is_empty());
        if moves.is_empty() {
            return;
        }
        at = at.play(*pick(random, &moves)).unwrap();
    }
}

/// Reads a text that names the game `P`; says whether it was accepted.
struct ReadPosition<'a> {
    text: &'a str,
    parts: PositionText<'a>,
    random: &'a mut Random,
}

impl Visitor for ReadPosition<'_> {
    type Output = bool;

    fn visit<P: Playable>(self, rules: P::Rules) -> bool {
        match self.parts.read::<P>(rules) {
            Ok(position) => check_position(position, self.random),
            Err(error) => {
                check_error(self.text, &error);
                return false;
            }
        }
        true
    }
}

fn read_position(text: &str, known: Option<&Variant>, random: &mut Random) -> bool {
    match PositionText::split(text, known) {
        Ok(parts) => parts.variant.clone().visit(ReadPosition { text, parts, random }),
        Err(error) => {
            check_error(text, &error);
            false
        }
    }
}

#[test]
fn positions() {
    for (seed, variant) in (0..).zip(variants()) {
        let corpus = corpus(|| Positions, &variant, seed);
        let accepted = Cell::new(0);
        for_mutations(&corpus, 5000, seed, |text, random| {
            // Half of them without the game's name, which is known then.
            let known = random.random_bool(0.5).then_some(&variant);
            let text =
                if known.is_some() { text.split_once(' ').map_or(text, |(_, rest)| rest) } else { text };
            accepted.set(accepted.get() + usize::from(read_position(text, known, random)));
        });
        assert!(accepted.get() > 500, "{variant}: {}", accepted.get());
    }
}

#[test]
fn suite_lines() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../positions");
    let read = |game: &&str| fs::read_to_string(folder.join(game).join("clauses.txt")).unwrap();
    let text: String = Variant::names().iter().map(read).collect();
    let corpus: Vec<String> = text.lines().map(str::to_owned).collect();
    for_mutations(&corpus, 20_000, 1, |text, random| match SuiteLine::parse(text) {
        Ok(Some(line)) => {
            read_position(line.position, None, random);
            assert!(line.operations.iter().all(|operation| !operation.name.is_empty()), "{line:?}");
        }
        Ok(None) => {}
        Err(error) => check_error(text, &error),
    });
}

#[test]
fn variant_names() {
    let corpus: Vec<String> = variants().iter().map(ToString::to_string).collect();
    for_mutations(&corpus, 10_000, 2, |text, _| match Variant::parse(text) {
        Ok(variant) => assert_eq!(Variant::parse(&variant.to_string()), Ok(variant)),
        Err(error) => check_place(text, error.column, &error.reason),
    });
}

/// Reads mutated moves in random positions of the game.
struct ReadMoves<'a>(&'a [String], u64);

impl Visitor for ReadMoves<'_> {
    type Output = ();

    fn visit<P: Playable>(self, rules: P::Rules) {
        let mut position = P::start(rules);
        for_mutations(self.0, 2500, self.1, |text, random| {
            match position.parse_move(text) {
                Ok(mv) => {
                    assert!(position.is_legal(mv));
                    assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
                }
                Err(error) => check_error(text, &error),
            }
            let next = position.random_child(&mut |n| random.random_range(0..n));
            position = next.unwrap_or_else(|| P::start(rules));
        });
    }
}

#[test]
fn moves() {
    for (seed, variant) in (0..).zip(variants()) {
        variant.visit(ReadMoves(&corpus(|| Moves, &variant, seed), seed));
    }
}

/// Plays a raw game; if it is accepted its text is read again.
struct ReadRecord<'a>(&'a RawGame<'a>);

impl Visitor for ReadRecord<'_> {
    type Output = Result<(), RecordError>;

    fn visit<P: Playable>(self, _: P::Rules) -> Result<(), RecordError> {
        let text = Record::<P>::read(self.0)?.to_string();
        let raw = split(&text).next().unwrap().unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = Record::<P>::read(&raw).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.to_string(), text);
        Ok(())
    }
}

fn read_ogn(raw: &RawGame<'_>) -> Result<(), RecordError> {
    let text = ogn::write(&ogn::read(raw)?);
    let raw = split(&text).next().unwrap().unwrap_or_else(|error| panic!("{text}: {error}"));
    let again = ogn::read(&raw).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(ogn::write(&again), text);
    Ok(())
}

/// Reads a file of records as the type `variant`, and as OGN; returns the number of accepted games.
fn read_records(text: &str, variant: &Variant) -> usize {
    let mut accepted = 0;
    for raw in split(text) {
        let results = raw.map(|raw| [variant.visit(ReadRecord(&raw)), read_ogn(&raw)]);
        for result in results.unwrap_or_else(|error| [Ok(()), Err(error)]) {
            accepted += usize::from(result.is_ok());
            if let Err(error) = result {
                check_record_error(text, &error);
            }
        }
    }
    accepted
}

#[test]
fn records() {
    for (seed, variant) in (0..).zip(variants()) {
        let corpus = corpus(|| Records, &variant, seed);
        let mut accepted = 0;
        for_mutations(&corpus, 1000, seed, |text, _| accepted += read_records(text, &variant));
        assert!(accepted > 200, "{variant}: {accepted}");
    }
}

#[test]
fn records_in_ogn() {
    let variant = Variant::parse("awale:abapa").unwrap();
    let corpus: Vec<String> = corpus(|| Records, &variant, 5)
        .iter()
        .map(|text| ogn::write(&Record::read(&split(text).next().unwrap().unwrap()).unwrap()))
        .collect();
    let mut accepted = 0;
    for_mutations(&corpus, 6000, 6, |text, _| accepted += read_records(text, &variant));
    assert!(accepted > 1000, "{accepted}");
}

/// Brings an entry of a file onto its board.
struct ReadEntry<'a>(&'a Entry<'a>);

impl Visitor for ReadEntry<'_> {
    type Output = Result<(), RecordError>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), RecordError> {
        self.0.game::<P>(rules).map(|game| assert!(game.occurrences() >= 1))
    }
}

#[test]
fn files() {
    let mut corpus = Vec::new();
    for (seed, variant) in (0..).zip(variants()) {
        let lines = self::corpus(|| Positions, &variant, seed);
        corpus.push(lines.iter().map(|line| format!("{line} ; id \"x\"\n")).take(5).collect());
        corpus.extend(self::corpus(|| Records, &variant, seed).chunks(2).map(<[String]>::concat));
    }
    let known = Variant::parse("awale").unwrap();
    for_mutations(&corpus, 10_000, 7, |text, random| {
        for entry in entries(text, random.random_bool(0.5).then_some(&known)) {
            if let Err(error) = entry.and_then(|entry| entry.variant.visit(ReadEntry(&entry))) {
                check_record_error(text, &error);
            }
        }
    });
}
