//! The network of the servers. As root on Linux each node is a host of its own, in a network namespace, and
//! can be partitioned from the database or from NATS: its packets are dropped silently. Elsewhere all of them
//! listen on 127.0.0.1, and there are no partitions.

use std::{net::TcpListener, os::fd::AsFd, process::Command};

/// The subnet of the hosts. The constants below are their last octets.
const NETWORK: &str = "10.99.77";
const HERE: u8 = 1;
const DATABASE: u8 = 2;
const NATS: u8 = 3;
const FIRST_NODE: u8 = 11;
/// A MAC address that does not exist.
const NO_CARD: &str = "02:00:00:00:00:99";

#[derive(Debug)]
pub(crate) struct Net {
    /// The suffix of all namespaces' names; `None`: there are none.
    name: Option<String>,
    nodes: usize,
    ports: Vec<u16>,
}

/// The services from which a node can be partitioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Peer {
    Database,
    Nats,
}

fn ip(words: &[&str]) -> Result<(), String> {
    let output = Command::new("ip").args(words).output().map_err(|error| format!("ip: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("ip {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim())),
    }
}

impl Net {
    pub(crate) fn new(nodes: usize) -> Result<Net, String> {
        let root = rustix::process::geteuid().is_root();
        let name = std::process::id().to_string();
        if root && ip(&["netns", "add", &format!("lt-hub-{name}")]).is_ok() {
            let net = Net { name: Some(name), nodes, ports: Vec::new() };
            net.build()?;
            return Ok(net);
        }
        Net::plain(nodes)
    }

    /// Without namespaces: everything on 127.0.0.1.
    pub(crate) fn plain(nodes: usize) -> Result<Net, String> {
        // All ports are held until the last one is found, or one could be found twice.
        let free = || TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string());
        let held = (0..nodes + 2).map(|_| free()).collect::<Result<Vec<TcpListener>, String>>()?;
        let port = |listener: &TcpListener| listener.local_addr().map(|address| address.port());
        let ports = held.iter().map(port).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        Ok(Net { name: None, nodes, ports })
    }

    fn build(&self) -> Result<(), String> {
        let hub = self.hub().unwrap_or_default();
        let within = |words: &[&str]| ip(&[&["-n", &hub], words].concat());
        within(&["link", "set", "lo", "up"])?;
        within(&["link", "add", "br0", "type", "bridge"])?;
        for host in [HERE, DATABASE, NATS] {
            within(&["addr", "add", &format!("{NETWORK}.{host}/24"), "dev", "br0"])?;
        }
        within(&["link", "set", "br0", "up"])?;
        for node in 0..self.nodes {
            let (space, port) = (self.space(node).unwrap_or_default(), format!("p{node}"));
            ip(&["netns", "add", &space])?;
            within(&["link", "add", &port, "type", "veth", "peer", "name", "eth0", "netns", &space])?;
            within(&["link", "set", &port, "master", "br0", "up"])?;
            let address = format!("{NETWORK}.{}/24", FIRST_NODE + node as u8);
            ip(&["-n", &space, "addr", "add", &address, "dev", "eth0"])?;
            ip(&["-n", &space, "link", "set", "lo", "up"])?;
            ip(&["-n", &space, "link", "set", "eth0", "up"])?;
        }
        // The players' host is the database's: this thread and the threads it starts.
        let space = std::fs::File::open(format!("/run/netns/{hub}")).map_err(|error| error.to_string())?;
        let kind = rustix::thread::LinkNameSpaceType::Network;
        rustix::thread::move_into_link_name_space(space.as_fd(), Some(kind))
            .map_err(|error| error.to_string())
    }

    pub(crate) fn describe(&self) -> &'static str {
        match self.name {
            Some(_) => "each node is a host of its own, and can be partitioned",
            None => "no network namespaces (they need root on Linux), so no partitions",
        }
    }

    pub(crate) fn can_cut(&self) -> bool {
        self.name.is_some()
    }

    /// The namespace of the database, NATS and the players.
    pub(crate) fn hub(&self) -> Option<String> {
        self.name.as_ref().map(|name| format!("lt-hub-{name}"))
    }

    /// The namespace of a node.
    pub(crate) fn space(&self, node: usize) -> Option<String> {
        self.name.as_ref().map(|name| format!("lt-n{node}-{name}"))
    }

    fn at(&self, host: u8, number: usize, port: u16) -> (String, u16) {
        match self.name {
            Some(_) => (format!("{NETWORK}.{host}"), port),
            None => ("127.0.0.1".to_owned(), self.ports[number]),
        }
    }

    pub(crate) fn database(&self) -> (String, u16) {
        self.at(DATABASE, 0, 5432)
    }

    pub(crate) fn nats(&self) -> (String, u16) {
        self.at(NATS, 1, 4222)
    }

    pub(crate) fn node(&self, node: usize) -> (String, u16) {
        self.at(FIRST_NODE + node as u8, 2 + node, 7878)
    }

    /// Starts dropping the packets that a node sends to its peer.
    pub(crate) fn cut(&self, node: usize, peer: Peer) -> Result<(), String> {
        let Some(space) = self.space(node) else { return Ok(()) };
        let to = peer_address(peer);
        ip(&["-n", &space, "neigh", "replace", &to, "lladdr", NO_CARD, "dev", "eth0", "nud", "permanent"])
    }

    pub(crate) fn mend(&self, node: usize, peer: Peer) -> Result<(), String> {
        let Some(space) = self.space(node) else { return Ok(()) };
        ip(&["-n", &space, "neigh", "del", &peer_address(peer), "dev", "eth0"])
    }

    /// The command of a program that runs on a host.
    pub(crate) fn command(space: Option<&str>, program: &str) -> Command {
        match space {
            Some(space) => {
                let mut command = Command::new("ip");
                command.args(["netns", "exec", space, program]);
                command
            }
            None => Command::new(program),
        }
    }
}

fn peer_address(peer: Peer) -> String {
    let host = if peer == Peer::Database { DATABASE } else { NATS };
    format!("{NETWORK}.{host}")
}

impl Drop for Net {
    fn drop(&mut self) {
        for node in 0..self.nodes {
            if let Some(space) = self.space(node) {
                let _ = ip(&["netns", "del", &space]);
            }
        }
        if let Some(hub) = self.hub() {
            let _ = ip(&["netns", "del", &hub]);
        }
    }
}
