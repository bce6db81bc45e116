//! JavaScript bindings for `ludoteca-view`. They only convert: requests are text (a move in the notation) or
//! JSON, and every response is JSON text, `{"ok": …}` or `{"error": …}`. Nothing throws.
//!
//! ```
//! use ludoteca_view::{Opening, Session};
//! use ludoteca_wasm::{answer, read};
//!
//! let opening: Opening = read(r#"{"game": "squadro", "moves": ["Y3", "R2"]}"#).unwrap();
//! let mut session = Session::open(&opening).unwrap();
//! let refused = answer(session.play("R2"));
//! assert_eq!(refused, r#"{"error":{"kind":"illegal","key":"not-your-turn","args":[{"kind":"seat","value":0},{"kind":"piece","value":"R2"},{"kind":"seat","value":1}],"ruling":"SQ-4","text":"it is Yellow's turn, and R2 is Red's"}}"#);
//! ```
//!
//! # Thinking without blocking, and stopping
//!
//! A module in a worker has one thread, and while it searches the worker receives no messages. There are
//! therefore two ways to stop:
//!
//! 1. **A callback** that the search calls about every thousand positions (well below a millisecond): it
//!    reads a flag in shared memory (`SharedArrayBuffer`) that the page sets. This works for pages that are
//!    isolated from other origins.
//! 2. **Slices**, without shared memory: the worker thinks for `millis` at a time, handles its messages, and
//!    thinks again. The engine continues with what it has found, because its table (or, with three and four
//!    seats, its tree) is kept from one call to the next. Making each slice twice as long as the last one
//!    ensures that it gets further.
//!
//! Either way each better answer is reported at once, and `postMessage` works from inside the search: an
//! impatient page has the best move so far, and may terminate the worker.
//!
//! Without the feature `engine` the module cannot think and is a sixth of the size: a page can start with
//! that one and meanwhile fetch the other for its worker.
//!
//! The page provides the time: `performance.now` is an import.

#[cfg(all(feature = "share", any(target_arch = "wasm32", test)))]
mod base64;
#[cfg(target_arch = "wasm32")]
pub mod bridge;

use ludoteca_view::Failure;
use serde::{Serialize, de::DeserializeOwned};

/// Parses a request from the page.
///
/// # Errors
/// If the text is not such a request.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, Failure> {
    serde_json::from_str(json).map_err(Failure::request)
}

/// The response to the page: `{"ok": …}` or `{"error": …}`.
#[must_use]
pub fn answer<T: Serialize>(result: Result<T, Failure>) -> String {
    #[derive(Serialize)]
    enum Answer<T> {
        #[serde(rename = "ok")]
        Ok(T),
        #[serde(rename = "error")]
        Error(Failure),
    }
    let written = match result {
        Ok(value) => serde_json::to_string(&Answer::Ok(value)),
        Err(failure) => serde_json::to_string(&Answer::<()>::Error(failure)),
    };
    // Serialising fails only for keys that are not text, and there are none.
    written.unwrap_or_default()
}
