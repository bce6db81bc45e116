//! The site's settings: registration, guests, chat, and invite codes. Settings in the server's configuration
//! are fixed; admins change the others, which are in the database.

use super::{
    Hub, Identity, Session,
    active::time,
    errors::{not_kept, not_read},
    problem,
};
use ludoteca_protocol::{
    ChatPolicy, InviteCodeList, InviteCodeView, NewInviteCode, Problem, Registration, Room, SettingsChange,
    SettingsView, SiteSettings, SiteView,
};
use ludoteca_store::{Change, Decision, InviteCode};

/// Where the store keeps the settings.
const SETTINGS: &str = "site settings";
/// Letters in an invite code: 60 bits, so that none can be guessed.
const CODE: usize = 12;
const MAX_LABEL_LENGTH: usize = 100;
const MAX_USES: u32 = 1000;
/// The most codes at a time.
const MAX_CODES: usize = 1000;

impl Hub {
    /// The settings in force.
    pub(crate) async fn settings(&self) -> Result<SiteSettings, Problem> {
        let stored = self.0.store.fact(SETTINGS).await.map_err(|error| not_read(&error))?;
        // A later version may have added fields; a missing one has its default.
        let stored: SiteSettings =
            stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Ok(self.0.environment.settings().on(stored))
    }

    /// What the page needs to know about this server.
    pub(crate) async fn site_view(&self) -> Result<SiteView, Problem> {
        let settings = self.settings().await?;
        Ok(SiteView { version: env!("CARGO_PKG_VERSION").to_owned(), settings })
    }

    async fn settings_view(&self) -> Result<SettingsView, Problem> {
        let fixed = self.0.environment.settings().names().into_iter().map(str::to_owned).collect();
        Ok(SettingsView { settings: self.settings().await?, fixed })
    }

    /// The settings, for an admin.
    pub(crate) async fn admin_settings(&self, session: &Session) -> Result<SettingsView, Problem> {
        self.only_admins(session).await?;
        self.settings_view().await
    }

    /// Changes settings, for an admin.
    pub(crate) async fn change_settings(
        &self,
        session: &Session,
        change: &SettingsChange,
    ) -> Result<SettingsView, Problem> {
        self.only_admins(session).await?;
        let fixed = self.0.environment.settings().names();
        if let Some(name) = change.names().into_iter().find(|name| fixed.contains(name)) {
            let detail = format!("{name:?} is set by the server's configuration and cannot be changed here");
            return Err(Problem { args: vec![name.to_owned()], ..problem(422, "fixed-setting", detail) });
        }
        let before = self.settings().await?;
        let after = change.on(before);
        if after != before {
            let text = serde_json::to_string(&after).unwrap_or_default();
            self.0.store.set_fact(SETTINGS, &text).await.map_err(|error| not_kept(&error))?;
            let said = serde_json::to_string(change).unwrap_or_default();
            self.note_admin(&session.who, "settings", said).await?;
        }
        self.settings_view().await
    }

    /// Adds an entry to the audit log that concerns no other person.
    async fn note_admin(&self, who: &Identity, action: &str, detail: String) -> Result<(), Problem> {
        let decision = Decision {
            at: time(self.now()),
            by: who.id.clone(),
            action: action.to_owned(),
            person: who.id.clone(),
            detail,
            change: Change::Nothing,
        };
        self.0.store.decide(&decision).await.map_err(|error| not_kept(&error)).map(|_| ())
    }

    /// All invite codes, for an admin.
    pub(crate) async fn invite_codes(&self, session: &Session) -> Result<InviteCodeList, Problem> {
        self.only_admins(session).await?;
        let found = self.0.store.invite_codes().await.map_err(|error| not_read(&error))?;
        let mut codes = Vec::with_capacity(found.len());
        for code in found {
            codes.push(self.invite_code_view(code).await?);
        }
        Ok(InviteCodeList { codes })
    }

