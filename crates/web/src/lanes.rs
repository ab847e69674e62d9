//! Threads that search, and the searches that wait for them.
//!
//! A [`Lane`] is some threads with a queue of limited length. Who submits a search gets a [`Ticket`]; when that is dropped
//! (because the client has gone) the search is stopped, or never begun.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use grenier_engine::Desk;

/// Work for a thread: it gets the thread's desk, and a flag that tells it to end.
pub type Work = Box<dyn FnOnce(&mut Desk, &AtomicBool) + Send>;

/// Why a search is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// As many wait as may.
    Full,
    /// The client has as many as it may have.
    Client,
    /// The server is about to end.
    Closing,
}

struct Job {
    number: u64,
    client: IpAddr,
    stop: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The flags of those that run.
    running: Vec<(u64, Arc<AtomicBool>)>,
    arrived: u64,
    is_closing: bool,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    clients: Clients,
    queue: usize,
    threads: usize,
}

impl Shared {
    /// Nothing panics while it holds the lock; should it ever, the state is whole nevertheless.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many searches each client has, in all lanes.
#[derive(Clone)]
pub struct Clients {
    most: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Clients {
    /// Every client may have so many; 0 for as many as it likes.
    pub fn new(most: usize) -> Clients {
        Clients { most, counts: Arc::default() }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, client: IpAddr) -> bool {
        let mut counts = self.counts();
        let count = counts.entry(client).or_default();
        let is_free = self.most == 0 || *count < self.most;
        if is_free {
            *count += 1;
        }
        is_free
    }

    fn leave(&self, client: IpAddr) {
        let mut counts = self.counts();
        if let Some(count) = counts.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&client);
            }
        }
    }
}

/// Some threads and their queue.
pub struct Lane {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A search that was taken. Dropping it ends the search.
pub struct Ticket {
    shared: Arc<Shared>,
    number: u64,
    client: IpAddr,
    stop: Arc<AtomicBool>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.shared.state().waiting.retain(|job| job.number != self.number);
        self.shared.clients.leave(self.client);
    }
}

impl Lane {
    /// Starts `threads` threads, each with a desk that `desk` makes; `queue` searches may wait.
    ///
    /// # Errors
    /// If the system has no threads.
    pub fn start(
        name: &str,
        threads: usize,
        queue: usize,
        clients: Clients,
        desk: impl Fn() -> Desk,
    ) -> io::Result<Lane> {
        let threads = threads.max(1);
        let (state, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { state, changed, clients, queue, threads });
        let lane = Lane { shared, threads: Mutex::default() };
        for number in 0..threads {
            let (shared, mut desk) = (Arc::clone(&lane.shared), desk());
            let thread = Builder::new()
                .name(format!("{name} {number}"))
                .spawn(move || work(&shared, &mut desk))
                .inspect_err(|_| lane.close())?;
            lane.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        }
        Ok(lane)
    }

