//! Options of the commands that talk to a server.

use clap::Args;
use ludoteca_client::{Address, Client, Roots};
use ludoteca_shell::Failure;
use std::path::PathBuf;

/// How the server's certificate is verified.
#[derive(Args)]
pub(crate) struct Trust {
    /// PEM file with further certificates to trust, for https servers with their own certificate
    #[arg(long, value_name = "FILE", env = "LUDOTECA_CA")]
    ca: Option<PathBuf>,
}

impl Trust {
    /// A client of the server at this address, without a token yet.
    pub(crate) fn client(&self, address: &Address) -> Result<Client, Failure> {
        let client = Client::new(address.clone());
        match &self.ca {
            Some(path) => Ok(client.with_roots(Roots::from_file(path).map_err(Failure::other)?)),
            None => Ok(client),
        }
    }
}
