//! Exports for the engine.

use super::PageSession;
use crate::read;
use js_sys::Function;
use ludoteca_view::{Outside, Thought};
use std::cell::RefCell;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    /// The search's callback. JavaScript functions belong to one thread, but the search requires a callback
    /// that can be shared.
    static STOP: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn stopped() -> bool {
    STOP.with_borrow(|stop| {
        let answer = stop.as_ref().and_then(|stop| stop.call0(&JsValue::NULL).ok());
        answer.is_some_and(|answer| answer.is_truthy())
    })
}

#[wasm_bindgen(js_class = Session)]
impl PageSession {
    /// Proves the value of the current position; null if that takes too long. `stop` works as in `think`.
    pub fn prove(&mut self, request: &str, stop: Option<Function>) -> String {
        STOP.set(stop);
        self.with(|session| session.prove(&read(request)?, &stopped))
    }

    /// Thinks. `stop` is called often and ends the thinking by returning true; `report` is called with each
    /// better answer as JSON text.
    pub fn think(&mut self, request: &str, stop: Option<Function>, report: Option<Function>) -> String {
        STOP.set(stop);
        let mut send = |thought: &Thought| {
            if let (Some(report), Ok(text)) = (&report, serde_json::to_string(thought)) {
                // Errors in the page's callback are the page's responsibility.
                let _ = report.call1(&JsValue::NULL, &JsValue::from_str(&text));
            }
        };
        let mut outside = Outside { now: &now, stop: &stopped, report: &mut send };
        self.with(|session| session.think(&read(request)?, &mut outside))
    }

    /// Clears what the engine has found.
    pub fn forget(&mut self) {
        if let Some(session) = &mut self.session {
            session.forget();
        }
    }
}
