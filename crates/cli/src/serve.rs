use crate::{engines::Engines, failure::Failure, output::print};
use clap::{Args, ValueEnum, builder::BoolishValueParser};
use ludoteca_server::{Data, Error, Page, RequestLimits, State};
use ludoteca_solve::squadro::Board;
use ludoteca_table::Table;
use std::{
    io::{self, IsTerminal},
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    path::{Path, PathBuf},
    sync::Arc,
};
use tracing_subscriber::filter::LevelFilter;

/// Serve the page: play in the browser at http://127.0.0.1:7878
///
/// Ctrl-C stops it. With `--addr 0.0.0.0:7878` phones on the same network can play too.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The address and port to listen at; port 0 takes any free one
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:7878",
        value_parser = address,
        env = "LUDOTECA_ADDR"
    )]
    addr: SocketAddr,
    /// The folder with all games; it is made when it is missing (default: the user's data folder)
    #[arg(long, value_name = "DIR", env = "LUDOTECA_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database for the games instead of a file: postgres://user@host/name
    #[arg(long, value_name = "ADDRESS", env = "LUDOTECA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The folder of Squadro's table (made by `ludoteca solve squadro --out DIR`), from which the page then
    /// has exact values
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Whether requests are limited by address and person (docs/online.md says how); off for closed networks
    /// and load tests
    #[arg(
        long,
        value_name = "on|off",
        default_value = "on",
        env = "LUDOTECA_LIMITS",
        hide_possible_values = true
    )]
    limits: Switch,
    /// A proxy stands before the server: the address of whoever asks is the last one in X-Forwarded-For
    #[arg(long, env = "LUDOTECA_PROXY", value_parser = BoolishValueParser::new())]
    proxy: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// What is logged: off, error, warn, info, debug (every request)
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: LevelFilter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let log = tracing_subscriber::fmt().with_max_level(arguments.log).with_writer(io::stderr);
    log.with_ansi(io::stderr().is_terminal()).init();
    let mut state = State::new(Page::embedded());
    if let Some(folder) = &arguments.tables {
        state = state.with_table(table(folder)?);
    }
    if arguments.limits == Switch::On {
        state = state.with_request_limits(&RequestLimits::default());
    }
    if arguments.proxy {
        state = state.behind_proxy();
    }
    let ready = |address: SocketAddr| {
        let here = link(local(address));
        // Whoever does not read what we print can still use the page.
        let _ = print(&announcement(address, &addresses()));
        if arguments.open
            && let Err(error) = open::that_detached(&here)
        {
            anstream::eprintln!("ludoteca: cannot open the browser ({error}): open {here} yourself");
        }
    };
    let data = Data {
        folder: data_folder(arguments.data.as_deref())?,
        database: arguments.database.clone(),
        computers: Some(Arc::new(Engines)),
    };
    ludoteca_server::run(arguments.addr, state, &data, ready).map_err(|error| match error {
        Error::Taken(address) => {
            let other = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(7878));
            Failure::Other(format!("{error}: stop that one, or choose another port: --addr {other}"))
        }
        Error::Listen(..) | Error::Data(_) | Error::System(_) => Failure::other(error),
    })
}

/// The folder with all games: the one that was asked for, or the user's own for this program.
pub(crate) fn data_folder(wanted: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = wanted {
        return Ok(folder.to_owned());
    }
    let own = directories::ProjectDirs::from("", "", "ludoteca");
    let own = own.ok_or_else(|| {
        Failure::Usage("there is no data folder: say where to keep the games with --data".to_owned())
    })?;
    Ok(own.data_dir().to_owned())
}

/// Opens the table for the page, which plays on the full board; a folder `squadro` inside is found too.
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

/// How this machine reaches what listens there.
fn local(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], address.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], address.port())),
        _ => address,
    }
}

fn link(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// This machine's addresses that others in its network can reach.
fn addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let useful = all.into_iter().filter(|one| one.is_oper_up() && !one.is_loopback() && !one.is_link_local());
    useful.map(|one| one.ip()).collect()
}

fn announcement(address: SocketAddr, others: &[IpAddr]) -> String {
    let mut text = format!("Ludoteca: {}\n", link(local(address)));
    if address.ip().is_unspecified() {
        let reached = others.iter().filter(|ip| ip.is_ipv4() || address.is_ipv6());
        for ip in reached {
            text += &format!(
                "In this network, from a phone for instance: {}\n",
                link(SocketAddr::new(*ip, address.port()))
            );
        }
    }
    text + "Ctrl-C stops it.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_are_told_addresses_only_where_they_can_be_reached() {
        let others = ["192.168.1.5".parse().unwrap(), "2001:db8::5".parse().unwrap()];
        let say = |address: &str| announcement(address.parse().unwrap(), &others);
        assert_eq!(say("127.0.0.1:7878"), "Ludoteca: http://127.0.0.1:7878\nCtrl-C stops it.\n");
        assert_eq!(
            say("0.0.0.0:80"),
            "Ludoteca: http://127.0.0.1:80\nIn this network, from a phone for instance: http://192.168.1.5:80\nCtrl-C stops it.\n"
        );
        assert!(say("[::]:80").contains("http://[2001:db8::5]:80\n"));
        assert!(say("[::]:80").starts_with("Ludoteca: http://[::1]:80\n"));
        assert!(!say("192.168.1.5:80").contains("phone"));
    }
}
