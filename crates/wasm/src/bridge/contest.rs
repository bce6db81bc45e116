//! Exports to JavaScript for contests.

use super::PageSession;
use crate::{answer, read};
use ludoteca_view::{ContestUpdate, Failure, Session};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(js_class = Session)]
impl PageSession {
    /// Begins a contest; on failure the previous game stays open.
    pub fn begin(&mut self, request: &str) -> String {
        self.opened(read(request).and_then(Session::begin))
    }

    /// Resumes a contest from its log; on failure the previous game stays open.
    pub fn resume(&mut self, request: &str) -> String {
        self.opened(read(request).and_then(|resumption| Session::resume(&resumption)))
    }

    pub fn act(&mut self, request: &str) -> String {
        self.with(|session| session.act(read(request)?))
    }

    /// Applies events decided elsewhere.
    pub fn hear(&mut self, request: &str) -> String {
        self.with(|session| session.hear(read(request)?))
    }

    /// Applies the consequences of elapsed time; the time is in milliseconds.
    pub fn tick(&mut self, at: f64) -> String {
        self.with(|session| session.tick(at.max(0.0) as u64))
    }

    fn opened(&mut self, opened: Result<(Session, ContestUpdate), Failure>) -> String {
        answer(opened.map(|(session, update)| {
            self.session = Some(session);
            update
        }))
    }
}
