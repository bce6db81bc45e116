//! Exports for import and export: positions being set up, games from text, animations.

use super::PageSession;
use crate::{answer, base64::base64, read};
use ludoteca_view::{Animation, Failure, Session, sketch};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(js_class = Session)]
impl PageSession {
    /// Edits a position; needs no open game.
    pub fn sketch(&mut self, request: &str) -> String {
        answer(read(request).and_then(sketch))
    }

    /// Opens the first game of a text in any supported format.
    #[wasm_bindgen(js_name = importText)]
    pub fn import_text(&mut self, text: &str) -> String {
        answer(Session::import(text).map(|(session, imported)| {
            self.session = Some(session);
            imported
        }))
    }

    /// The game as a line of JSON.
    #[wasm_bindgen(js_name = recordJson)]
    pub fn record_json(&mut self, request: &str) -> String {
        self.with(|session| {
            let record = session.record_data(&read(request)?)?;
            serde_json::to_string(&record).map_err(Failure::request)
        })
    }

    /// Starts an animated GIF.
    pub fn animate(&mut self, width: u16, height: u16) -> String {
        answer(Animation::new(width, height).map(|animation| self.animation = Some(animation)))
    }

    /// Adds a frame to the animation.
    pub fn frame(&mut self, rgba: &[u8], hundredths: u16) -> String {
        let none = || Failure::request("no animation is begun");
        answer(
            self.animation.as_mut().ok_or_else(none).and_then(|animation| animation.push(rgba, hundredths)),
        )
    }

    /// Finishes the animation and returns the file as base64, since all responses are text.
    pub fn animated(&mut self) -> String {
        let none = || Failure::request("no animation is begun");
        answer(self.animation.take().ok_or_else(none).and_then(Animation::finish).map(|file| base64(&file)))
    }
}
