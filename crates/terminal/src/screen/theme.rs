//! Colours. Each goes with a sign that says the same, so that nothing is lost without them.

use ratatui::style::{Color, Modifier, Style};

/// Whether there are colours.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    has_colours: bool,
}

impl Theme {
    /// With or without colours.
    pub fn new(has_colours: bool) -> Theme {
        Theme { has_colours }
    }

    /// Colours unless `NO_COLOR` is set to something (no-color.org).
    pub fn of_environment() -> Theme {
        Theme::new(std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
    }

    fn coloured(self, colour: Color) -> Style {
        if self.has_colours { Style::new().fg(colour) } else { Style::new() }
    }

    /// The top line.
    pub fn title(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// What a player owns: his pieces, his letters.
    pub fn player(self, index: usize) -> Style {
        self.coloured([Color::Yellow, Color::Cyan][index % 2]).add_modifier(Modifier::BOLD)
    }

    /// What can be chosen.
    pub fn legal(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// The last move, and what moves just now.
    pub fn lit(self) -> Style {
        self.coloured(Color::Magenta).add_modifier(Modifier::BOLD)
    }

    /// What lies under the cursor.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What needs attention.
    pub fn message(self) -> Style {
        self.coloured(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// What is of less weight.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}
