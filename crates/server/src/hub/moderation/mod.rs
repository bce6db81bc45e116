//! Moderation: sanctions, roles and the audit log.

mod blocks;
mod reports;
mod shell;

pub(crate) use reports::ReportsWanted;
pub use shell::Shell;

use super::{
    Hub, Identity, Session,
    active::time,
    errors::{not_kept, not_read},
    problem,
};
use ludoteca_protocol::{
    AuditPage, AuditView, ModeratedUser, ModerationAct, Problem, SanctionView, UserView,
};
use ludoteca_store::{AuditLine, Change, Decision, Person, Sanction, SanctionKind, Time};

const DAY: Time = 24 * 60 * 60 * 1000;
const MAX_DAYS: u16 = 3650;
/// The longest text of a report, and of the reason for an action.
const MAX_TEXT_LENGTH: usize = 500;
/// The most entries of the audit log in one answer.
const PAGE: u32 = 100;
/// The operator's name in the audit log.
const SHELL: &str = "shell";
const ACTS: &str = "mute, unmute, ban, unban, close, reopen, rename and role";

impl Hub {
    /// Empty, `moderator` or `admin`.
    async fn role_of(&self, person: &str) -> Result<String, Problem> {
        let account = self.0.store.account(person).await.map_err(|error| not_read(&error))?;
        Ok(account.map(|account| account.role).unwrap_or_default())
    }

    /// Rejects users who are not moderators, and sessions without a passkey.
    pub(crate) async fn only_moderators(&self, session: &Session) -> Result<(), Problem> {
        if !["moderator", "admin"].contains(&self.role_of(&session.who.id).await?.as_str()) {
            return Err(problem(403, "only-moderators", "only moderators may do that"));
        }
        self.has_second_factor(session).await
    }

    /// Rejects users who are not admins, and sessions without a passkey.
    pub(crate) async fn only_admins(&self, session: &Session) -> Result<(), Problem> {
        if self.role_of(&session.who.id).await? != "admin" {
            return Err(problem(403, "only-admins", "only admins may do that"));
        }
        self.has_second_factor(session).await
    }

    /// Performs a moderator's action on a user.
    pub(crate) async fn moderate(
        &self,
        session: &Session,
        user: &str,
        act: &ModerationAct,
    ) -> Result<ModeratedUser, Problem> {
        self.only_moderators(session).await?;
        let who = &session.who;
        let person = self.person_named(user).await?;
        if person.id == who.id {
            return Err(problem(403, "yourself", "you cannot moderate yourself: ask another moderator"));
        }
        let is_admin = self.role_of(&who.id).await? == "admin";
        if !is_admin && act.what == "role" {
            return Err(problem(403, "only-admins", "only admins can change roles"));
        }
        if !is_admin && self.role_of(&person.id).await? == "admin" {
            return Err(problem(403, "only-admins", "only admins can moderate an admin"));
        }
        let gives_role = act.role.as_deref().is_some_and(|role| role != "none");
        if gives_role && self.has_passkeys() && self.passkeys_of(&person.id).await?.is_empty() {
            let detail = format!(
                "a role requires a passkey, and {} has none: ask them to add one to their account first",
                person.name
            );
            return Err(Problem { args: vec![person.name], ..problem(422, "role-needs-passkey", detail) });
        }
        self.act_on(&who.id, person, act).await
    }

    async fn act_on(&self, by: &str, person: Person, act: &ModerationAct) -> Result<ModeratedUser, Problem> {
        let why = checked_text(&act.why, "why it is done", 1)?;
        let now = time(self.now());
        let (change, said) = self.change(&person, act, now).await?;
        let decision = Decision {
            at: now,
            by: by.to_owned(),
            action: act.what.clone(),
            person: person.id.clone(),
            detail: said.map_or_else(|| why.clone(), |said| format!("{said}: {why}")),
            change,
        };
        if !self.0.store.decide(&decision).await.map_err(|error| not_kept(&error))? {
            return Err(match decision.change {
                Change::Role(_) => {
                    problem(422, "needs-account", "only users with an account can have a role")
                }
                _ => problem(422, "nothing-to-do", format!("there is nothing to {}", act.what)),
            });
        }
        tracing::info!(person = person.id, by, action = act.what, "a moderation action");
        match act.what.as_str() {
            "ban" | "close" => self.shut_out(&person.id).await?,
            // Open connections still use the old name.
            "rename" => self.cut(&person.id),
            _ => {}
        }
        self.moderated(&person.id).await
    }

