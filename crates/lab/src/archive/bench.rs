use super::lock;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use ludoteca_archive::{
    DumpForm, DumpWriter, Lines, PositionQuery, REBUILDING, catch_up, explore, question, rebuild, search,
};
use ludoteca_catalog::{GameId, Setup, open};
use ludoteca_contest::{Contest, Event};
use ludoteca_protocol::ArchiveQuery;
use ludoteca_shell::{
    Failure,
    data::{self, runtime},
    output::{self, print, print_json},
};
use ludoteca_store::{Archive, Events, Sqlite, Store, StoreError};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::{
    fs,
    io::Write,
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};

/// Measure adding games to the archive of a stopped server, searching, exploring and dumping
///
/// Games that are not in the archive yet are added first. Positions for the explorer are those of random
/// games, most of them early ones; the starting positions are measured separately.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    data: data::Arguments,
    /// Rebuild the whole archive first
    #[arg(long)]
    rebuild: bool,
    /// Number of positions to look up
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: u32,
    /// Number of games in the dump
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    dump: u32,
    /// Seed of the searches and positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: output::Arguments,
}

/// How often each search is repeated.
const SEARCHES: usize = 20;
/// Groups of positions by the number of plies played.
const DEPTHS: [(usize, &str); 4] = [
    (3, "met in play, after 0 to 3 plies"),
    (10, "met in play, after 4 to 10 plies"),
    (30, "met in play, after 11 to 30 plies"),
    (usize::MAX, "met in play, later"),
];

#[derive(Serialize, Default)]
struct Report {
    games: u64,
    megabytes_before: f64,
    megabytes: f64,
    taken_in: u64,
    taken_in_seconds: f64,
    open_seconds: f64,
    questions: Vec<Measured>,
    /// The position that took longest.
    slowest: String,
    dumped: usize,
    dump_seconds: f64,
    dump_bytes: usize,
}

/// All times are in milliseconds.
#[derive(Serialize)]
struct Measured {
    what: String,
    asked: usize,
    median: f64,
    p99: f64,
    worst: f64,
}

