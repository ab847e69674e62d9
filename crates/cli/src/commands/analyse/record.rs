//! The review of one game record.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grenier_core::record::{Numbers, Record};
use grenier_core::{Game, Player};
use grenier_engine::json::{Analysis, GameResult, PlayerErrors, ReviewSummary, ReviewedMove, SCHEMA};
use grenier_engine::review::{Errors, Judgement, judge};
use grenier_engine::{Entry, Evaluator, Playable, Report, Session, Visitor};

use super::sources::Item;
use super::work::{Unfinished, Work};
use crate::curve;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::report::review as text;

/// Reviews a record move by move.
pub struct ReviewRecord<'a, 'w> {
    pub item: &'a Item<'a>,
    pub entry: &'a Entry<'a>,
    pub work: &'a mut Work<'w>,
}

impl Visitor for ReviewRecord<'_, '_> {
    type Output = Result<(), Unfinished>;

    fn visit<P: Playable>(self, _: P::Rules) -> Result<(), Unfinished> {
        let Some(played) = self.entry.played::<P>() else {
            unreachable!("only records are reviewed");
        };
        let played = played.map_err(Unfinished::Wrong)?;
        let good = played.record.game().moves().len();
        if let Some(error) = played.error {
            if good == 0 {
                return Err(Unfinished::Wrong(error));
            }
            let consequence = format!(" (only what precedes is reviewed: {good} of {} moves)", played.plies);
            self.work.wrong_at(self.item.source, &error, &consequence);
        }
        let review = Review::<P>::new(&self, &played.record, played.plies)?;
        review.run(self)
    }
}

/// A review under way.
struct Review<'a, P: Playable> {
    record: &'a Record<P>,
    /// The moves of the record's text, wrong ones included.
    plies: usize,
    session: Session<P>,
    errors: [Errors; 2],
    curve: curve::Points,
    nodes: u64,
    time: Duration,
}

