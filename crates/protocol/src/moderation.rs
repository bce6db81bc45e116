//! Reports, blocks and moderation.

use crate::{FromServer, GameSummary, UserView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A report to the moderators.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"user": "Bob", "reason": "insults", "text": "insults other players in the chat"}))]
pub struct NewReport {
    /// The reported user: their id or account name.
    pub user: String,
    /// The game it is about.
    #[serde(default)]
    pub game: Option<String>,
    /// The category: `cheating` (help by a program or another person), `stalling` (lets the clock run,
    /// leaves), `insults`, `spam`, `name` (the displayed name), or by default `other`.
    #[serde(default)]
    pub reason: Option<String>,
    /// A description of at most 500 characters; required only for `other`.
    #[serde(default)]
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"id": "k2vq8mzt4p", "at": 1789000000000_u64, "by": {"id": "m4tq8wzk2pnc", "name": "Ada"},
    "about": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "game": "x4tq8wzk2pnc", "reason": "insults",
    "text": "insults other players in the chat"}))]
pub struct ReportView {
    pub id: String,
    /// Time of the report, in milliseconds since 1970.
    pub at: u64,
    /// The user who sent the report.
    pub by: UserView,
    pub about: UserView,
    /// The game it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The category: `cheating`, `stalling`, `insults`, `spam`, `name` or `other`.
    #[serde(default)]
    #[schema(required)]
    pub reason: String,
    /// The description; may be empty, also because its author was deleted.
    pub text: String,
    /// The moderator who has claimed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<UserView>,
    /// When it was claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_at: Option<u64>,
    /// The moderator who has resolved it; missing: unresolved, or resolved by the server's operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_by: Option<UserView>,
    /// When it was resolved; missing: it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_at: Option<u64>,
}

/// A list of reports, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"reports": []}))]
pub struct ReportList {
    /// At most 200, or as many as requested.
    pub reports: Vec<ReportView>,
    /// The value of `before` for the next page; missing: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// A report with the context needed to judge it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"report": {"id": "k2vq8mzt4p", "at": 1789000000000_u64,
    "by": {"id": "m4tq8wzk2pnc", "name": "Ada"}, "about": {"id": "p7cw3nkd9rxe", "name": "Bob"},
    "reason": "insults", "text": ""}, "game": null, "messages": []}))]
pub struct ReportDetail {
    pub report: ReportView,
    /// The game it is about; `null`: none.
    #[schema(required)]
    pub game: Option<GameSummary>,
    /// A link to the game, also if it is unlisted; missing without a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The game's chat, by players and spectators, oldest first.
    pub messages: Vec<FromServer>,
}

/// A moderator's action on a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"do": "mute", "until_days": 3, "why": "insults in the chat"}))]
pub struct ModerationAct {
    /// `mute`, `unmute`, `ban`, `unban`, `close`, `reopen`, `rename`, or (admins only) `role`.
    #[serde(rename = "do")]
    pub what: String,
    /// For `mute` and `ban`: the number of days, 1 to 3650; missing: permanently.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_days: Option<u16>,
    /// For `rename`: the new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// For `role`: `moderator`, `admin` or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The reason, for other moderators: 1 to 500 characters.
    pub why: String,
}

/// A sanction in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"kind": "mute", "until": 1789259200000_u64, "at": 1789000000000_u64}))]
pub struct SanctionView {
    /// `mute` (cannot chat), `ban` or `close` (cannot log in).
    pub kind: String,
    /// Its end; missing: permanent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// The start of the sanction.
    pub at: u64,
}

/// A user as moderators see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "guest": false,
    "since": 1780000000000_u64, "sanctions": [{"kind": "mute", "until": 1789259200000_u64, "at": 1789000000000_u64}]}))]
pub struct ModeratedUser {
    pub user: UserView,
    /// They have no account.
    #[serde(default)]
    #[schema(required)]
    pub guest: bool,
    /// When they first came, in milliseconds since 1970.
    #[serde(default)]
    #[schema(required)]
    pub since: u64,
    /// `moderator` or `admin`; missing: neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The sanctions in force.
    pub sanctions: Vec<SanctionView>,
}

/// An entry of the moderation log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"number": 7, "at": 1789000000000_u64, "by": {"id": "m4tq8wzk2pnc", "name": "Ada"},
    "action": "mute", "user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "detail": "for 3 days: insults in the chat"}))]
pub struct AuditView {
    /// The entry's number; numbers are consecutive.
    pub number: u64,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The moderator; `null`: the server's operator, on the command line.
    #[schema(required)]
    pub by: Option<UserView>,
    /// The action: as in the request, or `report-take`, `report-release`, `report-done`.
    pub action: String,
    /// The user it was applied to.
    pub user: UserView,
    /// Further details, and the reason.
    pub detail: String,
}

/// The moderation log, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"lines": [{"number": 7, "at": 1789000000000_u64, "by": null, "action": "role",
    "user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "detail": "moderator: helps from now on"}], "before": 7}))]
pub struct AuditPage {
    /// At most 100 entries, newest first.
    pub lines: Vec<AuditView>,
    /// The value of `before` for the next page; missing: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// A user that you block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "at": 1789000000000_u64}))]
pub struct BlockView {
    pub user: UserView,
    /// When you blocked them, in milliseconds since 1970.
    pub at: u64,
}

/// The users that you block, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"blocks": [{"user": {"id": "p7cw3nkd9rxe", "name": "Bob"}, "at": 1789000000000_u64}]}))]
pub struct BlockList {
    /// Visible only to you.
    pub blocks: Vec<BlockView>,
}

/// A moderator's filter for reports.
#[derive(Deserialize, Debug, IntoParams)]
pub struct ReportQuery {
    /// Only unresolved reports, claimed or not.
    #[serde(default)]
    pub open: bool,
    /// `open`, `taken` or `closed`.
    pub state: Option<String>,
    /// Only reports about this user, by id or name.
    pub user: Option<String>,
    /// Only reports after this one in the list.
    pub before: Option<String>,
    /// The maximum number of items, at most 200.
    pub limit: Option<u32>,
}
