//! Questions that are answered with y or n. They stay open until they are answered.

use super::{app::Exit, screen::GameScreen};
use ludoteca_catalog::Seat;
use ludoteca_contest::Contest;
use ratatui::crossterm::event::KeyCode;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether this seat resigns.
    Resign(Seat),
    /// Whether the game is aborted.
    Abort,
    /// Whether the moves of this seat's request are taken back.
    TakeBack(Seat),
    /// Whether the draw that the first seat offers is accepted by the second one.
    Draw(Seat, Seat),
    /// Whether to play the next game, after one that is over.
    NextGame,
    /// Whether to go back in a finished game and continue from there.
    GoBack,
    /// Whether to leave an unsaved game.
    Leave(Exit),
    /// Whether to load this file and discard an unsaved game.
    Load(String),
    /// Whether to overwrite an existing file.
    Replace(String),
}

/// A reply to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    Yes,
    No,
    /// Choose another player instead.
    Other,
    /// The question is postponed.
    Later,
}

impl Reply {
    /// The reply for a key; `None` if the key is not a reply.
    pub(super) fn of(question: &Question, key: KeyCode) -> Option<Reply> {
        match (question, key) {
            (_, KeyCode::Char('y' | 'Y')) => Some(Reply::Yes),
            (_, KeyCode::Char('n' | 'N')) => Some(Reply::No),
            (Question::Resign(_), KeyCode::Char('o' | 'O')) => Some(Reply::Other),
            (Question::Draw(..), KeyCode::Esc) => Some(Reply::Later),
            (_, KeyCode::Esc) => Some(Reply::No),
            _ => None,
        }
    }
}

impl Question {
    /// Whether later events have settled the question.
    pub(super) fn is_moot(&self, contest: &Contest) -> bool {
        match self {
            Question::Resign(seat) => contest.to_act().is_none() || !contest.is_in(*seat),
            Question::Abort => contest.to_act().is_none(),
            Question::TakeBack(_) | Question::Draw(..) => contest.pending().is_none(),
            Question::NextGame
            | Question::GoBack
            | Question::Leave(_)
            | Question::Load(_)
            | Question::Replace(_) => false,
        }
    }

    pub(super) fn text(&self, screen: &GameScreen) -> String {
        let name = |seat: &Seat| screen.contest.game().game().info().seat_name(*seat);
        let unsaved = if screen.unsaved() { "This game is not saved. " } else { "" };
        match self {
            Question::Resign(seat) => {
                let aborts = screen.contest.departure_aborts();
                let aborts = if aborts { " That aborts the game (TB-3)." } else { "" };
                let others = if screen.people_in().len() > 1 { ", o: another player" } else { "" };
                format!("Does {} resign?{aborts} (y: yes, n: no{others})", name(seat))
            }
            Question::Abort => "Abort the game? It will have no result. (y/n)".to_owned(),
            Question::TakeBack(_) => format!("Take back {}? (y/n)", screen.to_take_back().join(" ")),
            Question::Draw(by, to) => format!(
                "{} offers a draw. Does {} accept? (y: yes, n: no, Esc: later; a move of {1} declines it)",
                name(by),
                name(to)
            ),
            Question::NextGame if screen.has_result() => {
                format!("{unsaved}Play the next game of the series? (y/n)")
            }
            Question::NextGame => format!("{unsaved}Play the game again? (y/n)"),
            Question::GoBack => {
                let from = screen.looked_at.map_or("Go back and play on", |_| "Play on from here");
                let clock = screen.contest.terms().clock.map_or("", |_| ", without clocks");
                format!("{unsaved}{from} as another game{clock}? (y/n)")
            }
            Question::Leave(_) if screen.is_online() => {
                "The game continues and your clock keeps running. Leave? (y/n)".to_owned()
            }
            Question::Leave(Exit::Menu) => "This game is not saved. Leave it for the menu? (y/n)".to_owned(),
            Question::Leave(Exit::Program) => "This game is not saved. Leave the program? (y/n)".to_owned(),
            Question::Load(name) => format!("This game is not saved. Leave it and load {name}? (y/n)"),
            Question::Replace(name) => format!("{name} exists. Replace it? (y/n)"),
        }
    }
}
