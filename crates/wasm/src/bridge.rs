//! The exports to JavaScript, which only convert requests and responses.
#![allow(unsafe_code, reason = "wasm-bindgen makes it")]

#[cfg(feature = "contest")]
mod contest;
#[cfg(feature = "share")]
mod share;
#[cfg(feature = "engine")]
mod thinking;

use crate::{answer, read};
use ludoteca_view::{Failure, Session, Tree, games, read_link, read_tree, words, write_link, write_tree};
use wasm_bindgen::prelude::wasm_bindgen;

/// All games with their seats and options.
#[wasm_bindgen(js_name = games)]
#[must_use]
pub fn all_games() -> String {
    answer(Ok(games()))
}

/// Every sentence that this module can produce, for translators.
#[wasm_bindgen(js_name = words)]
#[must_use]
pub fn all_words() -> String {
    answer(Ok(words()))
}

/// Parses a record into a tree of moves.
#[wasm_bindgen(js_name = readTree)]
#[must_use]
pub fn tree_of_text(text: &str) -> String {
    answer(read_tree(text))
}

/// Writes a tree of moves as a record.
#[wasm_bindgen(js_name = writeTree)]
#[must_use]
pub fn text_of_tree(tree: &str) -> String {
    answer(read::<Tree>(tree).and_then(|tree| write_tree(&tree)))
}

/// Parses a link to the analysis into a tree of moves.
#[wasm_bindgen(js_name = readLink)]
#[must_use]
pub fn tree_of_link(address: &str) -> String {
    answer(read_link(address))
}

/// Writes a tree of moves as a link to the analysis.
#[wasm_bindgen(js_name = writeLink)]
#[must_use]
pub fn link_of_tree(tree: &str) -> String {
    answer(read::<Tree>(tree).and_then(|tree| write_link(&tree)))
}

/// A game on the page. Until a game is opened, every request is rejected.
#[wasm_bindgen(js_name = Session)]
#[derive(Debug, Default)]
pub struct PageSession {
    pub(crate) session: Option<Session>,
    #[cfg(feature = "share")]
    pub(crate) animation: Option<ludoteca_view::Animation>,
}

#[wasm_bindgen(js_class = Session)]
impl PageSession {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> PageSession {
        PageSession::default()
    }

    pub(crate) fn with<T: serde::Serialize>(
        &mut self,
        ask: impl FnOnce(&mut Session) -> Result<T, Failure>,
    ) -> String {
        let none = || Failure::request("no game is open");
        answer(self.session.as_mut().ok_or_else(none).and_then(ask))
    }

    /// Opens a game and returns its view; on failure the previous game stays open.
    pub fn open(&mut self, request: &str) -> String {
        let opened = read(request).and_then(|opening| Session::open(&opening));
        answer(opened.map(|session| self.session.insert(session).view()))
    }

    /// Opens the game of a record and returns its tags, result, clocks and faults.
    pub fn replay(&mut self, text: &str) -> String {
        answer(Session::replay(text).map(|(session, replayed)| {
            self.session = Some(session);
            replayed
        }))
    }

    pub fn view(&mut self) -> String {
        self.with(|session| Ok(session.view()))
    }

    /// The game after this many plies.
    #[wasm_bindgen(js_name = viewAt)]
    pub fn view_at(&mut self, ply: usize) -> String {
        self.with(|session| Ok(session.view_at(ply)))
    }

    /// The seat to act, or how the game ended.
    pub fn status(&mut self) -> String {
        self.with(|session| Ok(session.status()))
    }

    /// Why no move can be chosen by pointing at these cells, in order, or null.
    #[wasm_bindgen(js_name = whyNotCells)]
    pub fn why_not_cells(&mut self, cells: &str) -> String {
        self.with(|session| Ok(session.why_not_cells(&read::<Vec<usize>>(cells)?)))
    }

    /// The effects of a move.
    pub fn describe(&mut self, text: &str) -> String {
        self.with(|session| session.describe(text))
    }

    /// The effects of a ply of the game, counted from 1.
    #[wasm_bindgen(js_name = describePly)]
    pub fn describe_ply(&mut self, ply: usize) -> String {
        self.with(|session| session.describe_ply(ply))
    }

    /// The position with the next seat to act, or null.
    pub fn passed(&mut self) -> String {
        self.with(|session| Ok(session.passed()))
    }

    /// The state of a half-typed move.
    pub fn typed(&mut self, text: &str) -> String {
        self.with(|session| Ok(session.typed(text)))
    }

    pub fn play(&mut self, text: &str) -> String {
        self.with(|session| session.play(text))
    }

    /// Takes back the last ply; null at the beginning.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) -> String {
        self.with(|session| Ok(session.take_back()))
    }

    /// Replaces the moves of the game with these.
    pub fn follow(&mut self, moves: &str) -> String {
        self.with(|session| session.follow(&read::<Vec<String>>(moves)?))
    }

    /// The record of the game as text.
    pub fn record(&mut self, request: &str) -> String {
        self.with(|session| session.record(&read(request)?))
    }

    /// The next game of a series.
    pub fn rematch(&mut self) -> String {
        self.with(|session| session.rematch())
    }
}
