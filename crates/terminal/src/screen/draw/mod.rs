//! The whole screen drawn, from what the app holds.

mod overlay;
mod panes;
mod pits;
mod squares;

use grenier_engine::board::{Board, MoveKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::{Line, Span};

use super::app::{App, Leave, Mode};
use super::theme::Theme;
use crate::model::Next;
pub use overlay::wrapped;

/// The least window, which the largest board just fits.
const LEAST: [u16; 2] = [80, 24];

/// Columns beside the board from which everything stands there, and nothing under the board.
const WIDE: u16 = 38;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    if area.width < LEAST[0] || area.height < LEAST[1] {
        return overlay::too_small(frame, app, LEAST);
    }
    let [title, main, status, input, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(frame, app, title);
    draw_main(frame, app, main);
    draw_status(frame, app, status);
    draw_input(frame, app, input);
    frame.render_widget(Line::styled(app.texts.keys(), app.theme.faint()), keys);
    if let Mode::Overlay { is_help, scroll } = app.mode {
        overlay::draw(frame, app, is_help, scroll);
    }
}

fn draw_title(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let (model, texts) = (&app.model, app.texts);
    let seats = grenier_core::Player::BOTH.map(|player| {
        let seat = texts.seat(model.seats()[player.index()]);
        format!("{}{} {seat}", texts.player(model, player), texts.of(":", "\u{a0}:"))
    });
    let title = format!(" Grenier   {}   {}   {}", texts.title(model), seats[0], seats[1]);
    let width = usize::from(area.width);
    frame.render_widget(Line::styled(format!("{title:<width$}"), app.theme.title()), area);
}

/// The board, with what stands beside and under it.
fn draw_main(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let seen = Seen::of(app);
    let [width, height] = match seen.board {
        Board::Pits { rows, .. } => pits::size(rows[0].len()),
        Board::Squares { side, .. } => squares::size(*side),
    };
    let board = Rect { width, height, ..area };
    match seen.board {
        Board::Pits { .. } => pits::draw(frame.buffer_mut(), board, &seen),
        Board::Squares { .. } => squares::draw(frame.buffer_mut(), board, &seen),
    }
    let side = Rect { x: area.x + width + 1, width: area.width - width - 1, ..area };
    let [players, rest] = Layout::vertical([Constraint::Length(2), Constraint::Min(0)]).areas(side);
    panes::players(frame, app, players);
    if side.width >= WIDE {
        let [moves, lower] = Layout::vertical([Constraint::Min(4), Constraint::Length(9)]).areas(rest);
        panes::moves(frame, app, moves);
        panes::lower(frame, app, lower);
    } else {
        panes::moves(frame, app, rest);
        let lower = Rect { y: area.y + height, height: area.height - height, width, ..area };
        panes::lower(frame, app, lower);
    }
}

/// One line: what the engine does, what there is to say, or whose turn it is.
fn draw_status(frame: &mut Frame<'_>, app: &App, area: Rect) {
    const SPINNER: [char; 4] = ['|', '/', '-', '\\'];
    let texts = app.texts;
    let thinking = app.worker.choosing().map(|since| {
        let seat = texts.seat(app.model.seats()[app.model.game().turn().index()]);
        let spinner = SPINNER[since.as_millis() as usize / 150 % SPINNER.len()];
        format!("{spinner} {}", texts.thinking(&seat, since.as_secs()))
    });
    let line = match (thinking, &app.animation) {
        (Some(thinking), _) => Line::from(vec![
            Span::raw(thinking),
            Span::styled(format!("  {}", app.message), app.theme.message()),
        ]),
        _ if !app.message.is_empty() => Line::styled(app.message.as_str(), app.theme.message()),
        (None, Some(animation)) if animation.hand > 0 => Line::raw(texts.hand(animation.hand)),
        (None, Some(_)) => Line::default(),
        (None, None) if app.model.next() == Next::Held => Line::raw(texts.is_held()),
        (None, None) if is_only_pass(app) => Line::raw(texts.only_pass()),
        (None, None) => Line::raw(texts.turn(&app.model)),
    };
    frame.render_widget(line, area);
}

fn is_only_pass(app: &App) -> bool {
    let legal = &app.model.state().legal;
    app.is_choosing() && matches!(legal.as_slice(), [only] if only.kind == MoveKind::Pass)
}

/// The line that is typed, or the question that is asked.
fn draw_input(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let texts = app.texts;
    let (prompt, input) = match &app.mode {
        Mode::File(_) => (texts.file_prompt().to_owned(), Some(&app.field)),
        Mode::Replace(path, _) => (texts.exists(&crate::records::shown(path)), None),
        Mode::Leave(leave) => (texts.leave(*leave == Leave::Quit).to_owned(), None),
        Mode::Play | Mode::Overlay { .. } => ("> ".to_owned(), Some(&app.input)),
    };
    let Some(input) = input else {
        return frame.render_widget(Line::styled(prompt, app.theme.message()), area);
    };
    // Of a long text the part around the cursor is shown.
    let room = usize::from(area.width).saturating_sub(prompt.chars().count() + 1).max(1);
    let skipped = (input.cursor() + 1).saturating_sub(room);
    let text: String = input.text().chars().skip(skipped).take(room).collect();
    let before: String = text.chars().take(input.cursor() - skipped).collect();
    let column = Span::raw(prompt.as_str()).width() + Span::raw(before).width();
    let mut spans = vec![Span::raw(prompt), Span::raw(text)];
    if app.mode == Mode::Play && (app.is_choosing() || !input.is_empty()) {
        spans.push(Span::styled(format!("   {}", app.candidates().join(" ")), app.theme.faint()));
    }
    frame.render_widget(Line::from(spans), area);
    frame.set_cursor_position(Position::new(area.x + column as u16, area.y));
}

/// What a board widget needs to know.
pub struct Seen<'a> {
    /// The board at this moment.
    pub board: &'a Board,
    /// What the players are called.
    pub names: [&'static str; 2],
    /// The first player's side is at the top.
    pub is_flipped: bool,
    /// The place where something happens, and those of the last move.
    pub lit: Vec<String>,
    /// Places that can be chosen.
    pub choices: Vec<String>,
    /// Places that are chosen.
    pub picked: &'a [String],
    /// The place under the cursor, if there is one.
    pub cursor: Option<String>,
    /// The colours.
    pub theme: Theme,
}

impl Seen<'_> {
    fn of(app: &App) -> Seen<'_> {
        let (model, texts) = (&app.model, app.texts);
        let is_choosing = app.is_choosing();
        let lit = match &app.animation {
            Some(animation) => animation.lit.iter().cloned().collect(),
            None => model.state().last.as_ref().map(touched).unwrap_or_default(),
        };
        Seen {
            board: app.board(),
            names: grenier_core::Player::BOTH.map(|player| texts.player(model, player)),
            is_flipped: app.is_flipped,
            lit,
            choices: if is_choosing { app.choices() } else { Vec::new() },
            picked: &app.picked,
            cursor: is_choosing.then(|| app.place()),
            theme: app.theme,
        }
    }
}

/// The pit lifted first, or the squares that a move has touched.
fn touched(last: &grenier_engine::LastMove) -> Vec<String> {
    use grenier_engine::board::Step;
    let mut places: Vec<String> = Vec::new();
    for step in &last.steps {
        match step {
            Step::Lift { pit, .. } if places.is_empty() => places.push(pit.clone()),
            Step::Lay { square } | Step::Remove { square } => places.push(square.clone()),
            Step::Move { from, to } => places.extend([from.clone(), to.clone()]),
            _ => {}
        }
    }
    places
}
