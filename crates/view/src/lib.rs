//! View models of games, as typed data: boards to draw, effects of moves, reasons for refusal, the state of
//! contests, values of positions, trees of moves.
//!
//! The page, the terminal program and the server show the same things, so the types are here once. They can
//! be serialised as JSON (`serde`), but nothing here reads or writes JSON itself: the callers do, for
//! the page in `ludoteca-wasm`.
//!
//! A [`Session`] is a game being viewed and played. A refusal is data: a key, arguments, the
//! ruling's number, and an English sentence.
//!
//! ```
//! use ludoteca_view::{Opening, Session};
//!
//! let opening = Opening { moves: vec!["Y3".to_owned()], ..Opening::new("squadro") };
//! let mut session = Session::open(&opening).unwrap();
//! assert_eq!(session.play("R2").unwrap().description.events[0].sentence.key, "runs");
//! let refused = session.play("R2").unwrap_err().sentence;
//! assert_eq!((refused.key, refused.ruling), ("not-your-turn", Some("SQ-4")));
//! assert_eq!(refused.text, "it is Yellow's turn, and R2 is Red's");
//! ```
//!
//! Some types have the same name as the type in `ludoteca-core` that they show: [`Status`], [`Sentence`],
//! [`GameInfo`]. Here words are written out. Cells are numbers from 0, and in JSON seats are too.

mod board;
#[cfg(feature = "contest")]
mod contest;
mod describe;
mod facts;
mod failure;
mod held;
#[cfg(feature = "share")]
mod import;
mod opening;
mod phrases;
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
#[cfg(feature = "ts")]
mod typescript;
mod value;
mod view;
mod words;

pub use board::{BoardData, Piece};
#[cfg(feature = "contest")]
pub use contest::{
    ActionRequest, Beginning, ContestAbort, ContestEnding, ContestState, ContestUpdate, News, PastEnding,
    PendingOffer, Permissions, Resumption,
};
pub use describe::{Description, MoveEvent};
pub use facts::{Facts, LineOfFour, Out};
pub use failure::{Failure, FailureKind, Sentence};
#[cfg(feature = "share")]
pub use import::{Imported, TextForm};
pub use opening::Opening;
#[cfg(feature = "share")]
pub use pictures::Animation;
#[cfg(feature = "engine")]
pub use prove::{Proof, ProveRequest};
pub use session::{Moved, RecordRequest, Rematch, Replayed, Session};
#[cfg(feature = "share")]
pub use sketch::{Choice, Edit, SketchRequest, Sketched, Tool, sketch};
#[cfg(feature = "engine")]
pub use think::{Line, Outside, ThinkRequest, Thought};
pub use tree::{
    DrawnShape, Tree, TreeFault, TreeNode,
    link::{read_link, write_link},
    read_tree, write_tree,
};
pub use typed::{Typed, TypedState};
#[cfg(feature = "ts")]
pub use typescript::{Declarations, declarations, typescript};
pub use value::{ProvenResult, Value};
pub use view::{GameInfo, LegalMove, Over, PlayedStep, Status, View, games};
pub use words::{Word, words};
