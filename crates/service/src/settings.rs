//! The site's settings: registration, guests, chat, and invite codes. Settings in the server's configuration
//! are fixed; admins change the others, which are in the database.

use super::{
    Environment, Identity, Session,
    active::time,
    error::{ChatError, SiteError, Unavailable, not_kept, not_read},
    moderation::Roles,
};
use ludoteca_protocol::{
    ChatPolicy, InviteCodeList, InviteCodeView, NewInviteCode, Registration, Room, SettingsChange,
    SettingsView, SiteSettings, SiteView,
};
use ludoteca_store::{Change, Decision, InviteCode, Store};
use std::sync::Arc;

/// Where the store keeps the settings.
const SETTINGS: &str = "site settings";
/// Letters in an invite code: 60 bits, so that none can be guessed.
const CODE: usize = 12;
pub(crate) const MAX_LABEL_LENGTH: usize = 100;
pub(crate) const MAX_USES: u32 = 1000;
/// The most codes at a time.
pub(crate) const MAX_CODES: usize = 1000;

/// The site's settings and invite codes.
#[derive(Clone, Debug)]
pub struct Settings {
    store: Arc<dyn Store>,
    environment: Environment,
    roles: Roles,
}

impl Settings {
    pub(crate) fn new(store: Arc<dyn Store>, environment: Environment, roles: Roles) -> Settings {
        Settings { store, environment, roles }
    }

    /// The settings in force.
    pub async fn current(&self) -> Result<SiteSettings, Unavailable> {
        let stored = self.store.fact(SETTINGS).await.map_err(not_read)?;
        // A later version may have added fields; a missing one has its default.
        let stored: SiteSettings =
            stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Ok(self.environment.settings().on(stored))
    }

    /// What the page needs to know about this server.
    pub async fn site_view(&self) -> Result<SiteView, Unavailable> {
        let settings = self.current().await?;
        Ok(SiteView { version: env!("CARGO_PKG_VERSION").to_owned(), settings })
    }

    async fn settings_view(&self) -> Result<SettingsView, Unavailable> {
        let fixed = self.environment.settings().names().into_iter().map(str::to_owned).collect();
        Ok(SettingsView { settings: self.current().await?, fixed })
    }

    /// The settings, for an admin.
    pub async fn admin_settings(&self, session: &Session) -> Result<SettingsView, SiteError> {
        self.roles.only_admins(session).await?;
        Ok(self.settings_view().await?)
    }

    /// Changes settings, for an admin.
    pub async fn change_settings(
        &self,
        session: &Session,
        change: &SettingsChange,
    ) -> Result<SettingsView, SiteError> {
        self.roles.only_admins(session).await?;
        let fixed = self.environment.settings().names();
        if let Some(name) = change.names().into_iter().find(|name| fixed.contains(name)) {
            return Err(SiteError::Fixed(name));
        }
        let before = self.current().await?;
        let after = change.on(before);
        if after != before {
            let text = serde_json::to_string(&after).unwrap_or_default();
            self.store.set_fact(SETTINGS, &text).await.map_err(not_kept)?;
            let said = serde_json::to_string(change).unwrap_or_default();
            self.note_admin(&session.who, "settings", said).await?;
        }
        Ok(self.settings_view().await?)
    }

    /// Adds an entry to the audit log that concerns no other person.
    async fn note_admin(&self, who: &Identity, action: &str, detail: String) -> Result<(), Unavailable> {
        let decision = Decision {
            at: time(self.environment.now()),
            by: who.id.clone(),
            action: action.to_owned(),
            person: who.id.clone(),
            detail,
            change: Change::Nothing,
        };
        self.store.decide(&decision).await.map_err(not_kept).map(|_| ())
    }

    /// All invite codes, for an admin.
    pub async fn invite_codes(&self, session: &Session) -> Result<InviteCodeList, SiteError> {
        self.roles.only_admins(session).await?;
        let found = self.store.invite_codes().await.map_err(not_read)?;
        let mut codes = Vec::with_capacity(found.len());
        for code in found {
            codes.push(self.invite_code_view(code).await?);
        }
        Ok(InviteCodeList { codes })
    }

