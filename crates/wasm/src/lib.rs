//! The doors from JavaScript to `ludoteca-view`. Nothing but conversion: what is asked comes as text (a move
//! in the notation) or JSON, and every answer is JSON text, `{"ok": …}` or `{"error": …}`. Nothing throws.
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
//! A module in a worker has one thread, and while it searches the worker hears no messages. So there are two
//! ways to stop:
//!
//! 1. **A function asked by the search**, every thousand positions or so (well below a millisecond): it reads
//!    a flag in shared memory (`SharedArrayBuffer`) that the page sets. This is the way where pages are
//!    isolated from other origins.
//! 2. **Slices**, where there is no shared memory: the worker asks for `millis` at a time, listens to its
//!    messages, and asks again. The engine goes on with what it has found, as its table (or, with three and
//!    four seats, its tree) is kept from one call to the next; a slice that is twice as long as the last one
//!    makes sure that it gets further than the last one did.
//!
//! Either way each better answer is reported at once, and `postMessage` works from inside the search: a page
//! that has lost patience has the best move so far, and may end the worker.
//!
//! Without the feature `engine` there is no thinking, and the module is a sixth of the size: a page can begin
//! with that one and fetch the other for its worker meanwhile.
//!
//! Time is the page's: `performance.now` comes in through a door.

#[cfg(all(feature = "share", any(target_arch = "wasm32", test)))]
mod base64;
#[cfg(target_arch = "wasm32")]
pub mod bridge;

use ludoteca_view::Failure;
use serde::{Serialize, de::DeserializeOwned};

/// A request as the page sends it.
///
/// # Errors
/// When the text is not such a request.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, Failure> {
    serde_json::from_str(json).map_err(Failure::request)
}

/// An answer as the page gets it: `{"ok": …}` or `{"error": …}`.
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
    // Nothing here has keys that are not text, which alone could fail.
    written.unwrap_or_default()
}
