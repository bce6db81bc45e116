//! Moderation: sanctions, roles and the audit log.

pub(crate) mod blocks;
mod operator;
pub(crate) mod reports;
mod roles;
mod sanctions;

pub use blocks::Blocks;
pub use reports::{ReportFound, ReportedGame};
pub(crate) use roles::Roles;
pub(crate) use sanctions::Sanctions;

use super::{
    Accounts, Environment, Games, Identity, Lobby, People, Session, Settings,
    active::time,
    connections::Connections,
    error::{ModerationError, Unavailable, not_kept, not_read},
};
use ludoteca_protocol::{AuditPage, AuditView, ModeratedUser, ModerationAct, SanctionView};
use ludoteca_store::{AuditLine, Change, Decision, Person, Sanction, SanctionKind, Store, Time};
use std::sync::Arc;

const DAY: Time = 24 * 60 * 60 * 1000;
pub(crate) const MAX_DAYS: u16 = 3650;
/// The longest text of a report, and of the reason for an action.
pub(crate) const MAX_TEXT_LENGTH: usize = 500;
/// The most entries of the audit log in one answer.
const PAGE: u32 = 100;
/// The operator's name in the audit log.
const SHELL: &str = "shell";
pub(crate) const ACTS: &str = "mute, unmute, ban, unban, close, reopen, rename and role";

/// Reports, and what moderators and the operator do about them. Every action is committed with its entry in
/// the audit log.
#[derive(Clone, Debug)]
pub struct Moderation {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) environment: Environment,
    pub(crate) people: People,
    pub(crate) accounts: Accounts,
    pub(crate) roles: Roles,
    pub(crate) sanctions: Sanctions,
    pub(crate) settings: Settings,
    pub(crate) blocks: Blocks,
    pub(crate) connections: Connections,
    pub(crate) games: Games,
    pub(crate) lobby: Lobby,
}

impl Moderation {
    /// Performs a moderator's action on a user.
    pub async fn moderate(
        &self,
        session: &Session,
        user: &str,
        act: &ModerationAct,
    ) -> Result<ModeratedUser, ModerationError> {
        self.roles.only_moderators(session).await?;
        let who = &session.who;
        let person = self.people.person_named(user).await?;
        if person.id == who.id {
            return Err(ModerationError::Yourself);
        }
        let is_admin = self.roles.role_of(&who.id).await? == "admin";
        if !is_admin && act.what == "role" {
            return Err(ModerationError::RolesNeedAdmin);
        }
        if !is_admin && self.roles.role_of(&person.id).await? == "admin" {
            return Err(ModerationError::AnAdmin);
        }
        let gives_role = act.role.as_deref().is_some_and(|role| role != "none");
        if gives_role && self.roles.has_passkeys() && self.roles.passkeys_of(&person.id).await?.is_empty() {
            return Err(ModerationError::RoleNeedsPasskey(person.name));
        }
        self.act_on(&who.id, person, act).await
    }

    async fn act_on(
        &self,
        by: &str,
        person: Person,
        act: &ModerationAct,
    ) -> Result<ModeratedUser, ModerationError> {
        let why = checked_text(&act.why, "why it is done", 1)?;
        let now = time(self.environment.now());
        let (change, said) = self.change(&person, act, now).await?;
        let decision = Decision {
            at: now,
            by: by.to_owned(),
            action: act.what.clone(),
            person: person.id.clone(),
            detail: said.map_or_else(|| why.clone(), |said| format!("{said}: {why}")),
            change,
        };
        if !self.store.decide(&decision).await.map_err(not_kept)? {
            return Err(match decision.change {
                Change::Role(_) => ModerationError::RoleNeedsAccount,
                _ => ModerationError::NothingToDo(act.what.clone()),
            });
        }
        tracing::info!(person = person.id, by, action = act.what, "a moderation action");
        match act.what.as_str() {
            "ban" | "close" => self.shut_out(&person.id).await?,
            // Open connections still use the old name.
            "rename" => self.connections.cut(&person.id),
            _ => {}
        }
        Ok(self.moderated(&person.id).await?)
    }

    /// The change that an action makes, and its details in the audit log besides the reason. Renames at once.
    async fn change(
        &self,
        person: &Person,
        act: &ModerationAct,
        now: Time,
    ) -> Result<(Change, Option<String>), ModerationError> {
        use SanctionKind::{Ban, Close, Mute};
        check_fields(act)?;
        let until = act.until_days.map(|days| now + Time::from(days) * DAY);
        let how_long =
            act.until_days.map_or_else(|| "for good".to_owned(), |days| format!("for {days} days"));
        Ok(match act.what.as_str() {
            "mute" => (Change::Sanction(Mute, until), Some(how_long)),
            "ban" => (Change::Sanction(Ban, until), Some(how_long)),
            "close" => (Change::Sanction(Close, None), None),
            "unmute" => (Change::Lift(Mute), None),
            "unban" => (Change::Lift(Ban), None),
            "reopen" => (Change::Lift(Close), None),
            "rename" => {
                let name = act.name.as_deref().unwrap_or_default();
                let new =
                    self.accounts.rename_person(Identity::from(person.clone()), person.guest, name).await?;
                (Change::Nothing, Some(format!("{} to {}", person.name, new.name)))
            }
            "role" => match act.role.as_deref() {
                Some("none") => (Change::Role(String::new()), Some("none".to_owned())),
                Some(role @ ("moderator" | "admin")) => {
                    (Change::Role(role.to_owned()), Some(role.to_owned()))
                }
                _ => return Err(ModerationError::BadRole),
            },
            _ => return Err(ModerationError::BadAct),
        })
    }