impl<'a, P: Playable> Review<'a, P> {
    fn new(
        command: &ReviewRecord<'_, '_>,
        record: &'a Record<P>,
        plies: usize,
    ) -> Result<Review<'a, P>, Failure> {
        let session = command.work.arguments.session(&command.work.weights)?;
        let curve = curve::Points::default();
        Ok(Review {
            record,
            plies,
            session,
            errors: Default::default(),
            curve,
            nodes: 0,
            time: Duration::ZERO,
        })
    }

    fn run(mut self, command: ReviewRecord<'_, '_>) -> Result<(), Unfinished> {
        let ReviewRecord { item, entry, work } = command;
        work.head(item)?;
        let layout = text::Layout::new(self.record);
        if !work.output.is_json() {
            work.output.line(layout.heading(self.record))?;
            work.output.flush()?;
        }
        let mut game = Game::new(*self.record.game().start());
        let mut numbers = Numbers::default();
        let evaluator = self.session.evaluator();
        let progress = Progress::start();
        let started = Instant::now();
        for &mv in self.record.game().moves() {
            let number = numbers.next(game.position().turn());
            let doing = self.doing(&game, &format!("{number} {mv}"), started);
            let Some(judgement) = self.judge(work, &game, mv, &doing, &progress) else { break };
            self.count(&game, &judgement);
            let mut reviewed = ReviewedMove::new(&*evaluator, &game, (entry.line, number), &judgement);
            if let Some(language) = work.arguments.explained_in().filter(|_| judgement.mark.is_some()) {
                reviewed.played.explain(&game, mv, language);
                for (shown, found) in reviewed.lines.iter_mut().zip(&judgement.report.lines) {
                    shown.explain(&game, found.mv, language);
                }
            }
            reviewed.file = item.file.map(str::to_owned);
            progress.aside(|| match work.output.is_json() {
                true => work.output.object(&reviewed),
                false => work.output.line(layout.row(&reviewed, judgement.thrown)),
            })?;
            work.output.flush()?;
            game.play(mv).expect("a record's moves are legal");
        }
        progress.end();
        self.finish(item, entry, work)
    }

    fn judge(
        &mut self,
        work: &Work<'_>,
        game: &Game<P>,
        mv: P::Move,
        doing: &str,
        progress: &Progress,
    ) -> Option<Judgement<P::Move>> {
        progress.show(|| doing.to_owned());
        let (kind, evaluator) = (self.session.kind(), self.session.evaluator());
        let request = work.arguments.request(kind, work.stop);
        judge(&mut self.session, game, mv, &request, &mut |so_far: &Report<P::Move>| {
            let analysis = Analysis::new(kind, &*evaluator, game, so_far);
            progress.show(|| format!("{doing}: {}", crate::report::progress(&analysis)));
        })
    }

    /// `move 12 of 64 (6... c), about 40 s left`
    fn doing(&self, game: &Game<P>, mv: &str, started: Instant) -> String {
        let (done, all) = (game.moves().len(), self.record.game().moves().len());
        let left = match done {
            0 => String::new(),
            _ => {
                let seconds = started.elapsed().as_secs_f64() / done as f64 * (all - done) as f64;
                format!(", about {} left", text::span(Duration::from_secs_f64(seconds)))
            }
        };
        format!("move {} of {all} ({mv}){left}", done + 1)
    }

    fn count(&mut self, game: &Game<P>, judgement: &Judgement<P::Move>) {
        let player = game.position().turn();
        self.errors[player.index()].add(judgement);
        self.nodes += judgement.nodes;
        self.time += judgement.time;
        let evaluator = self.session.evaluator();
        let value = |line: &grenier_engine::Line<P::Move>| evaluator.score(line.score, line.proven).number();
        self.curve.add(evaluator.unit(), player, value(&judgement.report.lines[0]), value(&judgement.played));
        if let Some(mark) = judgement.mark {
            self.curve.mark(player, mark, judgement.played.mv.to_string());
        }
    }

    fn finish(self, item: &Item<'_>, entry: &Entry<'_>, work: &mut Work<'_>) -> Result<(), Unfinished> {
        let summary = self.summary(item, entry);
        if work.output.is_json() {
            work.output.object(&summary)?;
        } else {
            work.output.line(text::summary(&summary))?;
        }
        work.output.flush()?;
        let moves = self.record.game().moves().len();
        let left = moves - summary.reviewed;
        if left > 0 && work.stop.load(Ordering::Relaxed) {
            work.tally.is_cut_short = true;
            let were = if left == 1 { "was" } else { "were" };
            let place = format!("{}:{}", item.source, entry.line);
            eprintln!("grenier: interrupted: {left} of {moves} moves of {place} {were} not reviewed");
        } else {
            work.tally.done += 1;
        }
        if let Some(path) = &work.arguments.svg {
            self.draw(path)?;
        }
        Ok(())
    }

    fn draw(self, path: &Path) -> Result<(), Failure> {
        let unit = P::Evaluator::default().unit();
        let svg = self.curve.draw(unit, &text::title(self.record), P::PLAYERS).map_err(Failure::data)?;
        std::fs::write(path, svg).map_err(|error| Failure::Data(format!("--svg {}: {error}", path.display())))
    }

    fn summary(&self, item: &Item<'_>, entry: &Entry<'_>) -> ReviewSummary {
        let game = self.record.game();
        let about = |player: Player| {
            let name = self.record.tag(["White", "Black"][player.index()]);
            PlayerErrors::new::<P>(player, name, &self.errors[player.index()])
        };
        ReviewSummary {
            schema: SCHEMA,
            kind: "summary",
            file: item.file.map(str::to_owned),
            line: entry.line,
            game: P::variant(game.start().rules()),
            engine: self.session.kind().word(),
            unit: P::Evaluator::default().unit().word(),
            moves: self.plies,
            reviewed: self.errors.iter().map(|errors| errors.moves).sum(),
            players: Player::BOTH.map(about),
            result: game.result().map(GameResult::new),
            nodes: self.nodes,
            time_ms: self.time.as_millis() as u64,
        }
    }
}
