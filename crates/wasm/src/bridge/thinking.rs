//! The doors to the engine.

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
    /// What the search asks: functions of JavaScript belong to one thread, and the search wants something
    /// that does not.
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
    /// Proves the value of the game as it stands; null where that takes too long. `stop` as for thinking.
    pub fn prove(&mut self, request: &str, stop: Option<Function>) -> String {
        STOP.set(stop);
        self.with(|session| session.prove(&read(request)?, &stopped))
    }

    /// Thinks. `stop` is asked often and ends the thinking by returning true; `report` is told of each better
    /// answer, as JSON text.
    pub fn think(&mut self, request: &str, stop: Option<Function>, report: Option<Function>) -> String {
        STOP.set(stop);
        let mut send = |thought: &Thought| {
            if let (Some(report), Ok(text)) = (&report, serde_json::to_string(thought)) {
                // What the page makes of it is the page's affair.
                let _ = report.call1(&JsValue::NULL, &JsValue::from_str(&text));
            }
        };
        let mut outside = Outside { now: &now, stop: &stopped, report: &mut send };
        self.with(|session| session.think(&read(request)?, &mut outside))
    }

    /// Forgets what the engine has found.
    pub fn forget(&mut self) {
        if let Some(session) = &mut self.session {
            session.forget();
        }
    }
}
