//! The wire types of server and clients: requests, responses, events and errors. The OpenAPI document is
//! generated from them.
//!
//! Field names are stable: within a version, fields may be added, but none is renamed or removed.

mod account;
mod archive;
mod clock;
mod event;
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
mod webhooks;

pub use account::{
    AccountView, BotList, BotView, CreatedToken, LogIn, NewAccount, NewBot, NewBotToken, NewEmail,
    NewPassword, NewToken, PasswordProof, Recovery, RecoveryCodes, RecoveryMail, Secret, SessionList,
    SessionView, SignedIn, TokenList, TokenView,
};
pub use archive::{
    ArchivePage, ArchiveQuery, ArchivedGameView, ArchivedSeatView, DumpList, DumpView, ExplorerCount,
    ExplorerMove, ExplorerQuery, ExplorerView, GameTallyView, OpeningView, ProfileView,
};
pub use clock::ClockRequest;
pub use event::{EventMeta, EventView, GameOrigin, MatchGame, PlayerKind, RatingAtStart};
pub use game::{
    AbortView, ActionDone, ChallengeView, ClocksView, GameChat, GameImport, GameView, Help, JoinRequest,
    NewAction, NewGame, OfferView, SeatRequest, SeatView, UserView,
};
pub use list::{GameList, GameOverview, GameSummary, SeatOverview};
pub use lobby::{Guest, NewGuest, NewName, NewSeek, RatingRange, SeekView, VacationRequest, VacationView};
pub use moderation::{
    AuditPage, AuditView, BlockList, BlockView, ModeratedUser, ModerationAct, NewReport, ReportDetail,
    ReportList, ReportView, SanctionView,
};
pub use passkey::{
    ClaimedGames, GuestClaim, NewPasskey, NewPasskeyAccount, PasskeyAnswer, PasskeyChallenge, PasskeyLabel,
    PasskeyList, PasskeyOrigin, PasskeyPurpose, PasskeyRequest, PasskeyView, PreviousGuest,
};
pub use problem::{Problem, RateLimit};
pub use push::{PushKey, PushKeys, PushSubscription, PushUnsubscription};
pub use puzzles::{
    AttemptDone, NewAttempt, PuzzleHistory, PuzzleList, PuzzleMove, PuzzlePoint, PuzzleStatus, PuzzleSummary,
    PuzzleView, RatingStep, SolverBoard, SolverBoards, SolverLeader, SolverRating, TriedPuzzle, TriedPuzzles,
    UserPuzzles,
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
pub use webhooks::{
    CreatedWebhook, DeliveryView, NewWebhook, WebhookList, WebhookMessage, WebhookOff, WebhookView,
};

/// The version of the socket protocol.
pub const PROTOCOL: u32 = 1;