    async fn invite_code_view(&self, code: InviteCode) -> Result<InviteCodeView, Unavailable> {
        let person = self.store.person(&code.person).await.map_err(not_read)?;
        Ok(InviteCodeView {
            code: code.code,
            label: code.label,
            uses: code.uses,
            used: code.used,
            until: code.until.map(i64::unsigned_abs),
            created: code.created.unsigned_abs(),
            by: person.filter(|person| !person.guest).map(|person| Identity::from(person).view()),
        })
    }

    /// Creates an invite code, for an admin.
    pub async fn create_invite_code(
        &self,
        session: &Session,
        new: &NewInviteCode,
    ) -> Result<InviteCodeView, SiteError> {
        self.roles.only_admins(session).await?;
        let view = self.add_invite_code(&session.who.id, new).await?;
        self.note_admin(&session.who, "invite-code", format!("{} uses: {}", view.uses, view.label)).await?;
        Ok(view)
    }

    pub(crate) async fn add_invite_code(
        &self,
        by: &str,
        new: &NewInviteCode,
    ) -> Result<InviteCodeView, SiteError> {
        let (label, uses, now) = (new.label.trim(), new.uses.unwrap_or(1), self.environment.now());
        if label.chars().count() > MAX_LABEL_LENGTH || label.chars().any(char::is_control) {
            return Err(SiteError::BadLabel);
        }
        if !(1..=MAX_USES).contains(&uses) {
            return Err(SiteError::BadUses(uses));
        }
        if new.until.is_some_and(|until| until <= now) {
            return Err(SiteError::BadExpiry);
        }
        let codes = self.store.invite_codes().await.map_err(not_read)?;
        if codes.len() >= MAX_CODES {
            return Err(SiteError::TooManyCodes);
        }
        let code = InviteCode {
            code: self.environment.name(CODE),
            label: label.to_owned(),
            uses,
            used: 0,
            until: new.until.map(time),
            created: time(now),
            person: by.to_owned(),
        };
        self.store.add_invite_code(&code).await.map_err(not_kept)?;
        Ok(self.invite_code_view(code).await?)
    }

    /// Revokes an invite code, for an admin. Accounts created with it stay.
    pub async fn revoke_invite_code(&self, session: &Session, code: &str) -> Result<(), SiteError> {
        self.roles.only_admins(session).await?;
        match self.store.remove_invite_code(code).await.map_err(not_kept)? {
            true => Ok(self.note_admin(&session.who, "revoke-code", String::new()).await?),
            false => Err(SiteError::UnknownCode),
        }
    }

    /// Rejects a registration that the settings do not permit, before any work is done for it.
    pub(crate) async fn may_register(&self, code: Option<&str>) -> Result<(), SiteError> {
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        match (self.current().await?.registration, code) {
            (Registration::Open, _) | (Registration::Invite, Some(_)) => Ok(()),
            (Registration::Invite, None) => Err(SiteError::InviteCodeNeeded),
            (Registration::Closed, _) => Err(SiteError::RegistrationClosed),
        }
    }

    /// Counts a use of an invite code, if registration needs one; returns the code, to be given back if the
    /// registration fails.
    pub(crate) async fn use_invite_code(&self, code: Option<&str>) -> Result<Option<String>, SiteError> {
        self.may_register(code).await?;
        if self.current().await?.registration != Registration::Invite {
            return Ok(None);
        }
        let code = code.unwrap_or_default().trim();
        let used = self.store.use_invite_code(code, time(self.environment.now())).await;
        match used.map_err(not_kept)? {
            true => Ok(Some(code.to_owned())),
            false => Err(SiteError::BadInviteCode),
        }
    }

    pub(crate) async fn return_invite_code(&self, code: Option<&str>) {
        if let Some(code) = code
            && let Err(error) = self.store.return_invite_code(code).await
        {
            tracing::error!("a use of an invite code cannot be returned: {error}");
        }
    }

    /// Rejects new guests if the site does not permit them.
    pub(crate) async fn may_be_guest(&self) -> Result<(), SiteError> {
        match self.current().await?.guests {
            true => Ok(()),
            false => Err(SiteError::GuestsOff),
        }
    }

    /// Rejects chat that the site does not permit.
    pub(crate) async fn may_chat(&self, room: Room) -> Result<(), ChatError> {
        match (self.current().await?.chat, room) {
            (ChatPolicy::Off, _) => Err(ChatError::Off),
            (ChatPolicy::Players, Room::Spectators) => Err(ChatError::PlayersOnly),
            _ => Ok(()),
        }
    }
}
