use super::Source;
use crate::remote::Trust;
use clap::{Args, ValueEnum};
use ludoteca_archive::{DumpForm, Lines, date, question};
use ludoteca_client::{Address, Client, query_of};
use ludoteca_protocol::{ArchivePage, ArchiveQuery, ArchivedGameView};
use ludoteca_shell::{
    Failure,
    data::runtime,
    output::{self, print},
};
use ludoteca_store::Store;

/// Search finished games on a server, in a data folder or in a database; newest first
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    filter: Filter,
    /// Ask this server instead of a folder
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["data", "database"])]
    server: Option<Address>,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    source: Source,
    /// Output format
    #[arg(long, value_name = "FORM", default_value = "line")]
    form: Form,
    #[command(flatten)]
    output: output::Arguments,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// One readable line per game
    Line,
    /// The game record
    Record,
}

/// The criteria of the search.
#[derive(Args)]
struct Filter {
    /// squadro, number-one, peak or one-piece-for-two
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Number of players
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// All options that are not the default, as key=value separated by spaces
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
    /// A position that occurred; needs --game
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Id of a player
    #[arg(long, value_name = "USER")]
    player: Option<String>,
    /// Id of another player
    #[arg(long, value_name = "USER")]
    with: Option<String>,
    /// Result as in records (1-0, "b>a>c"), or win, draw, loss of --player
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,
    /// How it ended: normal, resignation, "time forfeit", absence, agreement, repetition, adjudication
    #[arg(long, value_name = "WORDS")]
    termination: Option<String>,
    /// Minimum number of plies
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,
    /// Maximum number of plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Ended on this day or later: 2026-10-03
    #[arg(long, value_name = "DAY")]
    from: Option<String>,
    /// Ended before this day
    #[arg(long, value_name = "DAY")]
    to: Option<String>,
    /// Minimum average rating
    #[arg(long, value_name = "N")]
    min_rating: Option<i64>,
    /// Maximum average rating
    #[arg(long, value_name = "N")]
    max_rating: Option<i64>,
    /// Pace: untimed, bullet, blitz, rapid, classical or correspondence
    #[arg(long, value_name = "WORD")]
    speed: Option<String>,
    /// Maximum number of games
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u32,
}

impl Filter {
    fn request(&self) -> ArchiveQuery {
        ArchiveQuery {
            game: self.game.clone(),
            players: self.players,
            options: self.options.clone(),
            position: self.position.clone(),
            player: self.player.clone(),
            with: self.with.clone(),
            result: self.result.clone(),
            termination: self.termination.clone(),
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            from: self.from.clone(),
            to: self.to.clone(),
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            speed: self.speed.clone(),
            rated: None,
            before: None,
            limit: Some(self.limit),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    runtime()?.block_on(async {
        match &arguments.server {
            Some(address) => of_server(&arguments.trust.client(address)?, arguments).await,
            None => {
                let store = arguments.source.open().await?;
                let done = of_store(&*store, arguments).await;
                store.close().await;
                done
            }
        }
    })
}

async fn of_store(store: &dyn Store, arguments: &Arguments) -> Result<(), Failure> {
    let request = arguments.filter.request();
    let question = question(store, &request).await.map_err(|wrong| Failure::Usage(wrong.to_string()))?;
    let form = if arguments.form == Form::Record && !arguments.output.json {
        DumpForm::Records
    } else {
        DumpForm::Summaries
    };
    let mut lines = Lines::new(question, form, request.limit);
    while let Some((text, _)) = lines.next(store).await.map_err(Failure::other)? {
        let text = String::from_utf8_lossy(&text);
        match arguments.form {
            Form::Line if !arguments.output.json => {
                for line in text.lines() {
                    print(&for_people(&serde_json::from_str(line).map_err(Failure::other)?))?;
                }
            }
            _ => print(&text)?,
        }
    }
    Ok(())
}

async fn of_server(client: &Client, arguments: &Arguments) -> Result<(), Failure> {
    let mut request = arguments.filter.request();
    if arguments.form == Form::Record || arguments.output.json {
        let accept = if arguments.output.json { "application/x-ndjson" } else { "text/plain" };
        let text = client.get_text(&format!("/archive{}", query_of(&request)), accept).await;
        return print(&text.map_err(Failure::other)?);
    }
    let mut left = arguments.filter.limit;
    while left > 0 {
        request.limit = Some(left);
        let page: ArchivePage =
            client.get(&format!("/archive{}", query_of(&request))).await.map_err(Failure::other)?;
        for game in &page.games {
            print(&for_people(game))?;
        }
        left = left.saturating_sub(page.games.len() as u32);
        request.before = page.next;
        if page.next.is_none() {
            break;
        }
    }
    Ok(())
}

/// One line: day, id, game, result, termination, length, players.
fn for_people(game: &ArchivedGameView) -> String {
    let name = |seat: &ludoteca_protocol::ArchivedSeatView| match seat.rating {
        Some(rating) => format!("{} ({rating})", seat.name),
        None => seat.name.clone(),
    };
    let names: Vec<String> = game.seats.iter().map(name).collect();
    format!(
        "{}  {}  {:<17}  {:<7}  {:<12}  {:>3} plies  {}\n",
        date(game.ended, '-'),
        game.id,
        game.game,
        game.result,
        game.termination,
        game.plies,
        names.join(", ")
    )
}
