//! `ludoteca serve`: its flags, and starting the server with them.

mod announcement;
pub(crate) mod config;
mod log;
mod table_build;

use crate::engines::Engines;
use announcement::{addresses, announcement, page_here};
use clap::{Args, ValueEnum, builder::BoolishValueParser};
use ludoteca_protocol::{ChatPolicy, Readers as ChatReaders, Registration, SettingsChange};
use ludoteca_server::{Data, Error, MetricsFor, Page, RequestLimits, State, TableShelf, WebhookHost};
use ludoteca_service::{Mail, Site};
use ludoteca_shell::{Failure, data, memory, output::print_drawing};
use ludoteca_solve::squadro::Board;
use ludoteca_table::Table;
use std::{
    io::{self, IsTerminal},
    net::{SocketAddr, ToSocketAddrs},
    path::{Path, PathBuf},
    sync::Arc,
};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The log target for Squadro's table.
const TABLE: &str = "ludoteca::table";
/// The configuration file in the data folder.
const CONFIG: &str = "ludoteca.toml";

const EXAMPLES: &str = "\
Examples:
  ludoteca serve --open                   play in the browser on this computer
  ludoteca serve --addr 0.0.0.0:7878      let others in the same network play too
  ludoteca serve --site https://games.example.org --proxy --data /var/lib/ludoteca

Every flag except --open can also be set by the environment variable shown beside it or in a file: the line \
`limits = \"off\"` means `--limits off`, and `proxy = true` means `--proxy`; a flag that can be given several times is \
a list, `webhook-allow = [\"bots.lan\"]`. The file is the one given by --config, or `ludoteca.toml` in the data folder; \
paths in it are relative to its folder. Flags override the environment, which overrides the file.

All data is kept in one SQLite file, `ludoteca.sqlite`, in the data folder. `ludoteca backup FILE` copies it while the \
server runs. Documentation: /docs on the server.";

