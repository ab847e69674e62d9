//! The engine in a thread of its own, one task at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use grenier_engine::json::Analysis;
use grenier_engine::{AnyGame, Ask, Chosen, Desk, Level, Limits};

/// What the engine is to do.
#[derive(Clone, Debug)]
pub enum Task {
    /// Find the move of a level; the limits are for the full strength.
    Choose(Level, Limits, u64),
    /// Find what the best moves are worth.
    Study(Ask),
}

/// What the engine says.
#[derive(Debug)]
pub enum Told {
    /// How far it has got.
    Progress(Analysis),
    /// The level's move; none if it was interrupted before it had one.
    Chosen(Option<Chosen>),
    /// What the best moves are worth, finally.
    Studied(Analysis),
    /// Why it cannot do its task, in one line.
    Failed(String),
    /// Its thread has died.
    Broken,
}

struct Job {
    id: u64,
    game: AnyGame,
    task: Task,
    stop: Arc<AtomicBool>,
}

/// The task under way.
struct Current {
    id: u64,
    stop: Arc<AtomicBool>,
    since: Instant,
    is_study: bool,
}

/// The engine's thread, as the one who gives it tasks sees it.
pub struct Worker {
    jobs: Sender<Job>,
    told: Receiver<(u64, Told)>,
    current: Option<Current>,
    last_id: u64,
}

impl Worker {
    /// Starts the thread, which works at `desk`. It ends by itself soon after the worker is dropped.
    pub fn start(mut desk: Desk) -> Worker {
        let (jobs, todo) = channel::<Job>();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for job in todo {
                let id = job.id;
                let last = work(&mut desk, &job, &tell);
                // Nobody listens any more when the program ends.
                let _ = tell.send((id, last));
            }
        });
        Worker { jobs, told, current: None, last_id: 0 }
    }

    /// Gives the engine a task; another one under way is given up.
    pub fn begin(&mut self, game: &AnyGame, task: Task) {
        self.cancel();
        self.last_id += 1;
        let (id, stop) = (self.last_id, Arc::new(AtomicBool::new(false)));
        let is_study = matches!(task, Task::Study(_));
        self.current = Some(Current { id, stop: Arc::clone(&stop), since: Instant::now(), is_study });
        // If the thread has died, whoever waits for the answer learns it.
        let _ = self.jobs.send(Job { id, game: game.clone(), task, stop });
    }

    /// Has the engine answer with what it has.
    pub fn interrupt(&self) {
        if let Some(current) = &self.current {
            current.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Gives the task up: no more is heard of it.
    pub fn cancel(&mut self) {
        self.interrupt();
        self.current = None;
    }

    /// How long the engine has been choosing a move; `None` if it is not.
    pub fn choosing(&self) -> Option<Duration> {
        self.current.as_ref().filter(|current| !current.is_study).map(|current| current.since.elapsed())
    }

    /// Is it finding what moves are worth?
    pub fn is_studying(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.is_study)
    }

    /// What the engine has to say of its task, waiting at most so long.
    pub fn listen(&mut self, patience: Duration) -> Option<Told> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let (id, told) = match self.told.recv_timeout(left) {
                Ok(said) => said,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    self.current = None;
                    return Some(Told::Broken);
                }
            };
            if self.current.as_ref().is_none_or(|current| current.id != id) {
                continue;
            }
            if !matches!(told, Told::Progress(_)) {
                self.current = None;
            }
            return Some(told);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn work(desk: &mut Desk, job: &Job, tell: &Sender<(u64, Told)>) -> Told {
    let mut observer = |analysis: &Analysis| {
        let _ = tell.send((job.id, Told::Progress(analysis.clone())));
    };
    match &job.task {
        Task::Choose(level, limits, seed) => {
            let chosen = job.game.choose(desk, *level, (*limits, *seed), &job.stop, &mut observer);
            chosen.map_or_else(|error| Told::Failed(error.to_string()), Told::Chosen)
        }
        Task::Study(ask) => {
            let analysis = job.game.analyse(desk, ask, &job.stop, &mut observer);
            analysis.map_or_else(|error| Told::Failed(error.to_string()), Told::Studied)
        }
    }
}

#[cfg(test)]
mod tests {
    use grenier_engine::tables::Source;
    use grenier_engine::{Variant, WeightsChoice};

    use super::*;

    fn worker() -> Worker {
        Worker::start(Desk::new(2, Source::None, WeightsChoice::default()))
    }

    fn last(worker: &mut Worker) -> Told {
        loop {
            match worker.listen(Duration::from_secs(60)).expect("the engine answers") {
                Told::Progress(_) => {}
                told => return told,
            }
        }
    }

    #[test]
    fn an_interrupted_engine_answers_with_what_it_has() {
        let (mut worker, game) = (worker(), AnyGame::start(&Variant::parse("kpe").unwrap()));
        worker.begin(&game, Task::Choose(Level::FULL, Limits::default(), 1));
        assert!(matches!(worker.listen(Duration::from_secs(60)), Some(Told::Progress(_))));
        assert!(worker.choosing().is_some());
        worker.interrupt();
        assert!(matches!(last(&mut worker), Told::Chosen(Some(_))));
        assert!(worker.choosing().is_none() && !worker.is_studying());
    }

    #[test]
    fn a_task_given_up_is_heard_of_no_more() {
        let (mut worker, game) = (worker(), AnyGame::start(&Variant::parse("awale").unwrap()));
        worker.begin(&game, Task::Study(Ask::default()));
        worker.begin(&game, Task::Choose(Level::new(1).unwrap(), Limits::default(), 1));
        assert!(matches!(last(&mut worker), Told::Chosen(Some(_))));
        assert!(worker.listen(Duration::from_millis(20)).is_none());
    }
}
