//! Moderation in the shell, which is also how the first admin is appointed. The audit log names `shell` as
//! the moderator.

use super::{Place, Stopped};
use clap::{Args, ValueEnum};
use ludoteca_archive::date;
use ludoteca_protocol::{
    AuditView, ModeratedUser, ModerationAct, NewInviteCode, Problem, ReportView, UserView,
};
use ludoteca_server::hub::Shell;
use ludoteca_shell::{Failure, output::print};
use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Printed when an account without a passkey gets a role.
const NO_PASSKEY: &str = "This account has no passkey. Where people reach the server by a name (--site \
    https://...), the role does nothing until they add one under Account, Passkeys, and log in with it.\n";

/// The person concerned, and the server's data.
#[derive(Args)]
struct Person {
    /// Account name, or the id of any player
    name: String,
    #[command(flatten)]
    place: Place,
}

/// Make an account a moderator or an admin, or take the role away
#[derive(Args)]
pub(super) struct Role {
    #[command(flatten)]
    person: Person,
    /// New role
    role: RoleName,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT", default_value = "by the operator")]
    why: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleName {
    Moderator,
    Admin,
    None,
}

#[derive(Args)]
pub(super) struct ForSomeTime {
    #[command(flatten)]
    person: Person,
    /// Number of days, 1 to 3650 (default: permanent)
    #[arg(long, value_name = "N")]
    days: Option<u16>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    why: String,
}

#[derive(Args)]
pub(super) struct ModerationAction {
    #[command(flatten)]
    person: Person,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    why: String,
}

/// Rename an account
#[derive(Args)]
pub(super) struct Rename {
    #[command(flatten)]
    person: Person,
    /// New name
    new: String,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT", default_value = "by the operator")]
    why: String,
}

/// Create an invite code, for servers where registration is by invitation
#[derive(Args)]
pub(super) struct Invite {
    /// Note on what it is for
    #[arg(long, value_name = "TEXT", default_value = "")]
    label: String,
    /// Number of accounts it can create, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 1)]
    uses: u32,
    /// Number of days it is valid, 1 to 3650 (default: permanent)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=3650))]
    days: Option<u16>,
    #[command(flatten)]
    place: Place,
}

impl Invite {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let now = u64::try_from(now).unwrap_or(u64::MAX);
        let until = self.days.map(|days| now.saturating_add(u64::from(days) * DAY));
        let new = NewInviteCode { label: self.label.clone(), uses: Some(self.uses), until };
        let made = with_shell(&self.place, async |shell| shell.invite(&new).await)?;
        print(&format!("{}\n", made.code))
    }
}

/// List reports, newest first
#[derive(Args)]
pub(super) struct Reports {
    /// Only open reports
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    place: Place,
}

/// Show the audit log of moderation, newest first
#[derive(Args)]
pub(super) struct Audit {
    #[command(flatten)]
    place: Place,
}

impl Role {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let role = match self.role {
            RoleName::Moderator => "moderator",
            RoleName::Admin => "admin",
            RoleName::None => "none",
        };
        let act = ModerationAct { role: Some(role.to_owned()), ..act("role", &self.why) };
        let Person { name, place } = &self.person;
        let (user, has_passkey) = with_shell(place, async |shell| {
            let user = shell.moderate(name, &act).await?;
            Ok((user, shell.has_passkey(name).await?))
        })?;
        let advice = match has_passkey || user.role.is_none() {
            true => "",
            false => NO_PASSKEY,
        };
        print(&format!("{}{advice}", standing(&user)))
    }
}

impl ForSomeTime {
    pub(super) fn run(&self, what: &str) -> Result<(), Failure> {
        moderate(&self.person, &ModerationAct { until_days: self.days, ..act(what, &self.why) })
    }
}

impl ModerationAction {
    pub(super) fn run(&self, what: &str) -> Result<(), Failure> {
        moderate(&self.person, &act(what, &self.why))
    }
}

impl Rename {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let act = ModerationAct { name: Some(self.new.clone()), ..act("rename", &self.why) };
        moderate(&self.person, &act)
    }
}

impl Reports {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let list = with_shell(&self.place, async |shell| shell.reports(self.open).await)?;
        let lines: String = list.reports.iter().map(report_line).collect();
        print(if lines.is_empty() { "There are no reports.\n" } else { &lines })
    }
}

impl Audit {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let lines = with_shell(&self.place, async |shell| {
            let (mut text, mut before) = (String::new(), None);
            loop {
                let page = shell.audit(before).await?;
                page.lines.iter().for_each(|line| text += &audit_line(line));
                before = page.before;
                if before.is_none() {
                    return Ok(text);
                }
            }
        })?;
        print(if lines.is_empty() { "The audit log is empty.\n" } else { &lines })
    }
}

fn act(what: &str, why: &str) -> ModerationAct {
    let (what, why) = (what.to_owned(), why.to_owned());
    ModerationAct { what, until_days: None, name: None, role: None, why }
}

fn moderate(person: &Person, act: &ModerationAct) -> Result<(), Failure> {
    let user = with_shell(&person.place, async |shell| shell.moderate(&person.name, act).await)?;
    print(&standing(&user))
}

fn with_shell<T>(place: &Place, ask: impl AsyncFnOnce(&Shell) -> Result<T, Problem>) -> Result<T, Failure> {
    if let Some(folder) = place.running()? {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let answer = runtime.map_err(Failure::other)?.block_on(ask(&Shell::of_running(&folder)));
        return answer.map_err(|problem| Failure::Other(problem.detail));
    }
    let Stopped { runtime, store, _locked } = place.open()?;
    runtime.block_on(async {
        let shell = Shell::open(store).await.map_err(Failure::other)?;
        let answer = ask(&shell).await;
        shell.close().await;
        answer.map_err(|problem| Failure::Other(problem.detail))
    })
}

/// A person's role and restrictions.
fn standing(user: &ModeratedUser) -> String {
    let role = user.role.as_ref().map(|role| format!("role {role}"));
    let sanctions = user.sanctions.iter().map(|one| match one.until {
        Some(until) => format!("{} until {}", one.kind, day(until)),
        None => format!("{} for good", one.kind),
    });
    let all: Vec<String> = role.into_iter().chain(sanctions).collect();
    let all = if all.is_empty() { "no role, no restrictions".to_owned() } else { all.join(", ") };
    format!("{}: {all}\n", called(&user.user))
}

fn report_line(report: &ReportView) -> String {
    let game = report.game.as_ref().map(|game| format!(", game {game}")).unwrap_or_default();
    let state = match (report.done_at, report.taken_at) {
        (Some(_), _) => " (done)",
        (None, Some(_)) => " (taken)",
        (None, None) => "",
    };
    let (by, about) = (called(&report.by), called(&report.about));
    let (at, id, reason, text) = (day(report.at), &report.id, &report.reason, one_line(&report.text));
    format!("{at} {id}{state}: {by} about {about}{game}: {reason}: {text}\n")
}

fn audit_line(line: &AuditView) -> String {
    let by = line.by.as_ref().map_or_else(|| "shell".to_owned(), called);
    let (number, action, user) = (line.number, &line.action, called(&line.user));
    format!("{number} {} {by}: {action} {user}: {}\n", day(line.at), one_line(&line.detail))
}

fn called(user: &UserView) -> String {
    format!("{} ({})", one_line(&user.name), user.id)
}

fn day(time: u64) -> String {
    date(i64::try_from(time).unwrap_or(i64::MAX), '-')
}

/// Escapes text written by users, so that it cannot control the terminal.
fn one_line(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}
