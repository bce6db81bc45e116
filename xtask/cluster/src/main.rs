//! `cargo xtask cluster-test` starts PostgreSQL, NATS and several nodes in temporary folders, plays games
//! through all nodes, and injects faults in an order determined by a seed. Then it compares what clients
//! received with what is stored. `cargo xtask capacity` measures the load that such nodes can carry.

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
    /// Duration in seconds
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 600)]
    length: u64,
    /// Seed for the faults and the players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, value_name = "N", default_value_t = 3)]
    nodes: usize,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 150)]
    games: usize,
    /// Longest pause before a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pause: u64,
    /// Inject no faults
    #[arg(long)]
    no_faults: bool,
    /// The server program
    #[arg(long, value_name = "FILE", default_value = "target/debug/ludoteca")]
    program: PathBuf,
    /// The program was built without fencing: succeed only if that is detected
    #[arg(long)]
    unfenced: bool,
    /// Keep the folder with all logs
    #[arg(long)]
    keep: bool,
    /// Measure the servers' capacity instead; --for is the duration of each run
    #[arg(long)]
    capacity: bool,
    /// An earlier version of the program to compare with
    #[arg(long, value_name = "FILE", requires = "capacity")]
    before: Option<PathBuf>,
    /// Maximum number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 8000, requires = "capacity")]
    most: usize,
    /// Print only this table; can be repeated
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
    // Before other threads are started: all of them must be in the same network namespace.
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
            eprintln!("cluster-test: no violations were found, although fencing was off");
            ExitCode::FAILURE
        }
        (Err(error), true) if error.starts_with(check::FOUND) => {
            println!("violations found, as expected without fencing: {error}");
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
        "seed {}, {} nodes, {} concurrent games, {} s; {}",
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
    println!("all nodes are ready");
    players::meet(&addresses).await?;
    println!("across nodes: pairing, moves, messages and notifications work");
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
    // All clients have time to receive the last events.
    let (told, complaints) = players::gather(playing).await?;
    println!("{}", players::summary(&told));
    let checked = check::all(&site.database(), &told, complaints).await;
    if arguments.keep || checked.is_err() {
        println!("logs: {}", site.keep().display());
    }
    println!("{}", checked?);
    Ok(())
}
