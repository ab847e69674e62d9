//! A foreign engine as a player.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grenier_core::Game;
use grenier_engine::Playable;
use serde::{Deserialize, Serialize};

use crate::limits::{Clocks, PlayerLimits};
use crate::player::{Choice, Fault, FaultKind, NoMove, Player, Remark};
use crate::ugi::{Client, Command, Dialect, EngineOption, Go, Heard, Info, Launch, Reply, Start, Timeouts};

/// The rules by which engines of Aalina's dialect play.
const AALINA: &str = "awale:abapa";

/// Time that an engine has to end by itself.
const FAREWELL: Duration = Duration::from_secs(1);

/// Which engine, and how it is started and set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignSpec {
    /// The program.
    pub launch: Launch,
    /// How it speaks.
    pub dialect: Dialect,
    /// Options to set, by name, in this order.
    pub options: Vec<(String, String)>,
    /// When it is given up.
    pub timeouts: Timeouts,
}

/// What an engine says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// The names of its options.
    pub options: Vec<String>,
}

/// The engine. It is started by the first game and goes on over the next ones; dropping it ends its process.
#[derive(Debug)]
pub struct Foreign<P> {
    spec: ForeignSpec,
    client: Option<Client>,
    game: PhantomData<fn(P)>,
}

impl<P: Playable> Foreign<P> {
    /// The player, whose engine is not yet started.
    pub fn new(spec: ForeignSpec) -> Foreign<P> {
        Foreign { spec, client: None, game: PhantomData }
    }

    /// What the engine says of itself, once it is started.
    pub fn introduction(&self) -> Option<Introduction> {
        let client = self.client.as_ref()?;
        let options = client.options().iter().map(|option| option.name.clone()).collect();
        Some(Introduction { name: client.name().to_owned(), options })
    }

    /// The process number of the running engine.
    pub fn process(&mut self) -> Option<u32> {
        self.client.as_mut().map(|client| client.process().id())
    }

    /// Starts the engine and sets its options.
    fn started(&self, rules: P::Rules) -> Result<Client, Fault> {
        let never = |detail: String| Fault::new(FaultKind::NeverStarted, detail);
        let variant = P::variant(rules);
        if self.spec.dialect == Dialect::Aalina && variant != AALINA {
            return Err(never(format!("engines of Aalina's dialect play {AALINA}, not {variant}")));
        }
        let mut client = Client::start(&self.spec.launch, self.spec.dialect, self.spec.timeouts)?;
        for (name, value) in &self.spec.options {
            let known = client.options().iter().find(|option| option.name.eq_ignore_ascii_case(name));
            if known.is_none() {
                let names: Vec<&str> = client.options().iter().map(|option| option.name.as_str()).collect();
                return Err(never(format!("it has no option {name}; it has {}", names.join(", "))));
            }
            client.send(&set_option(name, value)).map_err(|fault| never(fault.detail))?;
        }
        Ok(client)
    }

    /// Sets an option that the engine has, and that the user has not set.
    fn offer(&mut self, name: &str, value: impl FnOnce(&EngineOption) -> String) -> Result<(), Fault> {
        let is_set = self.spec.options.iter().any(|(set, _)| set.eq_ignore_ascii_case(name));
        let Some(client) = &mut self.client else { return Ok(()) };
        match client.options().iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) if !is_set => {
                let command = set_option(&option.name, &value(option));
                client.send(&command)
            }
            _ => Ok(()),
        }
    }

    /// Gets ready for a game.
    fn ready(&mut self, start: &Game<P>, seed: u64) -> Result<(), Fault> {
        let rules = start.start().rules();
        if self.client.is_none() {
            self.client = Some(self.started(rules)?);
        }
        self.offer("Game", |_| P::variant(rules))?;
        self.offer("Seed", |option| within_range(seed, option).to_string())?;
        let Some(client) = &mut self.client else { return Ok(()) };
        client.send(&Command::NewGame)?;
        client.ping()
    }

    fn think(
        &mut self,
        game: &Game<P>,
        go: Go,
        patience: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Choice<P::Move>, NoMove> {
        let stop_time = self.spec.timeouts.stop;
        let client =
            self.client.as_mut().ok_or_else(|| Fault::new(FaultKind::NeverStarted, "no game has begun"))?;
        client.forget_pending();
        client.send_both(&position(game), &Command::Go(Box::new(go)))?;
        // A patience without end would overflow the clock.
        let until = patience.and_then(|patience| Instant::now().checked_add(patience));
        let mut remark = Remark::default();
        loop {
            match client.hear_or_stop(until, stop, "its move")? {
                Heard::Reply(Reply::Info(info)) => note(&mut remark, &info),
                Heard::Reply(Reply::BestMove { mv, .. }) => {
                    let mv = chosen(game.position(), mv.as_deref())?;
                    return Ok(Choice { mv, remark });
                }
                Heard::Reply(_) => {}
                Heard::Stopped => {
                    silence(client, stop_time)?;
                    return Err(NoMove::Interrupted);
                }
            }
        }
    }
}