    /// Takes a search for `client`: `work` makes it, and learns how many are before it, those that run included, if it
    /// must wait; nothing of it runs before that.
    ///
    /// # Errors
    /// [`Busy`] if it must come again later.
    pub fn submit(&self, client: IpAddr, work: impl FnOnce(usize) -> Work) -> Result<Ticket, Busy> {
        let mut state = self.shared.state();
        if state.is_closing {
            return Err(Busy::Closing);
        }
        if state.waiting.len() >= self.shared.queue {
            return Err(Busy::Full);
        }
        if !self.shared.clients.enter(client) {
            return Err(Busy::Client);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let number = state.arrived;
        let taken = state.running.len() + state.waiting.len();
        let work = work(if taken < self.shared.threads { 0 } else { taken });
        state.arrived += 1;
        state.waiting.push_back(Job { number, client, stop: Arc::clone(&stop), work });
        self.shared.changed.notify_one();
        Ok(Ticket { shared: Arc::clone(&self.shared), number, client, stop })
    }

    /// Takes nothing more, and ends what runs and what waits: every search that was taken still answers with what it has.
    pub fn close(&self) {
        let mut state = self.shared.state();
        state.is_closing = true;
        for (_, stop) in &state.running {
            stop.store(true, Ordering::Relaxed);
        }
        for job in &state.waiting {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.shared.changed.notify_all();
    }

    /// Waits for the threads of a closed lane.
    pub fn join(&self) {
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // Work that panicked was caught.
            let _ = thread.join();
        }
    }
}

/// What a thread does all its life.
fn work(shared: &Shared, desk: &mut Desk) {
    while let Some(Job { number, stop, work, client }) = next(shared) {
        let done = catch_unwind(AssertUnwindSafe(|| work(desk, &stop)));
        if done.is_err() {
            tracing::error!("a search for {client} broke off by an error of this program");
            desk.clear();
        }
        shared.state().running.retain(|(running, _)| *running != number);
    }
}

/// Waits for the next search; `None` once the lane is closed and empty.
fn next(shared: &Shared) -> Option<Job> {
    let mut state = shared.state();
    loop {
        if let Some(job) = state.waiting.pop_front() {
            state.running.push((job.number, Arc::clone(&job.stop)));
            return Some(job);
        }
        if state.is_closing {
            return None;
        }
        state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use grenier_engine::WeightsChoice;
    use grenier_engine::tables::Source;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
    const PATIENCE: Duration = Duration::from_secs(10);

    fn lane(queue: usize, per_client: usize) -> Lane {
        let desk = || Desk::new(1, Source::None, WeightsChoice::default());
        Lane::start("test", 1, queue, Clients::new(per_client), desk).unwrap()
    }

    /// Work that says when it begins, and ends when it is told to or stopped; it then says which.
    fn held() -> (Work, Receiver<&'static str>, Sender<()>) {
        let (says, said) = channel();
        let (end, ended) = channel();
        let work: Work = Box::new(move |_, stop| {
            says.send("begun").unwrap();
            loop {
                match ended.recv_timeout(Duration::from_millis(1)) {
                    Ok(()) => return says.send("ended").unwrap(),
                    Err(_) if stop.load(Ordering::Relaxed) => return says.send("stopped").unwrap_or(()),
                    Err(_) => {}
                }
            }
        });
        (work, said, end)
    }

    fn given(work: Work) -> impl FnOnce(usize) -> Work {
        |_| work
    }

    #[test]
    fn a_full_queue_and_a_greedy_client_are_sent_away() {
        let lane = lane(2, 2);
        let (work, said, end) = held();
        let ahead = std::cell::RefCell::new(Vec::new());
        let noted = |work: Work| {
            |before| {
                ahead.borrow_mut().push(before);
                work
            }
        };
        let _first = lane.submit(HERE, noted(work)).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("begun"));
        let _second = lane.submit(HERE, noted(held().0)).unwrap();
        assert_eq!(lane.submit(HERE, given(held().0)).err(), Some(Busy::Client));
        let _third = lane.submit(THERE, noted(held().0)).unwrap();
        assert_eq!(*ahead.borrow(), [0, 1, 2]);
        assert_eq!(lane.submit(THERE, given(held().0)).err(), Some(Busy::Full));
        end.send(()).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("ended"));
    }

    #[test]
    fn a_dropped_ticket_stops_its_search_and_makes_room() {
        let lane = lane(1, 1);
        let (work, said, _end) = held();
        let ticket = lane.submit(HERE, given(work)).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("begun"));
        let waiting = lane.submit(THERE, given(held().0)).unwrap();
        drop(waiting);
        drop(ticket);
        assert_eq!(said.recv_timeout(PATIENCE), Ok("stopped"));
        let (work, said, end) = held();
        let _ticket = lane.submit(HERE, given(work)).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("begun"));
        end.send(()).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("ended"));
    }

    #[test]
    fn closing_lets_everything_that_was_taken_answer() {
        let lane = lane(4, 0);
        let (running, said_running, _end) = held();
        let (waiting, said_waiting, _other) = held();
        let _tickets =
            [lane.submit(HERE, given(running)).unwrap(), lane.submit(HERE, given(waiting)).unwrap()];
        assert_eq!(said_running.recv_timeout(PATIENCE), Ok("begun"));
        lane.close();
        lane.join();
        assert_eq!(said_running.recv_timeout(PATIENCE), Ok("stopped"));
        assert_eq!(said_waiting.iter().collect::<Vec<_>>(), ["begun", "stopped"]);
        assert_eq!(lane.submit(HERE, given(held().0)).err(), Some(Busy::Closing));
    }

    #[test]
    fn work_that_panics_ends_nobody_else() {
        let lane = lane(4, 0);
        let _broken = lane.submit(HERE, |_| Box::new(|_, _| panic!("meant to"))).unwrap();
        let (work, said, end) = held();
        let _ticket = lane.submit(HERE, given(work)).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("begun"));
        end.send(()).unwrap();
        assert_eq!(said.recv_timeout(PATIENCE), Ok("ended"));
    }
}