    async fn invite_code_view(&self, code: InviteCode) -> Result<InviteCodeView, Problem> {
        let person = self.0.store.person(&code.person).await.map_err(|error| not_read(&error))?;
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
    pub(crate) async fn make_invite_code(
        &self,
        session: &Session,
        new: &NewInviteCode,
    ) -> Result<InviteCodeView, Problem> {
        self.only_admins(session).await?;
        let view = self.add_invite_code(&session.who.id, new).await?;
        self.note_admin(&session.who, "invite-code", format!("{} uses: {}", view.uses, view.label)).await?;
        Ok(view)
    }

    pub(super) async fn add_invite_code(
        &self,
        by: &str,
        new: &NewInviteCode,
    ) -> Result<InviteCodeView, Problem> {
        let (label, uses, now) = (new.label.trim(), new.uses.unwrap_or(1), self.now());
        if label.chars().count() > MAX_LABEL_LENGTH || label.chars().any(char::is_control) {
            let detail = format!("a label must be one line of at most {MAX_LABEL_LENGTH} characters");
            return Err(problem(422, "bad-label", detail));
        }
        if !(1..=MAX_USES).contains(&uses) {
            let detail = format!("an invite code must have 1 to {MAX_USES} uses, not {uses}");
            return Err(problem(422, "bad-uses", detail));
        }
        if new.until.is_some_and(|until| until <= now) {
            return Err(problem(422, "bad-until", "an invite code must expire in the future"));
        }
        let codes = self.0.store.invite_codes().await.map_err(|error| not_read(&error))?;
        if codes.len() >= MAX_CODES {
            let detail = format!("there are {MAX_CODES} invite codes already: revoke some first");
            return Err(problem(422, "too-many-codes", detail));
        }
        let code = InviteCode {
            code: self.0.environment.name(CODE),
            label: label.to_owned(),
            uses,
            used: 0,
            until: new.until.map(time),
            created: time(now),
            person: by.to_owned(),
        };
        self.0.store.add_invite_code(&code).await.map_err(|error| not_kept(&error))?;
        self.invite_code_view(code).await
    }

    /// Revokes an invite code, for an admin. Accounts created with it stay.
    pub(crate) async fn revoke_invite_code(&self, session: &Session, code: &str) -> Result<(), Problem> {
        self.only_admins(session).await?;
        match self.0.store.remove_invite_code(code).await.map_err(|error| not_kept(&error))? {
            true => self.note_admin(&session.who, "revoke-code", String::new()).await,
            false => Err(problem(404, "no-such-code", "there is no such invite code")),
        }
    }

    /// Rejects a registration that the settings do not permit, before any work is done for it.
    pub(super) async fn may_register(&self, code: Option<&str>) -> Result<(), Problem> {
        let code = code.map(str::trim).filter(|code| !code.is_empty());
        match (self.settings().await?.registration, code) {
            (Registration::Open, _) | (Registration::Invite, Some(_)) => Ok(()),
            (Registration::Invite, None) => {
                let detail = "creating an account on this server requires an invite code";
                Err(problem(403, "invite-code-needed", detail))
            }
            (Registration::Closed, _) => {
                Err(problem(403, "registration-closed", "no accounts can be created on this server"))
            }
        }
    }

    /// Counts a use of an invite code, if registration needs one; returns the code, to be given back if the
    /// registration fails.
    pub(super) async fn use_invite_code(&self, code: Option<&str>) -> Result<Option<String>, Problem> {
        self.may_register(code).await?;
        if self.settings().await?.registration != Registration::Invite {
            return Ok(None);
        }
        let code = code.unwrap_or_default().trim();
        let used = self.0.store.use_invite_code(code, time(self.now())).await;
        match used.map_err(|error| not_kept(&error))? {
            true => Ok(Some(code.to_owned())),
            false => {
                let detail = "this invite code is unknown, used up or expired: ask for another one";
                Err(problem(403, "bad-invite-code", detail))
            }
        }
    }

    pub(super) async fn return_invite_code(&self, code: Option<&str>) {
        if let Some(code) = code
            && let Err(error) = self.0.store.return_invite_code(code).await
        {
            tracing::error!("a use of an invite code cannot be returned: {error}");
        }
    }

    /// Rejects new guests if the site does not permit them.
    pub(super) async fn may_be_guest(&self) -> Result<(), Problem> {
        match self.settings().await?.guests {
            true => Ok(()),
            false => Err(problem(
                403,
                "guests-off",
                "this server does not allow guests: log in, or create an account",
            )),
        }
    }

    /// Rejects chat that the site does not permit.
    pub(super) async fn may_chat(&self, room: Room) -> Result<(), Problem> {
        match (self.settings().await?.chat, room) {
            (ChatPolicy::Off, _) => Err(problem(403, "chat-off", "chat is off on this server")),
            (ChatPolicy::Players, Room::Spectators) => {
                Err(problem(403, "chat-players-only", "only players can chat on this server"))
            }
            _ => Ok(()),
        }
    }
}
