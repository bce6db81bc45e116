//! Everything a page asks of the rules and the engine, so that no rule is written in TypeScript: the page
//! draws and asks.
//!
//! A [`Session`] is a game on the page. What it is asked comes as text (a move in the notation) or JSON, what
//! it answers can be written as JSON, and a refusal is data: a key, arguments, the ruling's number, and an
//! English sentence. This much is plain Rust, the same natively. For the browser there is a thin shell
//! (`bridge.rs`) in which every call answers with JSON text, `{"ok": …}` or `{"error": …}`, and nothing
//! throws.
//!
//! ```
//! use ludoteca_wasm::{Session, answer};
//!
//! let mut session = Session::open(r#"{"game": "squadro", "moves": ["Y3"]}"#).unwrap();
//! assert_eq!(session.play("R2").unwrap().description.events[0].said.key, "runs");
//! let refused = answer(session.play("R2"));
//! assert_eq!(refused, r#"{"error":{"kind":"illegal","key":"not-your-turn","args":["Yellow","R2","Red"],"ruling":"SQ-4","text":"it is Yellow's turn, and R2 is Red's"}}"#);
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
//! Time is the page's: `performance.now` comes in through the shell.

#[cfg(target_arch = "wasm32")]
pub mod bridge;
#[cfg(feature = "contest")]
mod contest;
mod describe;
mod facts;
mod failure;
mod held;
#[cfg(feature = "share")]
mod import;
mod phrases;
mod picture;
#[cfg(feature = "share")]
mod pictures;
#[cfg(feature = "engine")]
mod prove;
mod session;
#[cfg(feature = "share")]
mod sketch;
#[cfg(feature = "engine")]
mod think;
mod tree;
mod typed;
mod view;
mod words;

#[cfg(feature = "contest")]
pub use contest::{ContestJson, EndingJson, Judged, MayJson, PendingJson};
pub use describe::{Description, Event};
pub use facts::{Facts, LineOfFour, Out};
pub use failure::{Failure, Kind, Sentence};
#[cfg(feature = "share")]
pub use import::Imported;
pub use picture::{BoardJson, CellJson, CellKindJson, LabelJson, PieceJson, ShapeJson};
#[cfg(feature = "share")]
pub use pictures::Animation;
#[cfg(feature = "engine")]
pub use prove::ProvedJson;
pub use session::{Moved, Rematch, Replayed, Session};
#[cfg(feature = "share")]
pub use sketch::{CannotArise, Choice, Sketched, Tool, sketch};
#[cfg(feature = "engine")]
pub use think::{LineJson, Outside, Thought, ValueJson};
pub use tree::{
    DrawnJson, OpeningJson, Told, TreeFault, TreeText,
    link::{read_link, write_link},
    read_tree, write_tree,
};
pub use typed::{State, Typed};
pub use view::{GameJson, MoveJson, OptionJson, Over, PlayedJson, StatusJson, ValuesJson, View, games};
pub use words::{Word, words};

/// An answer as the page gets it: `{"ok": …}` or `{"error": …}`.
#[must_use]
pub fn answer<T: serde::Serialize>(result: Result<T, Failure>) -> String {
    #[derive(serde::Serialize)]
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
