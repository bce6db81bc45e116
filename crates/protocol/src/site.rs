//! The site's policies, settings and invite codes.

use crate::UserView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who may create an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Registration {
    /// Anyone can create an account.
    #[default]
    Open,
    /// Anyone with an invite code.
    Invite,
    /// No accounts can be created.
    Closed,
}

/// Who may write in chats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChatPolicy {
    /// Players among themselves, and spectators among themselves.
    #[default]
    Open,
    /// Only players may write.
    Players,
    /// Chat is switched off.
    Off,
}

/// Who can read the players' chat when their game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Readers {
    /// Only the players themselves.
    #[default]
    Players,
    /// Everyone who may see the game.
    Public,
}

/// What the page needs to know about this server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"version": "0.1.0", "registration": "open", "guests": true, "chat": "open",
    "chat_after_game": "players"}))]
pub struct SiteView {
    /// The version of the server.
    pub version: String,
    #[serde(flatten)]
    pub settings: SiteSettings,
}

/// The settings of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({"registration": "invite", "guests": false, "chat": "players", "chat_after_game": "players"}))]
pub struct SiteSettings {
    /// Who may create an account.
    #[schema(required)]
    pub registration: Registration,
    /// Whether visitors may play as guests, without an account.
    #[schema(required)]
    pub guests: bool,
    /// Who may write in chats.
    #[schema(required)]
    pub chat: ChatPolicy,
    /// Who can read the players' chat when their game is over.
    #[schema(required)]
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

/// A change of some settings; missing ones stay as they are.
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
    /// Who may write in chats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatPolicy>,
    /// Who can read the players' chat when their game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat_after_game: Option<Readers>,
}

impl SettingsChange {
    /// Applies this change to the settings.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"registration": "invite", "guests": false, "chat": "players",
    "chat_after_game": "players", "fixed": ["registration"]}))]
pub struct SettingsView {
    /// The settings in force.
    #[serde(flatten)]
    pub settings: SiteSettings,
    /// The settings that the server's configuration fixes and that cannot be changed here.
    pub fixed: Vec<String>,
}

/// A new invite code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"label": "Class 5b", "uses": 30, "until": 1789600000000_u64}))]
pub struct NewInviteCode {
    /// A description for admins: at most 100 characters.
    #[serde(default)]
    pub label: String,
    /// How many accounts can be created with it: 1 to 1000, by default 1.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub uses: Option<u32>,
    /// When it expires, in milliseconds since 1970; `null`: never.
    #[serde(default)]
    pub until: Option<u64>,
}

/// A code for creating accounts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"code": "k2vq8mzt4wpc", "label": "Class 5b", "uses": 30, "used": 12,
    "until": 1789600000000_u64, "created": 1789000000000_u64, "by": {"id": "m4tq8wzk2pnc", "name": "Ada"}}))]
pub struct InviteCodeView {
    pub code: String,
    /// A description for admins.
    pub label: String,
    /// How many accounts can be created with it.
    pub uses: u32,
    /// How many accounts have been created with it.
    pub used: u32,
    /// When it expires, in milliseconds since 1970; `null`: never.
    #[schema(required)]
    pub until: Option<u64>,
    /// Time of creation, in milliseconds since 1970.
    pub created: u64,
    /// The admin who created it; `null`: a deleted account.
    #[schema(required)]
    pub by: Option<UserView>,
}

/// All invite codes, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"codes": []}))]
pub struct InviteCodeList {
    /// The codes that were not revoked, including used-up ones.
    pub codes: Vec<InviteCodeView>,
}
