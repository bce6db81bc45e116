//! Problem documents (RFC 9457): the only place that gives the services' errors a status and a key.

use crate::api::ApiError;
use axum::http::{Method, StatusCode, Uri};
use ludoteca_protocol::{Problem, RateLimit};
use ludoteca_puzzle::NotAnAttempt;
use ludoteca_service::{
    AccountError, ArchiveError, ChatError, GameError, ImportError, LobbyError, ModerationError, NameError,
    PasskeyError, PasswordError, PersonError, PushError, PuzzleError, RateLimited, RatingError, RoleError,
    Sanctioned, SetupError, SiteError, TokenError, Unavailable, VacationError, WebhookError,
};
use std::fmt::Display;

/// A problem without extra fields.
pub(crate) fn problem(status: u16, key: &str, detail: impl Into<String>) -> Problem {
    let title = match status {
        400 => "Bad request",
        401 => "Authentication required",
        403 => "Forbidden",
        404 => "Not found",
        405 => "Method not allowed",
        408 => "Request timeout",
        409 => "Outdated state",
        413 => "Too large",
        422 => "Not allowed by the rules",
        429 => "Too many requests",
        503 => "Temporarily unavailable",
        _ => "Something went wrong",
    };
    Problem {
        title: title.to_owned(),
        status,
        key: key.to_owned(),
        detail: detail.into(),
        ..Problem::default()
    }
}

/// The `detail` describes this very request; the status alone says what kind of problem it is.
pub(crate) fn refused(status: StatusCode, detail: impl Into<String>) -> ApiError {
    let key = status.canonical_reason().unwrap_or("Error").to_ascii_lowercase().replace(' ', "-");
    problem(status.as_u16(), &key, detail).into()
}

/// For paths below `/api/` that have no route.
pub(crate) async fn no_such_path(uri: Uri) -> ApiError {
    refused(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path()))
}

/// The router adds the allowed methods in `Allow`.
pub(crate) async fn no_such_method(method: Method, uri: Uri) -> ApiError {
    refused(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{method} is not supported at {}: see the Allow header", uri.path()),
    )
}

/// An error that can be sent to clients.
pub(crate) trait ToProblem {
    fn to_problem(&self) -> Problem;
}

impl ToProblem for Problem {
    fn to_problem(&self) -> Problem {
        self.clone()
    }
}

/// The error's own text, with a status and a key.
fn said(error: &impl Display, (status, key): (u16, &str)) -> Problem {
    problem(status, key, error.to_string())
}

fn with_args<const N: usize>(problem: Problem, args: [&dyn ToString; N]) -> Problem {
    Problem { args: args.iter().map(|arg| arg.to_string()).collect(), ..problem }
}

impl ToProblem for Unavailable {
    fn to_problem(&self) -> Problem {
        let key = match self {
            Unavailable::NotRead => "not-read",
            Unavailable::NotStored | Unavailable::NotConfirmed(_) => "not-stored",
            Unavailable::LogClosed | Unavailable::Stopping => "stopping",
            Unavailable::Isolated => "not-now",
            Unavailable::DataGone => "data-gone",
        };
        said(self, (503, key))
    }
}

impl ToProblem for RateLimited {
    fn to_problem(&self) -> Problem {
        let ratelimit = Some(RateLimit { key: self.limit.clone(), seconds: self.seconds });
        Problem { ratelimit, ..said(self, (429, "slower")) }
    }
}

impl ToProblem for PersonError {
    fn to_problem(&self) -> Problem {
        match self {
            PersonError::Unknown(name) => with_args(said(self, (404, "no-such-user")), [name]),
            PersonError::NoAccount(_) => said(self, (422, "no-such-user")),
            PersonError::Unavailable(error) => error.to_problem(),
        }
    }
}

