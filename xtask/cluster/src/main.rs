//! `cargo xtask cluster-test`: PostgreSQL, NATS and several nodes in temporary folders, people who play
//! through all of them, and faults in an order that follows from a seed. Then what clients received is
//! compared with what is stored. `cargo xtask capacity` measures what such nodes carry.

mod capacity;
mod check;
mod faults;
mod network;
mod players;
mod random;
mod servers;

use clap::Parser;
use random::Chance;
use std::{path::PathBuf, process::ExitCode, sync::Arc, time::Duration};

/// Play through several servers while they are killed, paused and cut off, and check what was confirmed
#[derive(Parser, Clone, Debug)]
struct Arguments {
    /// How long, in seconds
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 600)]
    length: u64,
    /// Faults and players follow from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, value_name = "N", default_value_t = 3)]
    nodes: usize,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 150)]
    games: usize,
    /// The longest pause before a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pause: u64,
    /// Do nothing to the servers
    #[arg(long)]
    no_faults: bool,
    /// The program that serves
    #[arg(long, value_name = "FILE", default_value = "target/debug/ludoteca")]
    program: PathBuf,
    /// It was built without fencing: succeed only if that is found out
    #[arg(long)]
    unfenced: bool,
    /// Keep the folder with all logs
    #[arg(long)]
    keep: bool,
    /// Measure how much the servers carry instead, --for so many seconds at a time
    #[arg(long)]
    capacity: bool,
    /// An earlier version of the program, to compare with
    #[arg(long, value_name = "FILE", requires = "capacity")]
    before: Option<PathBuf>,
    /// The most games at the same time that are measured
    #[arg(long, value_name = "N", default_value_t = 8000, requires = "capacity")]
    most: usize,
    /// Only this table; can be given several times
    #[arg(long, value_name = "TABLE", requires = "capacity")]
    only: Vec<capacity::ResultTable>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.capacity {
        return match capacity::measure(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("capacity: {error}");
                ExitCode::FAILURE
            }
        };
    }
    // Before there are other threads: all of them are to be in the same network.
    let net = match network::Net::new(arguments.nodes) {
        Ok(net) => net,
        Err(error) => {
            eprintln!("cluster-test: {error}");
            return ExitCode::FAILURE;
        }
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("cluster-test: {error}");
            return ExitCode::FAILURE;
        }
    };
    let done = runtime.block_on(run(&arguments, net));
    runtime.shutdown_timeout(Duration::from_secs(1));
    match (done, arguments.unfenced) {
        (Ok(()), false) => ExitCode::SUCCESS,
        (Ok(()), true) => {
            eprintln!("cluster-test: nothing was found although nothing was fenced");
            ExitCode::FAILURE
        }
        (Err(error), true) if error.starts_with(check::FOUND) => {
            println!("as it must be without fencing: {error}");
            ExitCode::SUCCESS
        }
        (Err(error), _) => {
            eprintln!("cluster-test: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments, net: network::Net) -> Result<(), String> {
    println!(
        "seed {}, {} nodes, {} games at the same time, {} s; {}",
        arguments.seed,
        arguments.nodes,
        arguments.games,
        arguments.length,
        net.describe()
    );
    let together = servers::StoreKind::Together;
    let mut site = servers::Site::start(net, &arguments.program, arguments.nodes, together, true).await?;
    let addresses = site.addresses();
    servers::wait_until_ready(&addresses).await?;
    println!("all nodes answer");
    players::meet(&addresses).await?;
    println!("across nodes: seeks are paired, moves and messages arrive, notices too");
    let world = Arc::new(players::World::new(arguments, addresses.clone()));
    let playing = players::start(&world);
    let faults = if arguments.no_faults {
        tokio::time::sleep(Duration::from_secs(arguments.length)).await;
        faults::Done::default()
    } else {
        faults::let_happen(&mut site, arguments, Chance::new(arguments.seed)).await?
    };
    println!("{faults}");
    world.stop();
    // All clients have time to receive the end.
    let (told, complaints) = players::gather(playing).await?;
    println!("{}", players::summary(&told));
    let checked = check::all(&site.database(), &told, complaints).await;
    if arguments.keep || checked.is_err() {
        println!("logs: {}", site.keep().display());
    }
    println!("{}", checked?);
    Ok(())
}
