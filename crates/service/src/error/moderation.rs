//! Errors of moderation, roles, and the site's settings.

use super::{GameError, LobbyError, NameError, PersonError, Unavailable};
use crate::{
    moderation::{ACTS, MAX_DAYS, MAX_TEXT_LENGTH, blocks, reports::REASONS},
    settings::{MAX_CODES, MAX_LABEL_LENGTH, MAX_USES},
};
use ludoteca_store::Time;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a user cannot be moderated, reported or blocked.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ModerationError {
    #[error("you cannot moderate yourself: ask another moderator")]
    Yourself,
    #[error("only admins can change roles")]
    RolesNeedAdmin,
    #[error("only admins can moderate an admin")]
    AnAdmin,
    #[error("a role requires a passkey, and {0} has none: ask them to add one to their account first")]
    RoleNeedsPasskey(String),
    #[error("only users with an account can have a role")]
    RoleNeedsAccount,
    #[error("there is nothing to {0}")]
    NothingToDo(String),
    #[error("there are {acts}", acts = ACTS)]
    BadAct,
    #[error("only mute and ban take a number of days, 1 to {most}", most = MAX_DAYS)]
    BadDays,
    #[error("a name is required for rename, and not allowed otherwise")]
    NameField,
    #[error("a role is required for role, and not allowed otherwise")]
    RoleField,
    #[error("the role must be moderator, admin or none")]
    BadRole,
    #[error("say {what}, in {least} to {most} characters", most = MAX_TEXT_LENGTH)]
    BadText { what: &'static str, least: usize },
    #[error("the reason must be one of {reasons}", reasons = REASONS.join(", "))]
    BadReason,
    #[error("the state must be open, taken or closed")]
    BadState,
    #[error("you cannot report yourself")]
    ReportsYourself,
    #[error("there is no such report")]
    UnknownReport,
    #[error("the report is about you: leave it to another moderator")]
    AboutYou,
    #[error("another moderator has claimed it")]
    ReportTaken,
    #[error("it has already been resolved")]
    ReportClosed,
    #[error("you cannot block yourself")]
    BlocksYourself,
    #[error("you can block at most {most} users", most = blocks::MOST)]
    TooManyBlocks,
    #[error("you do not block this user")]
    NotBlocked,
    #[error(transparent)]
    Role(#[from] RoleError),
    #[error(transparent)]
    Person(#[from] PersonError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Lobby(#[from] LobbyError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A right that the caller does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum RoleError {
    #[error("only moderators may do that")]
    OnlyModerators,
    #[error("only admins may do that")]
    OnlyAdmins,
    #[error("moderators and admins need a passkey: add one to your account, then log in with it")]
    NeedsPasskey,
    #[error("moderators and admins need a passkey: log in with yours, or confirm with it that it is you")]
    ProvePasskey,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A sanction in force, until a time or for good.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub enum Sanctioned {
    #[error("you are muted{}", until(*.0))]
    Muted(Option<Time>),
    #[error("this account is banned{}", until(*.0))]
    Banned(Option<Time>),
    #[error("this account is closed{}", until(*.0))]
    Closed(Option<Time>),
}

impl Sanctioned {
    #[must_use]
    pub fn until(&self) -> Option<Time> {
        let (Sanctioned::Muted(until) | Sanctioned::Banned(until) | Sanctioned::Closed(until)) = self;
        *until
    }
}

fn until(time: Option<Time>) -> String {
    let Some(time) = time else { return String::new() };
    let minutes = time.div_euclid(60 * 1000).rem_euclid(24 * 60);
    let day = ludoteca_archive::date(time, '-');
    format!(" until {day} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// What the site's settings do not allow, or a change of them that is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SiteError {
    #[error("{0:?} is set by the server's configuration and cannot be changed here")]
    Fixed(&'static str),
    #[error("a label must be one line of at most {most} characters", most = MAX_LABEL_LENGTH)]
    BadLabel,
    #[error("an invite code must have 1 to {most} uses, not {0}", most = MAX_USES)]
    BadUses(u32),
    #[error("an invite code must expire in the future")]
    BadExpiry,
    #[error("there are {most} invite codes already: revoke some first", most = MAX_CODES)]
    TooManyCodes,
    #[error("there is no such invite code")]
    UnknownCode,
    #[error("creating an account on this server requires an invite code")]
    InviteCodeNeeded,
    #[error("this invite code is unknown, used up or expired: ask for another one")]
    BadInviteCode,
    #[error("no accounts can be created on this server")]
    RegistrationClosed,
    #[error("this server does not allow guests: log in, or create an account")]
    GuestsOff,
    #[error(transparent)]
    Role(#[from] RoleError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
