//! What people tell moderators.

use super::{checked_text, sanction_view};
use crate::hub::{
    Hub, Who,
    active::time,
    problem,
    trouble::{not_kept, not_read},
};
use ludoteca_protocol::{NewReport, Problem, ReportList, ReportView};
use ludoteca_store::{Change, Decision, Report};
use serde_json::{Value, json};

/// The most reports in one answer.
const MOST: u32 = 200;

impl Hub {
    /// Tells moderators something.
    pub(crate) async fn report(&self, who: &Who, wish: &NewReport) -> Result<(), Problem> {
        let text = checked_text(&wish.text, "what has happened")?;
        let about = self.person_called(&wish.user).await?;
        if about == who.id {
            return Err(problem(422, "yourself", "nobody reports themselves"));
        }
        if let Some(game) = &wish.game {
            self.look_at(game, |game| self.may_see(game, Some(who), None)).await?;
        }
        let report = Report {
            id: self.0.outside.name(10),
            at: time(self.now()),
            by: who.id.clone(),
            about,
            game: wish.game.clone(),
            text,
            done: None,
        };
        self.0.store.add_report(&report).await.map_err(|error| not_kept(&error))?;
        tracing::info!(report = report.id, by = who.id, about = report.about, "somebody was reported");
        Ok(())
    }

    /// What people have reported, for moderators.
    pub(crate) async fn reports(&self, who: &Who, only_open: bool) -> Result<ReportList, Problem> {
        self.only_moderators(who).await?;
        self.report_list(only_open).await
    }

    pub(super) async fn report_list(&self, only_open: bool) -> Result<ReportList, Problem> {
        let found = self.0.store.reports(only_open, MOST).await.map_err(|error| not_read(&error))?;
        let mut reports = Vec::with_capacity(found.len());
        for Report { id, at, by, about, game, text, done } in found {
            let (done_by, done_at) = done.unzip();
            reports.push(ReportView {
                id,
                at: at.unsigned_abs(),
                by: self.user_view(&by).await?,
                about: self.user_view(&about).await?,
                game,
                text,
                done_by: match done_by {
                    Some(by) => Some(self.user_view(&by).await?),
                    None => None,
                },
                done_at: done_at.map(i64::unsigned_abs),
            });
        }
        Ok(ReportList { reports })
    }

    /// A moderator has looked at a report.
    pub(crate) async fn report_done(&self, who: &Who, id: &str) -> Result<(), Problem> {
        self.only_moderators(who).await?;
        let report = self.0.store.report(id).await.map_err(|error| not_read(&error))?;
        let report = report.ok_or_else(|| problem(404, "no-such-report", "there is no such report"))?;
        let decision = Decision {
            at: time(self.now()),
            by: who.id.clone(),
            action: "report-done".to_owned(),
            person: report.about,
            detail: format!("report {id}"),
            change: Change::Done(id.to_owned()),
        };
        // Somebody else may have been sooner: it is done then too.
        self.0.store.decide(&decision).await.map_err(|error| not_kept(&error))?;
        Ok(())
    }

    /// What is stored about a person here: a JSON object each.
    pub(crate) async fn own_moderation(&self, who: &Who) -> Result<Vec<Value>, Problem> {
        let store = &self.0.store;
        let blocks = self.blocks(who).await?.blocks;
        let mut lines: Vec<Value> = blocks
            .into_iter()
            .map(|block| json!({ "type": "block", "user": block.user, "at": block.at }))
            .collect();
        let reports = store.reports_by(&who.id).await.map_err(|error| not_read(&error))?;
        lines.extend(reports.into_iter().map(|report| {
            json!({ "type": "report", "id": report.id, "at": report.at, "about": report.about,
                "game": report.game, "text": report.text })
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
