//! The message that a server prints after its start: how this machine and others reach it.

use crate::qr;
use std::net::{IpAddr, SocketAddr};

/// The address at which this machine reaches the listener.
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

/// The page's address on this machine.
pub(super) fn page_here(address: SocketAddr) -> String {
    link(local(address))
}

/// This machine's addresses that others in its network can reach.
pub(super) fn addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let useful = all.into_iter().filter(|one| one.is_oper_up() && !one.is_loopback() && !one.is_link_local());
    useful.map(|one| one.ip()).collect()
}

/// `others` are the addresses of this machine; with `qr` the first link that others can use is drawn as a QR
/// code too.
pub(super) fn announcement(address: SocketAddr, others: &[IpAddr], qr: bool) -> String {
    let mut text = format!("Ludoteca: {}\n", page_here(address));
    let reached: Vec<String> = match address.ip() {
        ip if ip.is_loopback() => Vec::new(),
        ip if ip.is_unspecified() => others
            .iter()
            .filter(|ip| ip.is_ipv4() || address.is_ipv6())
            .map(|ip| link(SocketAddr::new(*ip, address.port())))
            .collect(),
        _ => vec![link(address)],
    };
    for link in reached.iter().filter(|_| address.ip().is_unspecified()) {
        text += &format!("In this network, from a phone for instance: {link}\n");
    }
    if qr && let Some(code) = reached.first().and_then(|link| qr::code(link)) {
        text += &code;
    }
    text + "Ctrl-C stops it.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(address: &str, qr: bool) -> String {
        let others = ["192.168.1.5".parse().unwrap(), "2001:db8::5".parse().unwrap()];
        announcement(address.parse().unwrap(), &others, qr)
    }

    #[test]
    fn phone_addresses_are_shown_only_where_reachable() {
        assert_eq!(say("127.0.0.1:7878", false), "Ludoteca: http://127.0.0.1:7878\nCtrl-C stops it.\n");
        assert_eq!(
            say("0.0.0.0:80", false),
            "Ludoteca: http://127.0.0.1:80\nIn this network, from a phone for instance: http://192.168.1.5:80\nCtrl-C stops it.\n"
        );
        assert!(say("[::]:80", false).contains("http://[2001:db8::5]:80\n"));
        assert!(say("[::]:80", false).starts_with("Ludoteca: http://[::1]:80\n"));
        assert!(!say("192.168.1.5:80", false).contains("phone"));
    }

    #[test]
    fn a_code_is_drawn_of_the_link_that_others_use() {
        let code = qr::code("http://192.168.1.5:80").unwrap();
        assert!(say("0.0.0.0:80", true).contains(&code));
        assert!(say("192.168.1.5:80", true).contains(&code));
        assert!(!say("0.0.0.0:80", false).contains('█'));
        assert!(!say("127.0.0.1:80", true).contains('█'), "it is local");
    }
}
