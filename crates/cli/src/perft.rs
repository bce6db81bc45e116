use clap::Args;
use ludoteca_shell::{
    Failure,
    output::{self, print, print_json},
    setup,
};
use serde::Serialize;

/// Count the leaves of the game tree: one line per depth, "depth leaves digest"
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    setup: setup::Arguments,
    /// Maximum depth, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Serialize)]
struct LeavesJson {
    depth: u32,
    leaves: u64,
    digest: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.setup.open()?;
    for depth in arguments.depth.min(1)..=arguments.depth {
        // Each line is printed as soon as it is known: the next one may take long.
        let leaves = ludoteca_catalog::leaves(&*game, depth);
        if arguments.output.json {
            let digest = format!("{:016x}", leaves.digest);
            print_json(&LeavesJson { depth, leaves: leaves.count, digest })?;
        } else {
            print(&format!("{depth} {leaves}\n"))?;
        }
    }
    Ok(())
}
