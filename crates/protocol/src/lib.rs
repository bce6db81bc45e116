//! The wire types of server and clients: requests, responses, events and errors. The OpenAPI document is
//! generated from them.
//!
//! Field names are stable: within a version, fields may be added, but none is renamed or removed.

mod account;
mod archive;
mod clock;
mod game;
mod list;
mod lobby;
mod moderation;
mod passkey;
mod problem;
mod push;
mod puzzles;
mod ratings;
mod site;
mod socket;
#[cfg(feature = "ts")]
mod typescript;
mod webhooks;

pub use account::{
    AccountView, BotList, BotView, EmailWish, LogIn, NewAccount, NewBot, NewBotToken, NewPassword, NewToken,
    PasswordProof, Recovery, RecoveryCodes, RecoveryMail, Secret, SessionList, SessionView, SignedIn,
    TokenList, TokenMade, TokenView,
};
pub use archive::{
    ArchivePage, ArchiveWish, ArchivedGameView, ArchivedSeatView, DumpList, DumpView, ExplorerCount,
    ExplorerMove, ExplorerView, ExplorerWish, GameTallyView, OpeningView, ProfileView,
};
pub use clock::ClockWish;
pub use game::{
    AbortView, ActionDone, ActionWish, ChallengeView, ClocksView, EventView, GameChat, GameToBring, GameView,
    Help, JoinWish, NewGame, OfferView, SeatView, SeatWish, UserView,
};
pub use list::{GameList, GameSummary, Glance, SeatGlance};
pub use lobby::{Guest, GuestWish, NewName, NewSeek, RatingRange, SeekView, VacationView, VacationWish};
pub use moderation::{
    AuditPage, AuditView, BlockList, BlockView, ModeratedUser, ModerationAct, NewReport, ReportDetail,
    ReportList, ReportView, SanctionView,
};
pub use passkey::{
    GuestBefore, GuestTaken, GuestToTake, NewPasskey, NewPasskeyAccount, PasskeyAnswer, PasskeyChallenge,
    PasskeyLabel, PasskeyList, PasskeyOrigin, PasskeyPurpose, PasskeyView, PasskeyWish,
};
pub use problem::{Problem, RateLimit};
pub use push::{PushKey, PushKeys, PushSubscription, PushUnsubscription};
pub use puzzles::{
    AttemptDone, AttemptWish, PuzzleGlance, PuzzleHistory, PuzzleList, PuzzleMove, PuzzlePoint,
    PuzzleStanding, PuzzleView, RatingStep, SolverBoard, SolverBoards, SolverLeader, SolverRating,
    TriedPuzzle, TriedPuzzles, UserPuzzles,
};
pub use ratings::{
    Colours, Leader, Leaderboard, Leaderboards, PoolColours, PoolRating, PoolView, RatingHistory,
    RatingPoint, RatingView, SeatWorth, UserRatings,
};
pub use site::{
    ChatPolicy, InviteCodeList, InviteCodeView, NewInviteCode, Readers, Registration, SettingsChange,
    SettingsView, SiteSettings, SiteView,
};
pub use socket::{FromClient, FromServer, Room};
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use webhooks::{
    DeliveryView, NewWebhook, WebhookList, WebhookMade, WebhookMessage, WebhookOff, WebhookView,
};

/// The version of the socket protocol.
pub const PROTOCOL: u32 = 1;