/// Stops a search whose move nobody wants any more.
fn silence(client: &mut Client, time: Duration) -> Result<(), Fault> {
    client.send(&Command::Stop)?;
    let until = Instant::now() + time;
    while !matches!(client.hear(Some(until), "its move after stop")?, Reply::BestMove { .. }) {}
    Ok(())
}

fn set_option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) }
}

/// A number of the option's range for a seed: options are signed numbers, and may have a narrow range.
fn within_range(seed: u64, option: &EngineOption) -> i128 {
    let least = i128::from(option.min.unwrap_or(0));
    let most = i128::from(option.max.unwrap_or(i64::MAX)).max(least);
    let size = (most - least + 1).unsigned_abs();
    if size > i64::MAX.unsigned_abs().into() && least == 0 {
        return i128::from(seed >> 1);
    }
    // Seeds of the two players differ in a single bit in the middle. Multiplied by 2^64 over the golden ratio (Knuth, The
    // Art of Computer Programming, volume 3, 6.4) they differ in the upper bits, which choose the place in the range.
    let mixed = u128::from(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    least + ((mixed * size) >> 64) as i128
}

/// The command that sets the game's position.
pub(crate) fn position<P: Playable>(game: &Game<P>) -> Command {
    let start = game.start();
    let is_usual = *start == P::start(start.rules());
    Command::Position {
        start: if is_usual { Start::Usual } else { Start::Text(start.fields()) },
        moves: game.moves().iter().map(ToString::to_string).collect(),
    }
}

/// The search that the limits and clocks stand for.
fn go(limits: &PlayerLimits, clocks: &Clocks) -> Go {
    let has_clock = clocks.left.iter().any(Option::is_some);
    Go {
        time: clocks.left,
        increment: if has_clock { clocks.increment.map(Some) } else { [None; 2] },
        moves_to_go: clocks.moves_to_go.filter(|_| has_clock),
        move_time: limits.move_time,
        depth: limits.depth,
        nodes: limits.nodes,
        ..Go::default()
    }
}

/// Keeps what the line on the best move says.
fn note(remark: &mut Remark, info: &Info) {
    if info.multipv.is_some_and(|rank| rank != 1) {
        return;
    }
    if let Some(score) = info.score {
        (remark.score, remark.proven) = (Some(score), info.proven);
    }
    remark.depth = info.depth.or(remark.depth);
    remark.nodes = info.nodes.or(remark.nodes);
}

/// The move that `bestmove` names, or what is wrong with it.
pub(crate) fn chosen<P: Playable>(position: &P, text: Option<&str>) -> Result<P::Move, Fault> {
    let Some(text) = text else {
        return Err(Fault::new(FaultKind::IllegalMove, "it gave no move, but the game goes on"));
    };
    position.parse_move(text).map_err(|error| {
        let detail = format!("bestmove {}: {}", grenier_core::notation::clipped(text), error.reason);
        let kind = if looks_like_a_move(text) { FaultKind::IllegalMove } else { FaultKind::Garbage };
        Fault::new(kind, detail)
    })
}

/// Could the text be a move of any of the games: a pit's letter, or squares with what joins them?
fn looks_like_a_move(text: &str) -> bool {
    let is_pit = text.len() == 1 && text.bytes().all(|letter| letter.is_ascii_alphabetic());
    let mut parts = text.split(['-', 'x']);
    let is_squares = parts.all(|part| {
        let bytes = part.as_bytes();
        let square = |pair: &[u8]| matches!(pair, [b'a'..=b'i', b'1'..=b'9']);
        !bytes.is_empty() && bytes.len() <= 4 && bytes.chunks(2).all(square)
    });
    is_pit || is_squares || text == "pass"
}

impl<P: Playable> Player<P> for Foreign<P> {
    fn new_game(&mut self, start: &Game<P>, seed: u64) -> Result<(), Fault> {
        let ready = self.ready(start, seed);
        if ready.is_err() {
            self.client = None;
        }
        ready
    }

    fn choose(
        &mut self,
        game: &Game<P>,
        limits: &PlayerLimits,
        clocks: &Clocks,
        patience: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Choice<P::Move>, NoMove> {
        let choice = self.think(game, go(limits, clocks), patience, stop);
        match choice {
            // An engine that was stopped before it could answer is killed: nothing of it can reach the next game.
            Err(NoMove::Fault(fault)) => {
                self.client = None;
                let is_stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
                Err(if is_stopped { NoMove::Interrupted } else { NoMove::Fault(fault) })
            }
            other => other,
        }
    }
}

impl<P> Drop for Foreign<P> {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            client.quit(FAREWELL);
        }
    }
}

