use crate::{failure::Failure, output::print};
use clap::Args;

/// Show the licences of everything in this program and in its page that others wrote
#[derive(Args)]
pub(crate) struct Arguments {}

pub(crate) fn run() -> Result<(), Failure> {
    print(ludoteca_server::LICENCES)
}
