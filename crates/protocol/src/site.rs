//! The site: who may come, what may be written, and invite codes.

use crate::UserView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who may create an account.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Registration {
    /// Anyone.
    #[default]
    Open,
    /// Anyone with an invite code.
    Invite,
    /// No one.
    Closed,
}

/// Who may write beside games.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChatPolicy {
    /// Players among themselves, and spectators among themselves.
    #[default]
    Open,
    /// Only players.
    Players,
    /// No one.
    Off,
}

/// Who reads what players wrote to each other when their game is over.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Readers {
    /// Only they themselves.
    #[default]
    Players,
    /// Everyone who may see the game.
    Public,
}

/// What the page needs to know about this server.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"version": "0.1.0", "registration": "open", "guests": true, "chat": "open",
    "chat_after_game": "players"}))]
pub struct SiteView {
    /// The version of the program.
    pub version: String,
    /// What the admins have chosen.
    #[serde(flatten)]
    pub settings: SiteSettings,
}

/// What the admins of a server choose.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({"registration": "invite", "guests": false, "chat": "players", "chat_after_game": "players"}))]
pub struct SiteSettings {
    /// Who may create an account.
    pub registration: Registration,
    /// Whether visitors may play as guests, without an account.
    pub guests: bool,
    /// Who may write beside games.
    pub chat: ChatPolicy,
    /// Who reads what players wrote to each other when their game is over.
    pub chat_after_game: Readers,
}

impl Default for SiteSettings {
    fn default() -> SiteSettings {
        SiteSettings {
            registration: Registration::default(),
            guests: true,
            chat: ChatPolicy::default(),
            chat_after_game: Readers::default(),
        }
    }
}

/// Some of the settings; a missing one stays as it is.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"registration": "invite"}))]
pub struct SettingsChange {
    /// Who may create an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration: Option<Registration>,
    /// Whether visitors may play as guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guests: Option<bool>,
    /// Who may write beside games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatPolicy>,
    /// Who reads what players wrote to each other when their game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat_after_game: Option<Readers>,
}

impl SettingsChange {
    /// The settings with this change.
    #[must_use]
    pub fn on(&self, settings: SiteSettings) -> SiteSettings {
        SiteSettings {
            registration: self.registration.unwrap_or(settings.registration),
            guests: self.guests.unwrap_or(settings.guests),
            chat: self.chat.unwrap_or(settings.chat),
            chat_after_game: self.chat_after_game.unwrap_or(settings.chat_after_game),
        }
    }

    /// The names of the settings it changes.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let SettingsChange { registration, guests, chat, chat_after_game } = self;
        [
            ("registration", registration.is_some()),
            ("guests", guests.is_some()),
            ("chat", chat.is_some()),
            ("chat_after_game", chat_after_game.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
        .collect()
    }
}

/// The settings as admins see them.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"registration": "invite", "guests": false, "chat": "players",
    "chat_after_game": "players", "fixed": ["registration"]}))]
pub struct SettingsView {
    /// What holds now.
    #[serde(flatten)]
    pub settings: SiteSettings,
    /// The settings that the server's configuration fixes: they cannot be changed here.
    pub fixed: Vec<String>,
}

/// An invite code to be made.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "Class 5b", "uses": 30, "until": 1789600000000_u64}))]
pub struct NewInviteCode {
    /// What it is for, for admins: at most 100 characters.
    #[serde(default)]
    pub label: String,
    /// How many accounts can be created with it: 1 to 1000; 1 when it is missing.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub uses: Option<u32>,
    /// Until when it can be used, in milliseconds since 1970; `null`: without an end.
    #[serde(default)]
    pub until: Option<u64>,
}

/// A code with which accounts can be created.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"code": "k2vq8mzt4wpc", "label": "Class 5b", "uses": 30, "used": 12,
    "until": 1789600000000_u64, "created": 1789000000000_u64, "by": {"id": "m4tq8wzk2pnc", "name": "Ada"}}))]
pub struct InviteCodeView {
    /// The code.
    pub code: String,
    /// What it is for.
    pub label: String,
    /// How many accounts can be created with it.
    pub uses: u32,
    /// How many were.
    pub used: u32,
    /// Until when it can be used, in milliseconds since 1970; `null`: without an end.
    pub until: Option<u64>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Who made it; `null`: a deleted account.
    pub by: Option<UserView>,
}

/// All invite codes, the newest first.
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"codes": []}))]
pub struct InviteCodeList {
    /// The codes that were not revoked, also those that are used up.
    pub codes: Vec<InviteCodeView>,
}