    /// Revokes all tokens of a person and their bots, and removes them from the lobby. Their running games
    /// are left to the clock.
    async fn shut_out(&self, person: &str) -> Result<(), ModerationError> {
        let store = &self.store;
        let bots = store.bots_of(person).await.map_err(not_read)?;
        for person in bots.iter().map(|bot| bot.id.as_str()).chain([person]) {
            for token in store.tokens_of(person).await.map_err(not_read)? {
                store.remove_token(person, &token.id).await.map_err(not_kept)?;
            }
            self.connections.cut(person);
            self.lobby.leave(person).await?;
        }
        Ok(())
    }

    /// A user as moderators see them.
    pub async fn moderated_user(
        &self,
        session: &Session,
        user: &str,
    ) -> Result<ModeratedUser, ModerationError> {
        self.roles.only_moderators(session).await?;
        let person = self.people.person_named(user).await?;
        Ok(self.moderated(&person.id).await?)
    }

    async fn moderated(&self, id: &str) -> Result<ModeratedUser, Unavailable> {
        let sanctions = self.sanctions.in_force(id).await?;
        let person = self.store.person(id).await.map_err(not_read)?;
        Ok(ModeratedUser {
            user: self.people.user_view(id).await?,
            guest: person.as_ref().is_some_and(|person| person.guest),
            since: person.map_or(0, |person| person.created.unsigned_abs()),
            role: Some(self.roles.role_of(id).await?).filter(|role| !role.is_empty()),
            sanctions: sanctions.iter().map(sanction_view).collect(),
        })
    }

    /// The moderation log, of all users or one, for moderators.
    pub async fn audit(
        &self,
        session: &Session,
        user: Option<&str>,
        before: Option<u64>,
    ) -> Result<AuditPage, ModerationError> {
        self.roles.only_moderators(session).await?;
        let person = match user {
            Some(user) => Some(self.people.person_named(user).await?.id),
            None => None,
        };
        Ok(self.audit_page(person.as_deref(), before).await?)
    }

    async fn audit_page(&self, person: Option<&str>, before: Option<u64>) -> Result<AuditPage, Unavailable> {
        // One more, to know whether there are earlier ones.
        let found = self.store.audit(person, before.unwrap_or(u64::MAX), PAGE + 1).await;
        let mut found = found.map_err(not_read)?;
        let more = found.len() > PAGE as usize;
        found.truncate(PAGE as usize);
        let before = found.last().map(|line| line.number).filter(|_| more);
        let mut lines = Vec::with_capacity(found.len());
        for AuditLine { number, at, by, action, person, detail } in found {
            let by = if by == SHELL { None } else { Some(self.people.user_view(&by).await?) };
            let (at, user) = (at.unsigned_abs(), self.people.user_view(&person).await?);
            lines.push(AuditView { number, at, by, action, user, detail });
        }
        Ok(AuditPage { lines, before })
    }
}

/// Rejects fields that the action does not use.
fn check_fields(act: &ModerationAct) -> Result<(), ModerationError> {
    let lasts = matches!(act.what.as_str(), "mute" | "ban");
    if act.until_days.is_some_and(|days| !lasts || days == 0 || days > MAX_DAYS) {
        return Err(ModerationError::BadDays);
    }
    if act.name.is_some() != (act.what == "rename") {
        return Err(ModerationError::NameField);
    }
    if act.role.is_some() != (act.what == "role") {
        return Err(ModerationError::RoleField);
    }
    Ok(())
}

fn checked_text(text: &str, what: &'static str, least: usize) -> Result<String, ModerationError> {
    let text = text.trim();
    let is_bad = |sign: char| sign.is_control() && sign != '\n';
    if text.chars().count() < least || text.chars().count() > MAX_TEXT_LENGTH || text.chars().any(is_bad) {
        return Err(ModerationError::BadText { what, least });
    }
    Ok(text.to_owned())
}

fn sanction_view(sanction: &Sanction) -> SanctionView {
    SanctionView {
        kind: sanction.kind.word().to_owned(),
        until: sanction.until.map(Time::unsigned_abs),
        at: sanction.at.unsigned_abs(),
    }
}
