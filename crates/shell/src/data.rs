//! The data folder of a server, and the runtime for commands that read it.

use crate::failure::Failure;
use clap::Args;
use std::path::{Path, PathBuf};
use tokio::runtime::{Builder, Runtime};

#[derive(Args, Debug)]
#[group(skip)]
pub struct Arguments {
    /// Data folder of the server (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
}

impl Arguments {
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        folder(self.data.as_deref())
    }
}

/// The requested folder, or the user's.
pub fn folder(wanted: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = wanted {
        return Ok(folder.to_owned());
    }
    let own = directories::ProjectDirs::from("", "", "ludoteca");
    let own = own.ok_or_else(|| Failure::Usage("there is no data folder: set it with --data".to_owned()))?;
    Ok(own.data_dir().to_owned())
}

pub fn runtime() -> Result<Runtime, Failure> {
    Builder::new_multi_thread().enable_all().build().map_err(Failure::other)
}