impl ToProblem for GameError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            GameError::Unknown(id) => return with_args(said(self, (404, "no-such-game")), [id]),
            GameError::Rule(violation) => {
                return Problem {
                    args: violation.args.clone(),
                    ruling: Some(violation.ruling.clone()),
                    ..said(self, (422, &violation.reason))
                };
            }
            GameError::Over { ruling, .. } => {
                return Problem { ruling: ruling.clone(), ..said(self, (422, "game-over")) };
            }
            GameError::OldNumber { seq, events } => {
                return Problem {
                    seq: Some(*seq),
                    events: events.clone(),
                    ..said(self, (409, "old-number"))
                };
            }
            GameError::HelpInRatedGame(link) => {
                return with_args(said(self, (403, "own-rated-game")), [link]);
            }
            GameError::HelpInLiveGame(link) => return with_args(said(self, (403, "own-live-game")), [link]),
            GameError::PlaysItself(id) => return with_args(said(self, (422, "plays-itself")), [id]),
            GameError::Elsewhere(owner) => return with_args(said(self, (421, "elsewhere")), [owner]),
            GameError::Setup(error) => return error.to_problem(),
            GameError::Chat(error) => return error.to_problem(),
            GameError::Vacation(error) => return error.to_problem(),
            GameError::Role(error) => return error.to_problem(),
            GameError::RateLimited(error) => return error.to_problem(),
            GameError::Unavailable(error) => return error.to_problem(),
            GameError::NotSeated => (403, "not-seated"),
            GameError::OnlySystem => (403, "only-system"),
            GameError::Syntax(_) => (422, "syntax"),
            GameError::Conflict => (409, "old-number"),
            GameError::NotLoaded => (503, "not-read"),
            GameError::Damaged => (500, "damaged"),
            GameError::Moved => (503, "moved"),
            GameError::BadAnswer(_) => (500, "bad-answer"),
            GameError::NotInvited => (403, "not-invited"),
            GameError::NoSuchSeat(_) => (422, "not-a-seat"),
            GameError::SeatTaken(_) => (422, "seat-taken"),
            GameError::NoFreeSeat => (422, "no-free-seat"),
            GameError::NotChallenged => (422, "not-challenged"),
            GameError::ActionIdLength => (422, "bad-action-id"),
            GameError::CausedAbort => (422, "you-aborted"),
            GameError::NoNextGame => (422, "no-next-game"),
            GameError::NoSuchNumber(_) => (422, "no-such-number"),
            GameError::NotOver => (422, "not-over"),
            GameError::PlanTooLarge => (422, "plan-too-large"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for SetupError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            SetupError::TooManyGames(most) => {
                return with_args(said(self, (422, "too-many-games")), [most]);
            }
            SetupError::Person(error) => return error.to_problem(),
            SetupError::Unavailable(error) => return error.to_problem(),
            SetupError::UnknownGame(_) => (422, "unknown-game"),
            SetupError::OptionValue(_) => (422, "option-value"),
            SetupError::Terms(_) => (422, "terms"),
            SetupError::UnratedMatch | SetupError::MatchLength(_) | SetupError::MatchPlayers => {
                (422, "bad-match")
            }
            SetupError::SeatCount { .. } | SetupError::SeatedTwice | SetupError::TwoOwnSeats => {
                (422, "bad-seats")
            }
            SetupError::GuestDoesNotPlay => (422, "not-in-it"),
            SetupError::NoComputers => (422, "no-computers"),
            SetupError::BadLevel { .. } => (422, "bad-level"),
            SetupError::ChallengedGuest => (422, "challenged-guest"),
            SetupError::YouBlockThem => (422, "you-block-them"),
            SetupError::RatedNeedsAccount => (403, "rated-needs-account"),
            SetupError::OwnBot => (422, "own-bot"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for ChatError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            ChatError::Sanctioned(error) => return error.to_problem(),
            ChatError::Unavailable(error) => return error.to_problem(),
            ChatError::BadMessage => (422, "bad-message"),
            ChatError::Off => (403, "chat-off"),
            ChatError::PlayersOnly => (403, "chat-players-only"),
            ChatError::NotAPlayer => (403, "not-seated"),
            ChatError::Private => (403, "only-players"),
            ChatError::WriteLater | ChatError::ReadLater => (403, "not-yet"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for VacationError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            VacationError::TooLong { days, left } => {
                let problem = with_args(said(self, (422, "vacation-too-long")), [days, left]);
                return Problem { ruling: Some("TB-11".to_owned()), ..problem };
            }
            VacationError::Unavailable(error) => return error.to_problem(),
            VacationError::Past => (422, "vacation-past"),
            VacationError::Changed => (409, "vacation-changed"),
            VacationError::UnknownUser => (404, "no-such-user"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for ImportError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            ImportError::TooMany(most) => return with_args(said(self, (422, "too-many-imports")), [most]),
            ImportError::Setup(error) => return error.to_problem(),
            ImportError::Unavailable(error) => return error.to_problem(),
            ImportError::IdLength => (422, "bad-game-id"),
            ImportError::NoSuchSeat(_) => (422, "not-a-seat"),
            ImportError::BadRecord(_) => (422, "bad-record"),
            ImportError::NotOver => (422, "not-over"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for LobbyError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            LobbyError::OutOfRange { min, max } => {
                return with_args(said(self, (403, "rating-range")), [min, max]);
            }
            LobbyError::Setup(error) => return error.to_problem(),
            LobbyError::Game(error) => return error.to_problem(),
            LobbyError::Unavailable(error) => return error.to_problem(),
            LobbyError::Unknown => (404, "no-such-seek"),
            LobbyError::NotYours => (403, "not-your-seek"),
            LobbyError::Joined => (422, "own-seek"),
            LobbyError::Blocked => (403, "blocked"),
            LobbyError::NoSuchSeat(_) => (422, "not-a-seat"),
            LobbyError::BadRange => (422, "bad-range"),
            LobbyError::RangeNeedsAccount => (422, "range-needs-account"),
            LobbyError::NeverRated => (422, "no-ratings"),
            LobbyError::TooMany => (422, "too-many-seeks"),
            LobbyError::OwnBot => (422, "own-bot"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for AccountError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            AccountError::Name(error) => return error.to_problem(),
            AccountError::Password(error) => return error.to_problem(),
            AccountError::Passkey(error) => return error.to_problem(),
            AccountError::Token(error) => return error.to_problem(),
            AccountError::Site(error) => return error.to_problem(),
            AccountError::Sanctioned(error) => return error.to_problem(),
            AccountError::Game(error) => return error.to_problem(),
            AccountError::Lobby(error) => return error.to_problem(),
            AccountError::RateLimited(error) => return error.to_problem(),
            AccountError::Unavailable(error) => return error.to_problem(),
            AccountError::HasAccount => (422, "has-account"),
            AccountError::NeedsAccount => {
                return problem(403, "needs-account", format!("{self}: POST /api/v1/accounts"));
            }
            AccountError::BadEmail => (422, "bad-email"),
            AccountError::WrongLogIn => (401, "wrong-log-in"),
            AccountError::WrongCode => (401, "wrong-code"),
            AccountError::Unknown => (404, "no-such-user"),
            AccountError::NeedsProof => (422, "needs-password"),
            AccountError::WrongPassword => (403, "wrong-password"),
            AccountError::TooManyBots => (422, "too-many-bots"),
            AccountError::UnknownBot => (404, "no-such-bot"),
            AccountError::NoMail => (503, "no-mail"),
            AccountError::NotAGuest => (422, "not-a-guest"),
            AccountError::NoRecord(_) => (500, "no-record"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for NameError {
    fn to_problem(&self) -> Problem {
        let what = match self {
            NameError::Unavailable(error) => return error.to_problem(),
            NameError::Taken(name) | NameError::Deleted(name) => {
                return with_args(said(self, (422, "name-taken")), [name]);
            }
            NameError::Empty => return said(self, (422, "bad-name")),
            NameError::Length(_) => "length",
            NameError::GuestLength => "long",
            NameError::Sign(_) => "signs",
            NameError::First => "first",
            NameError::Invisible(_) | NameError::NothingVisible => "invisible",
            NameError::CombiningMark | NameError::Accents => "accents",
            NameError::Scripts => "scripts",
            NameError::Reserved(_) => "house",
        };
        with_args(said(self, (422, "bad-name")), [&what])
    }
}

impl ToProblem for PasswordError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            PasswordError::RateLimited(error) => return error.to_problem(),
            PasswordError::Unavailable(error) => return error.to_problem(),
            PasswordError::TooShort
            | PasswordError::TooLong
            | PasswordError::LikeTheName
            | PasswordError::Guessable => (422, "bad-password"),
            PasswordError::NotHashed => (500, "not-hashed"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for PasskeyError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            PasskeyError::Unavailable(error) => return error.to_problem(),
            PasskeyError::NoSite => (422, "no-passkeys"),
            PasskeyError::NotLoggedIn => (401, "who-are-you"),
            PasskeyError::NoChallenge => (500, "not-asked"),
            PasskeyError::ChallengeOver => (422, "challenge-over"),
            PasskeyError::Malformed(_) => (400, "bad-request"),
            PasskeyError::Framed | PasskeyError::Unusable(_) => (422, "bad-passkey"),
            PasskeyError::Known => (422, "passkey-known"),
            PasskeyError::Unknown => (404, "no-such-passkey"),
            PasskeyError::TooMany => (422, "too-many-passkeys"),
            PasskeyError::LastWayIn => (422, "last-way-in"),
            PasskeyError::Wrong => (401, "wrong-passkey"),
            PasskeyError::NotYours => (403, "wrong-passkey"),
            PasskeyError::PasswordIsNotEnough => (403, "prove-passkey"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for TokenError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            TokenError::Unavailable(error) => return error.to_problem(),
            TokenError::Unknown => (404, "no-such-token"),
            TokenError::UnknownScope(_) | TokenError::NoScope => (422, "bad-scope"),
            TokenError::BadDays => (422, "bad-days"),
            TokenError::BadLabel => (422, "bad-label"),
            TokenError::TooMany => (422, "too-many-tokens"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for ModerationError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            ModerationError::RoleNeedsPasskey(name) => {
                return with_args(said(self, (422, "role-needs-passkey")), [name]);
            }
            ModerationError::Role(error) => return error.to_problem(),
            ModerationError::Person(error) => return error.to_problem(),
            ModerationError::Name(error) => return error.to_problem(),
            ModerationError::Lobby(error) => return error.to_problem(),
            ModerationError::Game(error) => return error.to_problem(),
            ModerationError::Unavailable(error) => return error.to_problem(),
            ModerationError::Yourself | ModerationError::AboutYou => (403, "yourself"),
            ModerationError::ReportsYourself | ModerationError::BlocksYourself => (422, "yourself"),
            ModerationError::RolesNeedAdmin | ModerationError::AnAdmin => (403, "only-admins"),
            ModerationError::RoleNeedsAccount => (422, "needs-account"),
            ModerationError::NothingToDo(_) => (422, "nothing-to-do"),
            ModerationError::BadAct => (422, "bad-act"),
            ModerationError::BadDays => (422, "bad-days"),
            ModerationError::NameField => (422, "bad-name"),
            ModerationError::RoleField | ModerationError::BadRole => (422, "bad-role"),
            ModerationError::BadText { .. } => (422, "bad-text"),
            ModerationError::BadReason => (422, "bad-reason"),
            ModerationError::BadState => (422, "bad-state"),
            ModerationError::UnknownReport => (404, "no-such-report"),
            ModerationError::ReportTaken => (409, "taken"),
            ModerationError::ReportClosed => (409, "report-closed"),
            ModerationError::TooManyBlocks => (422, "too-many-blocks"),
            ModerationError::NotBlocked => (404, "not-blocked"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for RoleError {
    fn to_problem(&self) -> Problem {
        let key = match self {
            RoleError::Unavailable(error) => return error.to_problem(),
            RoleError::OnlyModerators => "only-moderators",
            RoleError::OnlyAdmins => "only-admins",
            RoleError::NeedsPasskey => "needs-passkey",
            RoleError::ProvePasskey => {
                return problem(403, "prove-passkey", format!("{self} (POST /api/v1/me/proof)"));
            }
        };
        said(self, (403, key))
    }
}

impl ToProblem for Sanctioned {
    fn to_problem(&self) -> Problem {
        let key = match self {
            Sanctioned::Muted(_) => "muted",
            Sanctioned::Banned(_) => "banned",
            Sanctioned::Closed(_) => "closed",
        };
        let problem = said(self, (403, key));
        match self.until() {
            Some(until) => with_args(problem, [&until]),
            None => problem,
        }
    }
}

impl ToProblem for SiteError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            SiteError::Fixed(name) => return with_args(said(self, (422, "fixed-setting")), [name]),
            SiteError::Role(error) => return error.to_problem(),
            SiteError::Unavailable(error) => return error.to_problem(),
            SiteError::BadLabel => (422, "bad-label"),
            SiteError::BadUses(_) => (422, "bad-uses"),
            SiteError::BadExpiry => (422, "bad-until"),
            SiteError::TooManyCodes => (422, "too-many-codes"),
            SiteError::UnknownCode => (404, "no-such-code"),
            SiteError::InviteCodeNeeded => (403, "invite-code-needed"),
            SiteError::BadInviteCode => (403, "bad-invite-code"),
            SiteError::RegistrationClosed => (403, "registration-closed"),
            SiteError::GuestsOff => (403, "guests-off"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for PuzzleError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            PuzzleError::UnknownGame(error) => {
                let shown: String = error.0.chars().take(40).collect();
                return with_args(said(self, (404, "no-such-game")), [&shown]);
            }
            PuzzleError::Unknown(id) => return with_args(said(self, (404, "no-such-puzzle")), [id]),
            PuzzleError::Person(error) => return error.to_problem(),
            PuzzleError::Unavailable(error) => return error.to_problem(),
            PuzzleError::BadDay => (422, "bad-question"),
            PuzzleError::AllTried => (404, "all-tried"),
            PuzzleError::IdLength => (422, "bad-id"),
            PuzzleError::IdTaken => (422, "id-taken"),
            PuzzleError::NotAnAttempt(why) => match why {
                NotAnAttempt::Unfinished => (422, "unfinished"),
                NotAnAttempt::TooMany(_) => (422, "too-many-moves"),
                NotAnAttempt::Illegal(..) | NotAnAttempt::Leaves(_) => (422, "illegal-move"),
                NotAnAttempt::Damaged => (500, "damaged"),
            },
            PuzzleError::Busy => (503, "not-stored"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for RatingError {
    fn to_problem(&self) -> Problem {
        match self {
            RatingError::Person(error) => error.to_problem(),
            RatingError::Unavailable(error) => error.to_problem(),
            RatingError::UnknownPool(_) | RatingError::UnknownPart { .. } => {
                said(self, (422, "no-such-pool"))
            }
        }
    }
}

impl ToProblem for WebhookError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            WebhookError::UnknownNotice(notice) => {
                return with_args(said(self, (422, "unknown-notice")), [notice]);
            }
            WebhookError::Account(error) => return error.to_problem(),
            WebhookError::Unavailable(error) => return error.to_problem(),
            WebhookError::BadUrl => (422, "bad-url"),
            WebhookError::NoNotices => (422, "no-notices"),
            WebhookError::TooMany => (422, "too-many-webhooks"),
            WebhookError::Unknown => (404, "no-such-webhook"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for PushError {
    fn to_problem(&self) -> Problem {
        let (status, key) = match self {
            PushError::Unavailable(error) => return error.to_problem(),
            PushError::BadEndpoint => (422, "bad-endpoint"),
            PushError::BadKeys => (422, "bad-keys"),
            PushError::TooMany => (422, "too-many-subscriptions"),
            PushError::Unknown => (404, "no-such-subscription"),
        };
        said(self, (status, key))
    }
}

impl ToProblem for ArchiveError {
    fn to_problem(&self) -> Problem {
        match self {
            ArchiveError::BadQuery { name, .. } => with_args(said(self, (422, "bad-question")), [name]),
            ArchiveError::Player(error) => Problem { status: 422, ..error.to_problem() },
            ArchiveError::Person(error) => error.to_problem(),
            ArchiveError::Unavailable(error) => error.to_problem(),
        }
    }
}
