use super::lock;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_catalog::GameId;
use ludoteca_service::RandomGames;
use ludoteca_shell::{
    Failure,
    data::{self, runtime},
    interrupt,
    output::print,
};
use ludoteca_store::{Append, Events, Facts, People, Sqlite, Store};
use std::{sync::atomic::Ordering, thread};

/// Add generated games to the log of a stopped server, to measure how it handles many
///
/// Legal games of random moves between invented players, with every kind of ending. A stopped run resumes
/// when it is started again with the same seed; a higher --games adds more. To save space, the log lacks the
/// position after each move.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: data::Arguments,
    /// Total number of games
    #[arg(long, value_name = "N")]
    games: u64,
    /// Games to play, separated by commas
    #[arg(long, value_name = "GAME", value_delimiter = ',', default_values_t = GameId::ALL)]
    game: Vec<GameId>,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    people: u32,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The number of games in one commit.
const AT_ONCE: u64 = 5000;

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let locked = lock(&arguments.data)?;
    runtime()?.block_on(async {
        let store = Sqlite::open_to_fill(&locked.database()).await.map_err(Failure::other)?;
        let done = generate(&store, arguments).await;
        store.settle().await.map_err(Failure::other)?;
        store.close().await;
        done
    })
}

async fn generate(store: &Sqlite, arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { games, game, people, seed, .. } = arguments;
    let stop = interrupt::stop_flag()?;
    let made_up = RandomGames::new(*seed, game.clone(), *people);
    let kinds: Vec<String> = game.iter().map(ToString::to_string).collect();
    let fact = format!("made-up:{seed}:{people}:{}", kinds.join(","));
    let known = store.fact(&fact).await.map_err(Failure::other)?.and_then(|text| text.parse().ok());
    let first: u64 = match known {
        Some(known) => known,
        None => {
            add_people(store, &made_up).await?;
            store.set_fact(&fact, "0").await.map_err(Failure::other)?;
            0
        }
    };
    let bar = ProgressBar::new(*games).with_style(
        ProgressStyle::with_template("{pos} of {len} games, {per_sec}, {eta} left")
            .map_err(Failure::other)?,
    );
    bar.set_position(first);
    bar.reset_eta();
    let mut next = first;
    let mut batch = made(&made_up, next..(next + AT_ONCE).min(*games));
    while next < *games && !stop.load(Ordering::Relaxed) {
        let end = (next + AT_ONCE).min(*games);
        let (following, source) = (end..(end + AT_ONCE).min(*games), made_up.clone());
        // One core generates while the other writes.
        let play = tokio::task::spawn_blocking(move || made(&source, following));
        store.append(&batch).await.map_err(Failure::other)?;
        store.set_fact(&fact, &end.to_string()).await.map_err(Failure::other)?;
        batch = play.await.map_err(Failure::other)?;
        next = end;
        bar.set_position(next);
    }
    bar.finish_and_clear();
    print(&format!("{next} of {games} games are in the log, {} of them new\n", next - first))
}

/// Adds the people; some exist already if an earlier run was stopped at this point.
async fn add_people(store: &Sqlite, made_up: &RandomGames) -> Result<(), Failure> {
    for person in made_up.people() {
        if store.person(&person.id).await.map_err(Failure::other)?.is_none() {
            store.add_person(&person).await.map_err(Failure::other)?;
        }
    }
    Ok(())
}

fn made(source: &RandomGames, numbers: std::ops::Range<u64>) -> Vec<Append> {
    let middle = numbers.start + numbers.end.saturating_sub(numbers.start) / 2;
    let of = |numbers: std::ops::Range<u64>| -> Vec<Append> {
        numbers.filter_map(|number| source.game(number)).collect()
    };
    thread::scope(|scope| {
        let half = scope.spawn(|| of(numbers.start..middle));
        let other = of(middle..numbers.end);
        let mut all = half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        all.extend(other);
        all
    })
}