impl Measured {
    fn new(what: impl Into<String>, mut times: Vec<Duration>) -> Measured {
        times.sort_unstable();
        let at = |share: usize| {
            let index = (times.len() * share / 100).min(times.len().saturating_sub(1));
            times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        Measured { what: what.into(), asked: times.len(), median: at(50), p99: at(99), worst: at(100) }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let locked = lock(&arguments.data)?;
    let report = runtime()?.block_on(async {
        let mut report = Report { megabytes_before: megabytes(&locked.database()), ..Report::default() };
        let store = Sqlite::open_to_fill(&locked.database()).await.map_err(Failure::other)?;
        let filled = fill(&store, arguments, &mut report).await;
        store.settle().await.map_err(Failure::other)?;
        store.close().await;
        filled?;
        // Opened as a server does.
        let begun = Instant::now();
        let store = Sqlite::open(&locked.database()).await.map_err(Failure::other)?;
        report.open_seconds = begun.elapsed().as_secs_f64();
        report.megabytes = megabytes(&locked.database());
        let measured = measure(&store, arguments, &mut report).await;
        store.close().await;
        measured.map(|()| report)
    })?;
    if arguments.output.json {
        return print_json(&report);
    }
    let mut text = format!(
        "{} games have ended; the database has {:.0} MB and is opened in {:.1} s\n",
        report.games, report.megabytes, report.open_seconds
    );
    if report.taken_in > 0 {
        text += &format!(
            "taking in: {} games in {:.0} s, {:.0} a second; the database had {:.0} MB before\n",
            report.taken_in,
            report.taken_in_seconds,
            report.taken_in as f64 / report.taken_in_seconds,
            report.megabytes_before
        );
    }
    text +=
        &format!("{:<44} {:>6} {:>10} {:>10} {:>10}\n", "milliseconds", "asked", "median", "p99", "worst");
    for one in &report.questions {
        text += &format!(
            "{:<44} {:>6} {:>10.2} {:>10.2} {:>10.2}\n",
            one.what, one.asked, one.median, one.p99, one.worst
        );
    }
    text += &format!("the slowest position of the explorer: {}\n", report.slowest);
    text += &format!(
        "dump: {} games as records in {:.0} s, {:.0} a second, {:.1} MB\n",
        report.dumped,
        report.dump_seconds,
        report.dumped as f64 / report.dump_seconds,
        report.dump_bytes as f64 / 1e6
    );
    print(&text)
}

/// Adds games that are not in the archive yet.
async fn fill(store: &Sqlite, arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    let bar = ProgressBar::no_length()
        .with_style(ProgressStyle::with_template("{pos} games taken in, {per_sec}").map_err(Failure::other)?);
    let begun = Instant::now();
    let mut taken_in = 0;
    let mut progress = |count| {
        taken_in += count;
        bar.set_position(taken_in);
        ControlFlow::Continue(())
    };
    let done = match arguments.rebuild {
        true => rebuild(store, &mut progress).await,
        false => catch_up(store, REBUILDING, &mut progress).await,
    };
    done.map_err(Failure::other)?;
    bar.finish_and_clear();
    report.taken_in = taken_in;
    report.taken_in_seconds = begun.elapsed().as_secs_f64();
    Ok(())
}

async fn measure(store: &Sqlite, arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let newest = store.search_archive(&Default::default(), 1).await.map_err(Failure::other)?;
    let last = newest.first().map_or(0, |game| game.number);
    report.games = last;
    if last == 0 {
        return Err(Failure::Other(
            "the archive has no games: see `ludoteca-lab archive generate`".to_owned(),
        ));
    }
    searches(store, &mut chance, last, report).await?;
    explorer(store, &mut chance, last, arguments.positions, report).await?;
    let begun = Instant::now();
    let mut lines = Lines::new(Default::default(), DumpForm::Records, Some(arguments.dump));
    let mut packed = DumpWriter::new(Vec::new())?;
    while let Some((text, games)) = lines.next(store).await.map_err(Failure::other)? {
        packed.write_all(&text)?;
        report.dumped += games;
    }
    report.dump_bytes = packed.finish()?.len();
    report.dump_seconds = begun.elapsed().as_secs_f64();
    Ok(())
}

fn megabytes(path: &Path) -> f64 {
    let size = |end: &str| fs::metadata(format!("{}{end}", path.display())).map_or(0, |about| about.len());
    (size("") + size("-wal")) as f64 / 1e6
}

async fn searches(
    store: &Sqlite,
    chance: &mut Xoshiro256PlusPlus,
    last: u64,
    report: &mut Report,
) -> Result<(), Failure> {
    let text = |text: &str| Some(text.to_owned());
    let of = |game: &str| ArchiveQuery { game: text(game), ..ArchiveQuery::default() };
    let start = |game: GameId| open(game, &Setup::default()).map(|play| play.position());
    let requests = [
        ("the newest", ArchiveQuery::default()),
        ("game", of("peak")),
        ("player", ArchiveQuery { player: text(""), ..ArchiveQuery::default() }),
        ("player, game, won", ArchiveQuery { player: text(""), result: text("win"), ..of("squadro") }),
        ("two players", ArchiveQuery { player: text(""), with: text(""), ..ArchiveQuery::default() }),
        ("game, ending", ArchiveQuery { termination: text("agreement"), ..of("squadro") }),
        ("ending, any game", ArchiveQuery { termination: text("agreement"), ..ArchiveQuery::default() }),
        (
            "ending that never was",
            ArchiveQuery { termination: text("adjudication"), ..ArchiveQuery::default() },
        ),
        (
            "game, result, options",
            ArchiveQuery { result: text("1/2-1/2"), options: text("first=red"), ..of("squadro") },
        ),
        ("long games", ArchiveQuery { min_plies: Some(100), ..of("one-piece-for-two") }),
        (
            "one day",
            ArchiveQuery { from: text("2025-03-01"), to: text("2025-03-02"), ..ArchiveQuery::default() },
        ),
        ("game, rating at least 2350", ArchiveQuery { min_rating: Some(2350), ..of("squadro") }),
        (
            "any game, rating at least 2350",
            ArchiveQuery { min_rating: Some(2350), ..ArchiveQuery::default() },
        ),
        ("start position", ArchiveQuery { position: start(GameId::Squadro).ok(), ..of("squadro") }),
        (
            "start position, ending that never was",
            ArchiveQuery {
                position: start(GameId::Squadro).ok(),
                termination: text("adjudication"),
                ..of("squadro")
            },
        ),
    ];
    for (what, request) in requests {
        let mut times = Vec::new();
        for _ in 0..SEARCHES {
            let mut request = request.clone();
            let game = any_game(store, chance, last).await.map_err(Failure::other)?;
            let mut people = game.seats.iter().filter_map(|seat| seat.person.clone());
            let (first, second) = (people.next(), people.next());
            request.player = request.player.and_then(|_| first.clone());
            request.with = request.with.and(second.or(first));
            let asked = question(store, &request).await.map_err(Failure::other)?;
            let begun = Instant::now();
            search(store, &asked.search, asked.position, 50).await.map_err(Failure::other)?;
            times.push(begun.elapsed());
        }
        report.questions.push(Measured::new(format!("search: {what}"), times));
    }
    Ok(())
}

async fn any_game(
    store: &Sqlite,
    chance: &mut Xoshiro256PlusPlus,
    last: u64,
) -> Result<ludoteca_store::ArchivedGame, StoreError> {
    loop {
        let number = chance.next_u64() % last + 1;
        if let Some(game) = store.archived(&[number]).await?.pop() {
            return Ok(game);
        }
    }
}

async fn explorer(
    store: &Sqlite,
    chance: &mut Xoshiro256PlusPlus,
    last: u64,
    positions: u32,
    report: &mut Report,
) -> Result<(), Failure> {
    let asked = |play, min_rating| PositionQuery { play, min_rating, max_rating: None, speed: None };
    for game in GameId::ALL {
        let (mut times, mut rated) = (Vec::new(), Vec::new());
        for _ in 0..SEARCHES {
            for (least, times) in [(None, &mut times), (Some(1800), &mut rated)] {
                let asked = asked(open(game, &Setup::default())?, least);
                let begun = Instant::now();
                explore(store, &asked).await.map_err(Failure::other)?;
                times.push(begun.elapsed());
            }
        }
        report.questions.push(Measured::new(format!("explorer: start of {game}"), times));
        report.questions.push(Measured::new(format!("explorer: start of {game}, from 1800"), rated));
    }
    let mut times = vec![Vec::new(); 2 * DEPTHS.len()];
    let mut worst = Duration::ZERO;
    for _ in 0..positions {
        let game = any_game(store, chance, last).await.map_err(Failure::other)?;
        let log = store.events(&game.game, 0).await.map_err(Failure::other)?;
        let events: Vec<Event> = log.iter().filter_map(|one| serde_json::from_str(&one.data).ok()).collect();
        let contest = Contest::replay(&events).map_err(Failure::other)?;
        // Squared, since early positions are looked up more often.
        let share = (chance.next_u64() >> 40) as f64 / f64::from(1 << 24);
        let plies = (contest.game().steps() as f64 * share * share) as usize;
        let depth = DEPTHS.iter().position(|(most, _)| plies <= *most).unwrap_or(0);
        for (column, least) in [(0, None), (1, Some(1800))] {
            let mut play = contest.game().fork();
            play.take_back_to(plies);
            let asked = asked(play, least);
            let begun = Instant::now();
            explore(store, &asked).await.map_err(Failure::other)?;
            let time = begun.elapsed();
            if time > worst {
                worst = time;
                report.slowest = format!("{} {}", asked.play.game(), asked.play.position());
            }
            times[2 * depth + column].push(time);
        }
    }
    for ((depth, bounds), times) in
        DEPTHS.iter().flat_map(|(_, words)| [(words, ""), (words, ", from 1800")]).zip(times)
    {
        report.questions.push(Measured::new(format!("explorer: {depth}{bounds}"), times));
    }
    Ok(())
}
