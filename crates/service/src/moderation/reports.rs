//! Users' reports to the moderators.

use super::{checked_text, sanction_view};
use crate::{
    Identity, Moderation, Session,
    active::time,
    error::{ModerationError, Unavailable, not_kept, not_read},
};
use ludoteca_protocol::{FromServer, NewReport, ReportList, ReportQuery, ReportView, Room, UserView};
use ludoteca_store::{Change, Decision, GameRow, Report, ReportSearch, ReportState, Time};
use serde_json::{Value, json};

/// The most reports in one answer.
pub(crate) const MOST: u32 = 200;
/// The categories of reports.
pub(crate) const REASONS: [&str; 6] = ["cheating", "stalling", "insults", "spam", "name", OTHER];
/// The category that needs a text.
const OTHER: &str = "other";

/// A report with its context.
#[derive(Debug)]
pub struct ReportFound {
    pub report: ReportView,
    pub game: Option<ReportedGame>,
}

/// The game of a report, if it still exists.
#[derive(Debug)]
pub struct ReportedGame {
    pub row: GameRow,
    /// A link that also opens unlisted games.
    pub link: String,
    /// The chat of the game.
    pub messages: Vec<FromServer>,
}

impl Moderation {
    pub async fn report(&self, who: &Identity, request: &NewReport) -> Result<(), ModerationError> {
        let reason = request.reason.as_deref().unwrap_or(OTHER);
        if !REASONS.contains(&reason) {
            return Err(ModerationError::BadReason);
        }
        let text = checked_text(&request.text, "what has happened", usize::from(reason == OTHER))?;
        let about = self.people.person_by_name(&request.user).await?;
        if about == who.id {
            return Err(ModerationError::ReportsYourself);
        }
        if let Some(game) = &request.game {
            self.games.check_visible(game, who).await?;
        }
        let report = Report {
            id: self.environment.name(10),
            at: time(self.environment.now()),
            by: who.id.clone(),
            about,
            game: request.game.clone(),
            reason: reason.to_owned(),
            text,
            taken: None,
            done: None,
        };
        self.store.add_report(&report).await.map_err(not_kept)?;
        tracing::info!(report = report.id, by = who.id, about = report.about, "a user was reported");
        Ok(())
    }

    /// Lists reports, for moderators.
    pub async fn reports(
        &self,
        session: &Session,
        wanted: &ReportQuery,
    ) -> Result<ReportList, ModerationError> {
        self.roles.only_moderators(session).await?;
        let state = match wanted.state.as_deref() {
            None => None,
            Some("open") => Some(ReportState::Open),
            Some("taken") => Some(ReportState::Taken),
            Some("closed") => Some(ReportState::Closed),
            Some(_) => return Err(ModerationError::BadState),
        };
        let about = match &wanted.user {
            Some(user) => Some(self.people.person_named(user).await?.id),
            None => None,
        };
        let before = match &wanted.before {
            Some(id) => self.report_called(id).await.map(|report| Some((report.at, report.id)))?,
            None => None,
        };
        // Reports about a moderator are left to the others.
        let not_about = Some(session.who.id.clone());
        let search = ReportSearch { state, unfinished: wanted.open, about, not_about, by: None, before };
        Ok(self.report_list(search, wanted.limit.unwrap_or(MOST).clamp(1, MOST)).await?)
    }

    pub(super) async fn report_list(
        &self,
        search: ReportSearch,
        limit: u32,
    ) -> Result<ReportList, Unavailable> {
        // One more, to know whether there are earlier ones.
        let found = self.store.reports(&search, limit + 1).await.map_err(not_read)?;
        let more = found.len() > limit as usize;
        let mut reports = Vec::with_capacity(found.len());
        for report in found.into_iter().take(limit as usize) {
            reports.push(self.report_view(report).await?);
        }
        let before = reports.last().map(|last| last.id.clone()).filter(|_| more);
        Ok(ReportList { reports, before })
    }

