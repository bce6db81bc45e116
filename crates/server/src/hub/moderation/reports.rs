//! Users' reports to the moderators.

use super::{checked_text, sanction_view};
use crate::hub::{
    Hub, Identity, Session,
    active::time,
    errors::{not_kept, not_read},
    problem,
};
use ludoteca_protocol::{FromServer, NewReport, Problem, ReportList, ReportView, Room, UserView};
use ludoteca_store::{Change, Decision, GameRow, Report, ReportSearch, ReportState, Time};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;

/// The most reports in one answer.
pub(super) const MOST: u32 = 200;
/// The categories of reports.
const REASONS: [&str; 6] = ["cheating", "stalling", "insults", "spam", "name", OTHER];
/// The category that needs a text.
const OTHER: &str = "other";

/// A moderator's filter for reports.
#[derive(Deserialize, Debug, IntoParams)]
pub(crate) struct ReportsWanted {
    /// Only unresolved reports, claimed or not.
    #[serde(default)]
    open: bool,
    /// `open`, `taken` or `closed`.
    state: Option<String>,
    /// Only reports about this user, by id or name.
    user: Option<String>,
    /// Only reports after this one in the list.
    before: Option<String>,
    /// The maximum number of items, at most 200.
    limit: Option<u32>,
}

/// A report with its context.
#[derive(Debug)]
pub(crate) struct ReportFound {
    pub(crate) report: ReportView,
    pub(crate) game: Option<ReportedGame>,
}

/// The game of a report, if it still exists.
#[derive(Debug)]
pub(crate) struct ReportedGame {
    pub(crate) row: GameRow,
    /// A link that also opens unlisted games.
    pub(crate) link: String,
    /// The chat of the game.
    pub(crate) messages: Vec<FromServer>,
}

impl Hub {
    pub(crate) async fn report(&self, who: &Identity, request: &NewReport) -> Result<(), Problem> {
        let reason = request.reason.as_deref().unwrap_or(OTHER);
        if !REASONS.contains(&reason) {
            return Err(problem(
                422,
                "bad-reason",
                format!("the reason must be one of {}", REASONS.join(", ")),
            ));
        }
        let text = checked_text(&request.text, "what has happened", usize::from(reason == OTHER))?;
        let about = self.person_by_name(&request.user).await?;
        if about == who.id {
            return Err(problem(422, "yourself", "you cannot report yourself"));
        }
        if let Some(game) = &request.game {
            self.look_at(game, |game| self.may_see(game, Some(who), None)).await?;
        }
        let report = Report {
            id: self.0.environment.name(10),
            at: time(self.now()),
            by: who.id.clone(),
            about,
            game: request.game.clone(),
            reason: reason.to_owned(),
            text,
            taken: None,
            done: None,
        };
        self.0.store.add_report(&report).await.map_err(|error| not_kept(&error))?;
        tracing::info!(report = report.id, by = who.id, about = report.about, "a user was reported");
        Ok(())
    }

    /// Lists reports, for moderators.
    pub(crate) async fn reports(
        &self,
        session: &Session,
        wanted: &ReportsWanted,
    ) -> Result<ReportList, Problem> {
        self.only_moderators(session).await?;
        let state = match wanted.state.as_deref() {
            None => None,
            Some("open") => Some(ReportState::Open),
            Some("taken") => Some(ReportState::Taken),
            Some("closed") => Some(ReportState::Closed),
            Some(_) => return Err(problem(422, "bad-state", "the state must be open, taken or closed")),
        };
        let about = match &wanted.user {
            Some(user) => Some(self.person_named(user).await?.id),
            None => None,
        };
        let before = match &wanted.before {
            Some(id) => self.report_called(id).await.map(|report| Some((report.at, report.id)))?,
            None => None,
        };
        // Reports about a moderator are left to the others.
        let not_about = Some(session.who.id.clone());
        let search = ReportSearch { state, unfinished: wanted.open, about, not_about, by: None, before };
        self.report_list(search, wanted.limit.unwrap_or(MOST).clamp(1, MOST)).await
    }

    pub(super) async fn report_list(&self, search: ReportSearch, limit: u32) -> Result<ReportList, Problem> {
        // One more, to know whether there are earlier ones.
        let found = self.0.store.reports(&search, limit + 1).await.map_err(|error| not_read(&error))?;
        let more = found.len() > limit as usize;
        let mut reports = Vec::with_capacity(found.len());
        for report in found.into_iter().take(limit as usize) {
            reports.push(self.report_view(report).await?);
        }
        let before = reports.last().map(|last| last.id.clone()).filter(|_| more);
        Ok(ReportList { reports, before })
    }

    async fn report_view(&self, report: Report) -> Result<ReportView, Problem> {
        let Report { id, at, by, about, game, reason, text, taken, done } = report;
        let (taken_by, taken_at) = self.noted(taken).await?;
        let (done_by, done_at) = self.noted(done).await?;
        Ok(ReportView {
            id,
            at: at.unsigned_abs(),
            by: self.user_view(&by).await?,
            about: self.user_view(&about).await?,
            game,
            reason,
            text,
            taken_by,
            taken_at,
            done_by,
            done_at,
        })
    }

