use clap::Args;
use ludoteca_server::Page;
use ludoteca_shell::{Failure, output::print};

/// Show the licences of all third-party code in this program and its page
#[derive(Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(page: &Page) -> Result<(), Failure> {
    let missing =
        "this program was built without its page, which holds the notices; build it with `cargo xtask serve`";
    print(page.licences().ok_or_else(|| Failure::other(missing))?)
}