    async fn report_view(&self, report: Report) -> Result<ReportView, Unavailable> {
        let Report { id, at, by, about, game, reason, text, taken, done } = report;
        let (taken_by, taken_at) = self.noted(taken).await?;
        let (done_by, done_at) = self.noted(done).await?;
        Ok(ReportView {
            id,
            at: at.unsigned_abs(),
            by: self.people.user_view(&by).await?,
            about: self.people.user_view(&about).await?,
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
    async fn noted(
        &self,
        note: Option<(String, Time)>,
    ) -> Result<(Option<UserView>, Option<u64>), Unavailable> {
        Ok(match note {
            Some((by, at)) => (Some(self.people.user_view(&by).await?), Some(at.unsigned_abs())),
            None => (None, None),
        })
    }

    async fn report_called(&self, id: &str) -> Result<Report, ModerationError> {
        let report = self.store.report(id).await.map_err(not_read)?;
        report.ok_or(ModerationError::UnknownReport)
    }

    /// A report, unless it is about the moderator themself.
    async fn report_for(&self, who: &Identity, id: &str) -> Result<Report, ModerationError> {
        let report = self.report_called(id).await?;
        match report.about == who.id {
            true => Err(ModerationError::AboutYou),
            false => Ok(report),
        }
    }

    /// A report with its game and chat, for moderators. Only a report gives them access to private chats and
    /// games. A report of their own does so only if they play in the game.
    pub async fn report_detail(&self, session: &Session, id: &str) -> Result<ReportFound, ModerationError> {
        self.roles.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        let Some(game) = report.game.clone() else {
            return Ok(ReportFound { report: self.report_view(report).await?, game: None });
        };
        let row = self.store.game(&game).await.map_err(not_read)?;
        let opens = report.by != who.id || row.as_ref().is_some_and(|row| is_player(row, &who.id));
        let mut messages = self.games.messages_since(&game, Room::Spectators, 0).await?;
        if opens {
            messages.extend(self.games.messages_since(&game, Room::Players, 0).await?);
        }
        messages.sort_by_key(|message| match message {
            FromServer::Message { at, .. } => *at,
            _ => 0,
        });
        let link = match opens {
            true => format!("/g/{game}?invitation={}", self.games.invitation(&game)),
            false => format!("/g/{game}"),
        };
        let game = row.map(|row| ReportedGame { row, link, messages });
        Ok(ReportFound { report: self.report_view(report).await?, game })
    }

    /// Assigns a report to a moderator, so that others leave it alone.
    pub async fn claim_report(&self, session: &Session, id: &str) -> Result<ReportView, ModerationError> {
        self.roles.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        if self.about_report(who, &report, "report-take", Change::Take(id.to_owned())).await? {
            return Ok(self.report_view(self.report_called(id).await?).await?);
        }
        let report = self.report_called(id).await?;
        match (&report.done, &report.taken) {
            (None, Some((by, _))) if *by == who.id => Ok(self.report_view(report).await?),
            (None, _) => Err(ModerationError::ReportTaken),
            (Some(_), _) => Err(ModerationError::ReportClosed),
        }
    }

    /// Removes the assignment of a report; any moderator may do so.
    pub async fn release_report(&self, session: &Session, id: &str) -> Result<ReportView, ModerationError> {
        self.roles.only_moderators(session).await?;
        let who = &session.who;
        let report = self.report_for(who, id).await?;
        // If there was no assignment, the result is the same.
        self.about_report(who, &report, "report-release", Change::Release(id.to_owned())).await?;
        Ok(self.report_view(self.report_called(id).await?).await?)
    }

    /// Marks a report as resolved.
    pub async fn resolve_report(&self, session: &Session, id: &str) -> Result<(), ModerationError> {
        self.roles.only_moderators(session).await?;
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
    ) -> Result<bool, Unavailable> {
        let decision = Decision {
            at: time(self.environment.now()),
            by: who.id.clone(),
            action: action.to_owned(),
            person: report.about.clone(),
            detail: format!("report {}", report.id),
            change,
        };
        self.store.decide(&decision).await.map_err(not_kept)
    }

    /// A person's data in this module, one JSON object each.
    pub(crate) async fn data_of(&self, who: &Identity) -> Result<Vec<Value>, Unavailable> {
        let store = &self.store;
        let blocks = self.blocks.blocks(who).await?.blocks;
        let mut lines: Vec<Value> = blocks
            .into_iter()
            .map(|block| json!({ "type": "block", "user": block.user, "at": block.at }))
            .collect();
        let own = ReportSearch { by: Some(who.id.clone()), ..ReportSearch::default() };
        let reports = store.reports(&own, u32::MAX).await.map_err(not_read)?;
        lines.extend(reports.into_iter().map(|report| {
            json!({ "type": "report", "id": report.id, "at": report.at, "about": report.about,
                "game": report.game, "reason": report.reason, "text": report.text })
        }));
        let sanctions = store.sanctions_of(&who.id).await.map_err(not_read)?;
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
