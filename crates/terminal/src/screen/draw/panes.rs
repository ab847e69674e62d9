//! What stands beside and under the board: the players, the moves, the last move or the analysis.

use grenier_core::Player;
use grenier_engine::board::Board;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph};

use super::wrapped;
use crate::model::{Model, Next};
use crate::screen::app::App;
use crate::values::{count, value};

/// Signs of the pieces.
pub const PIECES: [char; 2] = ['●', '○'];

/// A line for each player: what he has, an arrow if it is his turn.
pub fn players(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let line = |player: Player| {
        let index = player.index();
        let name = app.texts.player(&app.model, player);
        let is_turn = app.model.next() != Next::Over && app.model.game().turn() == player;
        let (name, has) = match app.board() {
            Board::Pits { stores, .. } => (name.to_owned(), stores[index].to_string()),
            Board::Squares { squares, hand, .. } => {
                let standing = squares.chars().filter(|sign| *sign == ['x', 'o'][index]).count();
                (format!("{} {name}", PIECES[index]), app.texts.pieces(standing, hand[index]))
            }
        };
        let arrow = if is_turn { "▸ " } else { "  " };
        Line::from(vec![
            Span::raw(arrow),
            Span::styled(name, app.theme.player(index)),
            Span::raw(format!("  {has}")),
        ])
    };
    // The upper line is the player's whose side is up.
    let mut lines = [Player::Second, Player::First].map(line);
    if app.is_flipped {
        lines.reverse();
    }
    frame.render_widget(Paragraph::new(Text::from(lines.to_vec())), area);
}

/// The moves played, the last ones if there is no room for all.
pub fn moves(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let block = Block::new().borders(Borders::TOP).title(format!(" {} ", app.texts.moves()));
    let room = usize::from(block.inner(area).height);
    let lines = numbered(&app.model);
    let shown = lines.iter().skip(lines.len().saturating_sub(room)).map(|line| Line::from(line.as_str()));
    frame.render_widget(Paragraph::new(Text::from_iter(shown)).block(block), area);
}

/// The moves in numbered lines, a first player's and a second player's on each.
fn numbered(model: &Model) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for (player, mv) in model.moves() {
        match lines.last_mut() {
            Some(line) if player == Player::Second && last == Some(Player::First) => {
                *line += &format!(" {mv}");
            }
            _ => {
                let dots = if player == Player::First { "." } else { "..." };
                lines.push(format!("{:>3}{dots} {mv}", lines.len() + 1));
            }
        }
        last = Some(player);
    }
    lines
}

/// The hint or the analysis if they are wanted, or else the last move in words.
pub fn lower(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let (title, lines) = match &app.hint {
        Some(hint) => {
            let lines = wrapped(hint, area.width.into()).into_iter().map(Line::from).collect();
            (app.texts.hint().to_owned(), lines)
        }
        None if app.is_analysing && app.model.next() != Next::Over => analysis(app),
        None => last_move(app, area.width),
    };
    let block = Block::new().borders(Borders::TOP).title(format!(" {title} "));
    frame.render_widget(Paragraph::new(Text::from(lines)).block(block), area);
}

fn last_move(app: &App, width: u16) -> (String, Vec<Line<'static>>) {
    let is_shown = app.animation.is_none();
    let told = app.texts.played(&app.model).filter(|_| is_shown).unwrap_or_default();
    let mut lines = wrapped(&told, width.into());
    if is_shown && app.model.next() == Next::Over {
        lines.extend(wrapped(&app.texts.turn(&app.model), width.into()));
    }
    if let Board::Pits { unlifted, .. } = app.board()
        && unlifted.iter().any(|locked| !locked.is_empty())
    {
        lines.push(app.texts.locked().to_owned());
    }
    (app.texts.last_move().to_owned(), lines.into_iter().map(Line::from).collect())
}

fn analysis(app: &App) -> (String, Vec<Line<'static>>) {
    let texts = app.texts;
    let Some((analysis, is_final)) = &app.analysis else {
        let is_waiting = !app.is_choosing() && !app.worker.is_studying();
        let line = if is_waiting { texts.analysis_waits() } else { texts.looking() };
        return (texts.analysis().to_owned(), vec![Line::from(line)]);
    };
    let effort = texts.effort(analysis.depth, &count(analysis.nodes), !is_final);
    let line = |line: &grenier_engine::json::AnalysedLine| {
        Line::from(vec![
            Span::raw(format!("{}. ", line.rank)),
            Span::styled(line.mv.clone(), app.theme.legal()),
            Span::raw(format!("  {}", value(line, texts))),
            Span::styled(format!("  {}", line.pv.join(" ")), app.theme.faint()),
        ])
    };
    (
        format!("{}: {effort}", texts.analysis()).replace(':', texts.of(":", "\u{a0}:")),
        analysis.lines.iter().map(line).collect(),
    )
}
