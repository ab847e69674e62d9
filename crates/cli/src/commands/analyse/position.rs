//! The search of one position.

use grenier_core::Game;
use grenier_core::record::RecordError;
use grenier_engine::json::Analysis;
use grenier_engine::{Entry, Playable, Report, Visitor};

use super::sources::Item;
use super::work::{Unfinished, Work};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::report;

/// Analyses a position, or the last one of a record.
pub struct AnalysePosition<'a, 'w> {
    pub item: &'a Item<'a>,
    pub entry: &'a Entry<'a>,
    pub work: &'a mut Work<'w>,
}

impl Visitor for AnalysePosition<'_, '_> {
    type Output = Result<(), Unfinished>;

    fn visit<P: Playable>(self, rules: P::Rules) -> Result<(), Unfinished> {
        let line = self.entry.line;
        let game: Game<P> = self.entry.game(rules).map_err(Unfinished::Wrong)?;
        let wrong = |reason| Unfinished::Wrong(RecordError { line, column: 1, reason });
        let moves = self.work.arguments.chosen(&game).map_err(wrong)?;
        self.search(&game, moves)
    }
}

impl AnalysePosition<'_, '_> {
    fn search<P: Playable>(self, game: &Game<P>, moves: Vec<P::Move>) -> Result<(), Unfinished> {
        let arguments = self.work.arguments;
        let mut session = arguments.session::<P>(&self.work.weights)?;
        let (kind, evaluator) = (session.kind(), session.evaluator());
        let request = arguments.request(kind, self.work.stop).moves(moves);
        let progress = Progress::start();
        let report = session.analyse(game, &request, &mut |so_far: &Report<P::Move>| {
            progress.show(|| report::progress(&Analysis::new(kind, &*evaluator, game, so_far)));
        });
        progress.end();
        if let Some(error) = session.damage() {
            return Err(Unfinished::Failed(Failure::data(format!("--tables {}: {error}", arguments.tables))));
        }
        let mut analysis = Analysis::new(kind, &*evaluator, game, &report);
        if let Some(language) = arguments.explained_in() {
            for (shown, found) in analysis.lines.iter_mut().zip(&report.lines) {
                shown.explain(game, found.mv, language);
            }
        }
        analysis.file = self.item.file.map(str::to_owned);
        self.print(analysis)
    }

    fn print(self, mut analysis: Analysis) -> Result<(), Unfinished> {
        let suite = self.entry.suite();
        analysis.id = suite.and_then(|suite| suite.id()).map(str::to_owned);
        let best = suite.and_then(|suite| suite.operands("bm"));
        let solved =
            best.map(|best| analysis.lines.first().is_some_and(|line| best.contains(&line.mv.as_str())));
        self.work.head(self.item)?;
        let Work { output, tally, .. } = self.work;
        tally.done += 1;
        tally.tested += usize::from(solved.is_some());
        tally.solved += usize::from(solved == Some(true));
        if output.is_json() {
            output.object(&analysis)?;
        } else {
            output.line(report::text(&analysis, solved.zip(best)))?;
        }
        Ok(output.flush()?)
    }
}
