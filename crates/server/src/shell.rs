//! Moderation by the server's operator from the command line: on a stopped server's data, or on a running
//! server through its control socket. The first admin is appointed this way.

use crate::{
    control::{self, Request},
    problem::problem,
};
use ludoteca_protocol::{
    AuditPage, InviteCodeView, ModeratedUser, ModerationAct, NewInviteCode, Problem, ReportList,
};
use ludoteca_service::Services;
use ludoteca_store::{Store, StoreError};
use serde::de::DeserializeOwned;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A server, from the operator's point of view.
#[derive(Debug)]
pub struct Shell(Server);

#[derive(Debug)]
enum Server {
    Stopped(Arc<Services>),
    /// Running on this folder.
    Running(PathBuf),
}

impl Shell {
    /// Opens a store that no server uses.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub async fn open(store: Arc<dyn Store>) -> Result<Shell, StoreError> {
        Ok(Shell(Server::Stopped(Services::open_stopped(store).await?)))
    }

    /// Connects to the server that runs on this folder.
    #[must_use]
    pub fn of_running(folder: &Path) -> Shell {
        Shell(Server::Running(folder.to_owned()))
    }

    async fn ask<T: DeserializeOwned>(&self, request: Request) -> Result<T, Problem> {
        let answer = match &self.0 {
            Server::Stopped(services) => {
                control::answer(&services.moderation, request).await.map_err(|problem| *problem)?
            }
            Server::Running(folder) => control::ask(folder, &request).await?,
        };
        serde_json::from_value(answer).map_err(|error| {
            problem(500, "not-understood", format!("the running server has another version: {error}"))
        })
    }

    /// Performs a moderation action on any user.
    ///
    /// # Errors
    /// When there is no such user, or the action is impossible.
    pub async fn moderate(&self, user: &str, act: &ModerationAct) -> Result<ModeratedUser, Problem> {
        self.ask(Request::Moderate { user: user.to_owned(), act: act.clone() }).await
    }

    /// Whether an account has a passkey. If passkeys are available, a role has no effect without one.
    ///
    /// # Errors
    /// When there is no such user, or the store cannot be read.
    pub async fn has_passkey(&self, user: &str) -> Result<bool, Problem> {
        self.ask(Request::HasPasskey { user: user.to_owned() }).await
    }

    /// The reports, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn reports(&self, only_open: bool) -> Result<ReportList, Problem> {
        self.ask(Request::Reports { only_open }).await
    }

    /// The moderation log before an entry, newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn audit(&self, before: Option<u64>) -> Result<AuditPage, Problem> {
        self.ask(Request::Audit { before }).await
    }

    /// Creates an invite code for registration.
    ///
    /// # Errors
    /// When its fields are invalid, or the store cannot be written.
    pub async fn invite(&self, new: &NewInviteCode) -> Result<InviteCodeView, Problem> {
        self.ask(Request::Invite(new.clone())).await
    }

    /// Completes all pending writes first.
    pub async fn close(self) {
        if let Server::Stopped(services) = self.0 {
            services.close().await;
        }
    }
}