    /// The change that an action makes, and its details in the audit log besides the reason. Renames at once.
    async fn change(
        &self,
        person: &Person,
        act: &ModerationAct,
        now: Time,
    ) -> Result<(Change, Option<String>), Problem> {
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
                let new = self.rename_person(Identity::from(person.clone()), person.guest, name).await?;
                (Change::Nothing, Some(format!("{} to {}", person.name, new.name)))
            }
            "role" => match act.role.as_deref() {
                Some("none") => (Change::Role(String::new()), Some("none".to_owned())),
                Some(role @ ("moderator" | "admin")) => {
                    (Change::Role(role.to_owned()), Some(role.to_owned()))
                }
                _ => return Err(problem(422, "bad-role", "the role must be moderator, admin or none")),
            },
            _ => return Err(problem(422, "bad-act", format!("there are {ACTS}"))),
        })
    }

    /// Revokes all tokens of a person and their bots, and removes them from the lobby. Their running games
    /// are left to the clock.
    async fn shut_out(&self, person: &str) -> Result<(), Problem> {
        let store = &self.0.store;
        let bots = store.bots_of(person).await.map_err(|error| not_read(&error))?;
        for person in bots.iter().map(|bot| bot.id.as_str()).chain([person]) {
            for token in store.tokens_of(person).await.map_err(|error| not_read(&error))? {
                store.remove_token(person, &token.id).await.map_err(|error| not_kept(&error))?;
            }
            self.cut(person);
            self.leave_lobby(person).await?;
        }
        Ok(())
    }

    /// The sanctions in force against a person.
    async fn sanctions(&self, person: &str) -> Result<Vec<Sanction>, Problem> {
        let now = time(self.now());
        let all = self.0.store.sanctions_of(person).await.map_err(|error| not_read(&error))?;
        Ok(all.into_iter().filter(|one| one.until.is_none_or(|until| until > now)).collect())
    }

    /// Rejects users who may not write.
    pub(crate) async fn not_muted(&self, person: &str) -> Result<(), Problem> {
        let sanctions = self.sanctions(person).await?;
        match sanctions.iter().find(|one| one.kind == SanctionKind::Mute) {
            Some(mute) => Err(refusal(mute, "muted", "you are muted")),
            None => Ok(()),
        }
    }

    /// Rejects users who may not log in.
    pub(crate) async fn not_shut_out(&self, person: &str) -> Result<(), Problem> {
        for sanction in self.sanctions(person).await? {
            match sanction.kind {
                SanctionKind::Ban => return Err(refusal(&sanction, "banned", "this account is banned")),
                SanctionKind::Close => return Err(refusal(&sanction, "closed", "this account is closed")),
                SanctionKind::Mute => {}
            }
        }
        Ok(())
    }

    /// A user as moderators see them.
    pub(crate) async fn moderated_user(
        &self,
        session: &Session,
        user: &str,
    ) -> Result<ModeratedUser, Problem> {
        self.only_moderators(session).await?;
        let person = self.person_named(user).await?;
        self.moderated(&person.id).await
    }

    async fn moderated(&self, id: &str) -> Result<ModeratedUser, Problem> {
        let sanctions = self.sanctions(id).await?;
        let person = self.0.store.person(id).await.map_err(|error| not_read(&error))?;
        Ok(ModeratedUser {
            user: self.user_view(id).await?,
            guest: person.as_ref().is_some_and(|person| person.guest),
            since: person.map_or(0, |person| person.created.unsigned_abs()),
            role: Some(self.role_of(id).await?).filter(|role| !role.is_empty()),
            sanctions: sanctions.iter().map(sanction_view).collect(),
        })
    }

    /// A user as others see them; an unknown user has an empty name.
    async fn user_view(&self, id: &str) -> Result<UserView, Problem> {
        let person = self.0.store.person(id).await.map_err(|error| not_read(&error))?;
        let unknown = || UserView { id: id.to_owned(), name: String::new(), bot: false };
        Ok(person.map_or_else(unknown, |person| Identity::from(person).view()))
    }

    /// The moderation log, of all users or one, for moderators.
    pub(crate) async fn audit(
        &self,
        session: &Session,
        user: Option<&str>,
        before: Option<u64>,
    ) -> Result<AuditPage, Problem> {
        self.only_moderators(session).await?;
        let person = match user {
            Some(user) => Some(self.person_named(user).await?.id),
            None => None,
        };
        self.audit_page(person.as_deref(), before).await
    }

    async fn audit_page(&self, person: Option<&str>, before: Option<u64>) -> Result<AuditPage, Problem> {
        // One more, to know whether there are earlier ones.
        let found = self.0.store.audit(person, before.unwrap_or(u64::MAX), PAGE + 1).await;
        let mut found = found.map_err(|error| not_read(&error))?;
        let more = found.len() > PAGE as usize;
        found.truncate(PAGE as usize);
        let before = found.last().map(|line| line.number).filter(|_| more);
        let mut lines = Vec::with_capacity(found.len());
        for AuditLine { number, at, by, action, person, detail } in found {
            let by = if by == SHELL { None } else { Some(self.user_view(&by).await?) };
            let (at, user) = (at.unsigned_abs(), self.user_view(&person).await?);
            lines.push(AuditView { number, at, by, action, user, detail });
        }
        Ok(AuditPage { lines, before })
    }
}

/// Rejects fields that the action does not use.
fn check_fields(act: &ModerationAct) -> Result<(), Problem> {
    let lasts = matches!(act.what.as_str(), "mute" | "ban");
    if act.until_days.is_some_and(|days| !lasts || days == 0 || days > MAX_DAYS) {
        let detail = format!("only mute and ban take a number of days, 1 to {MAX_DAYS}");
        return Err(problem(422, "bad-days", detail));
    }
    if act.name.is_some() != (act.what == "rename") {
        return Err(problem(422, "bad-name", "a name is required for rename, and not allowed otherwise"));
    }
    if act.role.is_some() != (act.what == "role") {
        return Err(problem(422, "bad-role", "a role is required for role, and not allowed otherwise"));
    }
    Ok(())
}

fn checked_text(text: &str, what: &str, least: usize) -> Result<String, Problem> {
    let text = text.trim();
    let is_bad = |sign: char| sign.is_control() && sign != '\n';
    if text.chars().count() < least || text.chars().count() > MAX_TEXT_LENGTH || text.chars().any(is_bad) {
        let detail = format!("say {what}, in {least} to {MAX_TEXT_LENGTH} characters");
        return Err(problem(422, "bad-text", detail));
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

fn refusal(sanction: &Sanction, key: &str, what: &str) -> Problem {
    let Some(until) = sanction.until else { return problem(403, key, what) };
    let minutes = until.div_euclid(60 * 1000).rem_euclid(24 * 60);
    let day = ludoteca_archive::date(until, '-');
    let detail = format!("{what} until {day} {:02}:{:02} UTC", minutes / 60, minutes % 60);
    Problem { args: vec![until.to_string()], ..problem(403, key, detail) }
}