    /// A user and a time, as shown to moderators.
    async fn noted(&self, note: Option<(String, Time)>) -> Result<(Option<UserView>, Option<u64>), Problem> {
        Ok(match note {
            Some((by, at)) => (Some(self.user_view(&by).await?), Some(at.unsigned_abs())),
            None => (None, None),
        })
    }

    async fn report_called(&self, id: &str) -> Result<Report, Problem> {
        let report = self.0.store.report(id).await.map_err(|error| not_read(&error))?;
        report.ok_or_else(|| problem(404, "no-such-report", "there is no such report"))
    }

    /// A report, unless it is about the moderator themself.
    async fn report_for(&self, who: &Identity, id: &str) -> Result<Report, Problem> {
        let report = self.report_called(id).await?;
        match report.about == who.id {
            true => Err(problem(403, "yourself", "the report is about you: leave it to another moderator")),
            false => Ok(report),
        }
    }

    /// A report with its game and chat, for moderators. Only a report gives them access to private chats and
    /// games. A report of their own does so only if they play in the game.
    pub(crate) async fn report_detail(&self, session: &Session, id: &str) -> Result<ReportFound, Problem> {
        self.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        let Some(game) = report.game.clone() else {
            return Ok(ReportFound { report: self.report_view(report).await?, game: None });
        };
        let row = self.0.store.game(&game).await.map_err(|error| not_read(&error))?;
        let opens = report.by != who.id || row.as_ref().is_some_and(|row| is_player(row, &who.id));
        let mut messages = self.said_since(&game, Room::Spectators, 0).await?;
        if opens {
            messages.extend(self.said_since(&game, Room::Players, 0).await?);
        }
        messages.sort_by_key(|message| match message {
            FromServer::Message { at, .. } => *at,
            _ => 0,
        });
        let link = match opens {
            true => format!("/g/{game}?invitation={}", self.invitation(&game)),
            false => format!("/g/{game}"),
        };
        let game = row.map(|row| ReportedGame { row, link, messages });
        Ok(ReportFound { report: self.report_view(report).await?, game })
    }

    /// Assigns a report to a moderator, so that others leave it alone.
    pub(crate) async fn take_report(&self, session: &Session, id: &str) -> Result<ReportView, Problem> {
        self.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        if self.about_report(who, &report, "report-take", Change::Take(id.to_owned())).await? {
            return self.report_view(self.report_called(id).await?).await;
        }
        let report = self.report_called(id).await?;
        match (&report.done, &report.taken) {
            (None, Some((by, _))) if *by == who.id => self.report_view(report).await,
            (None, _) => Err(problem(409, "taken", "another moderator has claimed it")),
            (Some(_), _) => Err(problem(409, "report-closed", "it has already been resolved")),
        }
    }

    /// Removes the assignment of a report; any moderator may do so.
    pub(crate) async fn release_report(&self, session: &Session, id: &str) -> Result<ReportView, Problem> {
        self.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        // If there was no assignment, the result is the same.
        self.about_report(who, &report, "report-release", Change::Release(id.to_owned())).await?;
        self.report_view(self.report_called(id).await?).await
    }

    /// Marks a report as resolved.
    pub(crate) async fn report_done(&self, session: &Session, id: &str) -> Result<(), Problem> {
        self.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        // Another moderator may have been faster; it is resolved either way.
        self.about_report(who, &report, "report-done", Change::Done(id.to_owned())).await?;
        Ok(())
    }

    /// Changes a report and adds an audit entry; false when there was nothing to change.
    async fn about_report(
        &self,
        who: &Identity,
        report: &Report,
        action: &str,
        change: Change,
    ) -> Result<bool, Problem> {
        let decision = Decision {
            at: time(self.now()),
            by: who.id.clone(),
            action: action.to_owned(),
            person: report.about.clone(),
            detail: format!("report {}", report.id),
            change,
        };
        self.0.store.decide(&decision).await.map_err(|error| not_kept(&error))
    }

    /// A person's data in this module, one JSON object each.
    pub(crate) async fn own_moderation(&self, who: &Identity) -> Result<Vec<Value>, Problem> {
        let store = &self.0.store;
        let blocks = self.blocks(who).await?.blocks;
        let mut lines: Vec<Value> = blocks
            .into_iter()
            .map(|block| json!({ "type": "block", "user": block.user, "at": block.at }))
            .collect();
        let own = ReportSearch { by: Some(who.id.clone()), ..ReportSearch::default() };
        let reports = store.reports(&own, u32::MAX).await.map_err(|error| not_read(&error))?;
        lines.extend(reports.into_iter().map(|report| {
            json!({ "type": "report", "id": report.id, "at": report.at, "about": report.about,
                "game": report.game, "reason": report.reason, "text": report.text })
        }));
        let sanctions = store.sanctions_of(&who.id).await.map_err(|error| not_read(&error))?;
        lines.extend(
            sanctions
                .iter()
                .map(sanction_view)
                .map(|one| json!({ "type": "sanction", "kind": one.kind, "until": one.until, "at": one.at })),
        );
        Ok(lines)
    }
}

/// Whether a person has a seat in a game, by its summary.
fn is_player(row: &GameRow, person: &str) -> bool {
    let overview: Value = serde_json::from_str(&row.overview).unwrap_or_default();
    overview["seats"].as_array().into_iter().flatten().any(|seat| seat["user"]["id"] == person)
}
