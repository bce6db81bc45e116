//! Reports, blocks, and what moderators do.

use crate::{FromServer, GameSummary, UserView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that moderators should know.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"user": "Bob", "reason": "insults", "text": "insults everybody in the chat"}))]
pub struct NewReport {
    /// About whom: their id, or the name of their account.
    pub user: String,
    /// In which game.
    #[serde(default)]
    pub game: Option<String>,
    /// What it is about: `cheating` (help by a program or another person), `stalling` (lets the clock run,
    /// leaves), `insults`, `spam`, `name` (what they are called), or `other`, which it is when missing.
    #[serde(default)]
    pub reason: Option<String>,
    /// What has happened, in at most 500 characters; only `other` needs it.
    #[serde(default)]
    pub text: String,
}

/// What somebody has reported.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4p", "at": 1789000000000_u64, "by": {"id": "m4tq8wzk2pnc", "name": "Ada"},
    "about": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "game": "x4tq8wzk2pnc", "reason": "insults",
    "text": "insults everybody in the chat"}))]
pub struct ReportView {
    /// Its name.
    pub id: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who has reported it.
    pub by: UserView,
    /// About whom.
    pub about: UserView,
    /// In which game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What it is about: `cheating`, `stalling`, `insults`, `spam`, `name` or `other`.
    #[serde(default)]
    pub reason: String,
    /// What has happened; may be empty, also because whoever wrote it was deleted.
    pub text: String,
    /// Which moderator works on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<UserView>,
    /// Since when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_at: Option<u64>,
    /// Who has looked at it; missing: nobody, or whoever runs the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_by: Option<UserView>,
    /// When; missing: it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_at: Option<u64>,
}

/// Reports, the last first.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"reports": []}))]
pub struct ReportList {
    /// At most 200, or as many as were asked for.
    pub reports: Vec<ReportView>,
    /// Ask with `?before=` this for earlier ones; missing: there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// A report with what moderators need to judge it.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"report": {"id": "k2vq8mzt4p", "at": 1789000000000_u64,
    "by": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "about": {"id": "p7cw3nkd9rxe", "name": "Bob"},
    "reason": "insults", "text": ""}, "game": null, "messages": []}))]
pub struct ReportDetail {
    /// The report.
    pub report: ReportView,
    /// The game it is about; `null`: none.
    pub game: Option<GameSummary>,
    /// Where that game is, also when it is not listed; missing without a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What was said beside that game, by players and spectators, the oldest first.
    pub messages: Vec<FromServer>,
}

/// What a moderator does to somebody.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"do": "mute", "until_days": 3, "why": "insults in the chat"}))]
pub struct ModerationAct {
    /// `mute`, `unmute`, `ban`, `unban`, `close`, `reopen`, `rename`, or (only admins) `role`.
    #[serde(rename = "do")]
    pub what: String,
    /// For `mute` and `ban`: how many days, 1 to 3650; missing: for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_days: Option<u16>,
    /// For `rename`: the new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// For `role`: `moderator`, `admin` or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Why, for other moderators: 1 to 500 characters.
    pub why: String,
}

/// What somebody may not do at present.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"kind": "mute", "until": 1789259200000_u64, "at": 1789000000000_u64}))]
pub struct SanctionView {
    /// `mute` (speak), `ban` or `close` (log in).
    pub kind: String,
    /// Until when; missing: for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// Since when.
    pub at: u64,
}

/// Somebody as moderators see them.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "guest": false,
    "since": 1780000000000_u64, "sanctions": [{"kind": "mute", "until": 1789259200000_u64, "at": 1789000000000_u64}]}))]
pub struct ModeratedUser {
    /// Who.
    pub user: UserView,
    /// They have no account.
    #[serde(default)]
    pub guest: bool,
    /// Since when they are known, in milliseconds since 1970.
    #[serde(default)]
    pub since: u64,
    /// `moderator` or `admin`; missing: neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// What they may not do at present.
    pub sanctions: Vec<SanctionView>,
}

/// What a moderator has done.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 7, "at": 1789000000000_u64, "by": {"id": "m4tq8wzk2pnc", "name": "Ada"},
    "action": "mute", "user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "detail": "for 3 days: insults in the chat"}))]
pub struct AuditView {
    /// Numbers grow by one.
    pub number: u64,
    /// When.
    pub at: u64,
    /// Who; `null`: whoever runs the server, in its shell.
    pub by: Option<UserView>,
    /// What: as in the request, or `report-take`, `report-release`, `report-done`.
    pub action: String,
    /// To whom.
    pub user: UserView,
    /// The rest, and why.
    pub detail: String,
}

/// What moderators have done, the last first.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"lines": [{"number": 7, "at": 1789000000000_u64, "by": null, "action": "role",
    "user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "detail": "moderator: helps from now on"}], "before": 7}))]
pub struct AuditPage {
    /// At most 100.
    pub lines: Vec<AuditView>,
    /// Ask with `?before=` this for earlier ones; missing: there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// Somebody you want nothing to do with.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "at": 1789000000000_u64}))]
pub struct BlockView {
    /// Who.
    pub user: UserView,
    /// Since when.
    pub at: u64,
}

/// Everybody you block, the oldest first.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"blocks": [{"user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "at": 1789000000000_u64}]}))]
pub struct BlockList {
    /// Nobody else sees them.
    pub blocks: Vec<BlockView>,
}