/// Serve the page and games over the network: play in the browser at http://127.0.0.1:7878
///
/// Press Ctrl-C to stop. With `--addr 0.0.0.0:7878` phones on the same network can play too.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Address and port to listen on; port 0 takes any free one
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:7878",
        value_parser = address,
        env = "LUDOTECA_ADDR"
    )]
    addr: SocketAddr,
    /// Data folder; it is created if missing (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
    /// PostgreSQL database instead of a file: postgres://user@host/name
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Read replica of the database, for archive and explorer: postgres://user@host/name
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "LUDOTECA_REPLICA",
        hide_env_values = true,
        requires = "database"
    )]
    replica: Option<String>,
    /// NATS server that connects several servers on one database: nats://host:4222;
    /// separate several addresses by commas. Needs --database (docs/cluster.md)
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "LUDOTECA_NATS",
        hide_env_values = true,
        requires = "database"
    )]
    nats: Option<String>,
    /// Folder with Squadro's table (made by `ludoteca solve squadro --out DIR`), which gives the page
    /// exact values
    #[arg(long, value_name = "DIR", env = "LUDOTECA_TABLES")]
    tables: Option<PathBuf>,
    /// Folder with further puzzles: .txt files written by `ludoteca-lab puzzles make` (default: `puzzles`
    /// in the data folder). New files are offered within a minute
    #[arg(long, value_name = "DIR", env = "LUDOTECA_PUZZLES")]
    puzzles: Option<PathBuf>,
    /// Make Squadro's table (won, lost, endless; 2.3 GiB) in the background if it is missing: in the
    /// folder of --tables, or in `tables` in the data folder. Once it is complete, level 11 plays
    /// perfectly
    #[arg(long, env = "LUDOTECA_MAKE_TABLE", value_parser = BoolishValueParser::new())]
    make_table: bool,
    /// Memory for making the table, in MiB [default: as much as counting all positions needs]
    #[arg(long, value_name = "MIB", env = "LUDOTECA_TABLE_MEMORY", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_memory: Option<u32>,
    /// Limit requests by address and person (docs/limits.md): on or off; off is for
    /// closed networks and load tests
    #[arg(
        long,
        value_name = "SWITCH",
        default_value = "on",
        env = "LUDOTECA_LIMITS",
        hide_possible_values = true
    )]
    limits: Switch,
    /// Maximum number of connections of one address (IPv4 address or IPv6 /64). With --proxy it does not
    /// apply: the proxy must limit them [default: 512, or half of all where fewer files may be open]
    #[arg(
        long,
        value_name = "NUMBER",
        env = "LUDOTECA_CONNECTIONS_PER_ADDRESS",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    connections_per_address: Option<u32>,
    /// Further host names of this server, separated by commas. Requests for other names are refused,
    /// except those for addresses, localhost, the name of --site, names without a dot and names of local
    /// networks (.local, .lan, .home, .internal)
    #[arg(long, value_name = "NAMES", env = "LUDOTECA_HOSTS")]
    hosts: Option<String>,
    /// The server is behind a proxy: the client's address is the last one in X-Forwarded-For
    #[arg(long, env = "LUDOTECA_PROXY", value_parser = BoolishValueParser::new())]
    proxy: bool,
    /// Mail server for password resets: smtps://user:password@host:port, or
    /// smtp:// on this machine; without it no mail is sent
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_SMTP", hide_env_values = true)]
    smtp: Option<String>,
    /// Sender of such mail, for example games@example.org
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_MAIL_FROM")]
    mail_from: Option<String>,
    /// Public address of the site, for links in mail and for passkeys, which belong to its host name:
    /// https://games.example.org. Needed where the site has a public name (see --hosts)
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_SITE")]
    site: Option<String>,
    /// Host on your own network that webhooks may call, by https or http, such as bots.lan or
    /// 192.168.1.5:8080; can be given several times (separated by commas in the environment). All others
    /// must have public addresses
    #[arg(
        long,
        value_name = "HOST",
        env = "LUDOTECA_WEBHOOK_ALLOW",
        value_delimiter = ',',
        value_parser = WebhookHost::new
    )]
    webhook_allow: Vec<WebhookHost>,
    /// Who may create an account: open, invite (with a code from an admin), or closed. Without this flag,
    /// and the three below, an admin chooses on the site
    #[arg(long, value_name = "WHO", env = "LUDOTECA_REGISTRATION", hide_possible_values = true)]
    registration: Option<RegistrationChoice>,
    /// Whether visitors may play as guests, without an account: on or off
    #[arg(long, value_name = "SWITCH", env = "LUDOTECA_GUESTS", hide_possible_values = true)]
    guests: Option<Switch>,
    /// Who may chat in games: open (players and spectators), players, or off
    #[arg(long, value_name = "WHO", env = "LUDOTECA_CHAT", hide_possible_values = true)]
    chat: Option<ChatChoice>,
    /// Who can read the players' chat after the game: players or public
    #[arg(long, value_name = "WHO", env = "LUDOTECA_CHAT_AFTER_GAME", hide_possible_values = true)]
    chat_after_game: Option<ReadersChoice>,
    /// Who may read /metrics: loopback (this machine, not through a proxy), all, or off
    #[arg(
        long,
        value_name = "WHO",
        default_value = "loopback",
        env = "LUDOTECA_METRICS",
        hide_possible_values = true
    )]
    metrics: Readers,
    /// Format of the log on standard error: text or json, one line per entry
    #[arg(
        long,
        value_name = "FORM",
        default_value = "text",
        env = "LUDOTECA_LOG",
        hide_possible_values = true
    )]
    log: LogForm,
    /// Log level: off, error, warn, info (games that start and end, refusals), debug (every request)
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "LUDOTECA_LOG_LEVEL")]
    log_level: LevelFilter,
    /// Print the address as a QR code even if the output is not a terminal
    #[arg(long, env = "LUDOTECA_QR", value_parser = BoolishValueParser::new())]
    qr: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// File with flags (default: ludoteca.toml in the data folder, if it exists)
    #[arg(long, value_name = "FILE", env = "LUDOTECA_CONFIG")]
    config: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Readers {
    Loopback,
    All,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RegistrationChoice {
    Open,
    Invite,
    Closed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ChatChoice {
    Open,
    Players,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ReadersChoice {
    Players,
    Public,
}

/// The site's settings that are fixed by flags.
fn settings(arguments: &Arguments) -> SettingsChange {
    SettingsChange {
        registration: arguments.registration.map(|choice| match choice {
            RegistrationChoice::Open => Registration::Open,
            RegistrationChoice::Invite => Registration::Invite,
            RegistrationChoice::Closed => Registration::Closed,
        }),
        guests: arguments.guests.map(|switch| switch == Switch::On),
        chat: arguments.chat.map(|choice| match choice {
            ChatChoice::Open => ChatPolicy::Open,
            ChatChoice::Players => ChatPolicy::Players,
            ChatChoice::Off => ChatPolicy::Off,
        }),
        chat_after_game: arguments.chat_after_game.map(|choice| match choice {
            ReadersChoice::Players => ChatReaders::Players,
            ReadersChoice::Public => ChatReaders::Public,
        }),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

pub(crate) fn run(arguments: &Arguments, page: fn() -> Page) -> Result<(), Failure> {
    let _log = start_log(arguments);
    let folder = data::folder(arguments.data.as_deref())?;
    let shelf = TableShelf::default();
    let state = state(arguments, page())?.with_table(shelf.clone());
    let _making = put_table(arguments, &folder, &shelf)?;
    let ready = |address: SocketAddr| {
        let qr = arguments.qr || io::stdout().is_terminal();
        // A closed output does not stop the server.
        let _ = print_drawing(&announcement(address, &addresses(), qr));
        let here = page_here(address);
        if arguments.open
            && let Err(error) = open::that_detached(&here)
        {
            anstream::eprintln!("ludoteca: cannot open the browser ({error}): open {here} yourself");
        }
    };
    let data = Data {
        puzzles: Some(puzzles(arguments, &folder)?),
        folder,
        database: arguments.database.clone(),
        replica: arguments.replica.clone(),
        nats: arguments.nats.clone(),
        computers: Some(Arc::new(Engines { table: shelf })),
        mail: mail(arguments)?,
        site: site(arguments)?,
        webhook_hosts: arguments.webhook_allow.clone(),
        settings: settings(arguments),
    };
    ludoteca_server::run(arguments.addr, state, &data, ready).map_err(|error| match error {
        Error::Taken(address) => {
            let other = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(7878));
            Failure::Other(format!("{error}: stop that one, or choose another port: --addr {other}"))
        }
        Error::Listen(..) | Error::Data(_) | Error::System(_) => Failure::other(error),
    })
}

/// The folder with further puzzles. A folder named explicitly must exist.
fn puzzles(arguments: &Arguments, data: &Path) -> Result<PathBuf, Failure> {
    match &arguments.puzzles {
        Some(folder) if folder.is_dir() => Ok(folder.clone()),
        Some(folder) => {
            Err(Failure::Usage(format!("--puzzles: {}: there is no such folder", folder.display())))
        }
        None => Ok(data.join("puzzles")),
    }
}

fn mail(arguments: &Arguments) -> Result<Option<Arc<Mail>>, Failure> {
    let Some(smtp) = &arguments.smtp else { return Ok(None) };
    // Not declared to clap, which would check them for each line of the file separately.
    let (Some(from), Some(site)) = (&arguments.mail_from, &arguments.site) else {
        return Err(Failure::Usage("--smtp also needs --mail-from and --site".to_owned()));
    };
    let mail = Mail::new(smtp, from, site).map_err(|why| Failure::Usage(format!("--smtp: {why}")))?;
    Ok(Some(Arc::new(mail)))
}

fn site(arguments: &Arguments) -> Result<Option<Site>, Failure> {
    let site = arguments.site.as_deref().map(Site::new).transpose();
    site.map_err(|why| Failure::Usage(format!("--site: {why}")))
}

/// Starts the log, which ends when the returned guard is dropped.
fn start_log(arguments: &Arguments) -> WorkerGuard {
    // Shows the progress of the table, which the user requested.
    let about_table = arguments.log_level.max(LevelFilter::INFO);
    let wanted = Targets::new().with_default(arguments.log_level).with_target(TABLE, about_table);
    // It logs every wrong response of a client as an error; the server logs what matters itself.
    let wanted = wanted.with_target("webauthn_rs", LevelFilter::OFF);
    // sqlx logs every statement at `debug`, even on an idle server.
    let about_database = match arguments.log_level {
        LevelFilter::TRACE => LevelFilter::TRACE,
        level => level.min(LevelFilter::INFO),
    };
    let wanted = wanted.with_target("sqlx", about_database);
    let form = match arguments.log {
        LogForm::Text => log::Form::Text,
        LogForm::Json => log::Form::Json,
    };
    let (writer, guard) = log::without_waiting(io::stderr(), form);
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let registry = tracing_subscriber::registry().with(wanted);
    match arguments.log {
        LogForm::Text => registry.with(lines.with_ansi(io::stderr().is_terminal())).init(),
        LogForm::Json => registry.with(lines.json().flatten_event(true)).init(),
    }
    guard
}

/// Opens the existing table, or starts building it.
fn put_table(
    arguments: &Arguments,
    data: &Path,
    shelf: &TableShelf,
) -> Result<Option<table_build::Making>, Failure> {
    if !arguments.make_table {
        if let Some(folder) = &arguments.tables {
            shelf.put(table(folder)?);
        }
        return Ok(None);
    }
    let folder = arguments.tables.clone().unwrap_or_else(|| data.join("tables"));
    let folder = if folder.ends_with("squadro") { folder } else { folder.join("squadro") };
    if let Some(mib) = arguments.table_memory {
        memory::check("--table-memory", mib.into()).map_err(Failure::Other)?;
    }
    table_build::start(Board::FULL, folder, arguments.table_memory, shelf.clone()).map(Some)
}

fn state(arguments: &Arguments, page: Page) -> Result<State, Failure> {
    let mut state = State::new(page).with_metrics_for(match arguments.metrics {
        Readers::Loopback => MetricsFor::Loopback,
        Readers::All => MetricsFor::All,
        Readers::Off => MetricsFor::None,
    });
    if arguments.limits == Switch::On {
        state = state.with_request_limits(&RequestLimits::default());
    }
    if let Some(most) = arguments.connections_per_address {
        state = state.with_connections_per_address(most);
    }
    if let Some(names) = &arguments.hosts {
        state = state.with_hosts(hosts(names).map_err(|why| Failure::Usage(format!("--hosts: {why}")))?);
    }
    Ok(if arguments.proxy { state.behind_proxy() } else { state })
}

/// Parses names separated by commas.
fn hosts(text: &str) -> Result<Vec<String>, String> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
            match name.bytes().all(plain) {
                true => Ok(name.to_owned()),
                false => Err(format!("{name:?} must be a name without scheme and port: games.example.org")),
            }
        })
        .collect()
}

/// Opens the table for the full board, also in a subfolder `squadro`.
fn table(folder: &Path) -> Result<Table, Failure> {
    let inside = folder.join("squadro");
    let table = Table::open(if inside.is_dir() { &inside } else { folder }).map_err(Failure::other)?;
    let board = table.layout().sides().board;
    if board != Board::FULL {
        let (folder, tracks) = (folder.display(), board.tracks());
        return Err(Failure::Other(format!(
            "{folder}: the table is of a board with {tracks} tracks, and the page plays on five"
        )));
    }
    Ok(table)
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.ok_or_else(|| "it must be an address and a port, such as 127.0.0.1:7878".to_owned())
}