#[cfg(test)]
mod tests {
    use grenier_core::Position;
    use grenier_core::awale::Awale;
    use grenier_core::seega::Seega;

    use super::*;

    #[test]
    fn nonsense_is_told_from_illegal_moves() {
        let awale = Awale::start(Default::default());
        let kind = |text| chosen(&awale, Some(text)).unwrap_err().kind;
        assert_eq!(chosen(&awale, Some("A")).unwrap().to_string(), "A");
        for text in ["a", "G", "a1", "a1-a2", "pass"] {
            assert_eq!(kind(text), FaultKind::IllegalMove, "{text}");
        }
        for text in ["banana", "A!", "\u{1}", "é", "-", "a1-", "AA"] {
            assert_eq!(kind(text), FaultKind::Garbage, "{text}");
        }
        assert_eq!(chosen(&awale, None).unwrap_err().kind, FaultKind::IllegalMove);
        let seega = Seega::<grenier_core::capture::Five>::start(Default::default());
        assert_eq!(chosen(&seega, Some("a1xa2xa3")).unwrap_err().kind, FaultKind::IllegalMove);
    }

    #[test]
    fn a_seed_fits_the_range_of_the_option() {
        let option = |min, max| EngineOption {
            name: "Seed".to_owned(),
            kind: "spin".to_owned(),
            default: None,
            min,
            max,
            choices: Vec::new(),
        };
        let seeds = [0, 1, 12_345, u64::MAX, 1 << 63, 0x0123_4567_89ab_cdef];
        for (min, max) in [(0, 0), (0, 1), (1, 100_000), (-5, 5), (0, i64::MAX), (i64::MIN, i64::MAX), (7, 3)]
        {
            for seed in seeds {
                let number = within_range(seed, &option(Some(min), Some(max)));
                assert!((min.into()..=i128::from(max.max(min))).contains(&number), "{seed}: {number}");
            }
        }
        let thousand = option(Some(0), Some(999));
        let spread: std::collections::BTreeSet<i128> =
            (0..1000).map(|seed| within_range(seed, &thousand)).collect();
        assert!(spread.len() > 500, "{}", spread.len());
        // The two players' seeds.
        assert!(
            (0..100).all(|seed| within_range(seed, &thousand) != within_range(seed ^ (1 << 32), &thousand))
        );
        assert_eq!(within_range(u64::MAX, &option(None, None)), i128::from(i64::MAX));
    }

    #[test]
    fn limits_become_words() {
        let limits = PlayerLimits { nodes: Some(500), depth: Some(3), ..PlayerLimits::default() };
        let written = |go: Go| Command::Go(Box::new(go)).written(Dialect::Ugi).to_string();
        assert_eq!(written(go(&limits, &Clocks::default())), "go depth 3 nodes 500");
        let second = Duration::from_secs(1);
        let clocks = Clocks {
            left: [Some(second), Some(second * 2)],
            increment: [second / 10; 2],
            moves_to_go: Some(7),
        };
        let clock = written(go(&PlayerLimits::default(), &clocks));
        assert_eq!(clock, "go p1time 1000 p2time 2000 p1inc 100 p2inc 100 movestogo 7");
    }
}
