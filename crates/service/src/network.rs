//! Networks of client addresses. An IPv6 customer usually gets a /64 or a /48, so limits apply to those and
//! not to single addresses.

use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv6Addr};

/// A /48 may have this many times as much as a /64.
pub(crate) const WIDE_FACTOR: u32 = 2;

/// The unit that a limit applies to: an IPv4 address, or an IPv6 prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Network {
    /// An IPv4 address, or an IPv6 /64.
    Near(IpAddr),
    /// The /48 of an IPv6 address.
    Wide(Ipv6Addr),
}

impl Network {
    /// The address in IPv4, the /64 in IPv6. An IPv4-mapped IPv6 address is that IPv4 address.
    pub fn near(address: IpAddr) -> Network {
        match address.to_canonical() {
            IpAddr::V6(ip) => Network::Near(IpAddr::V6(first(ip, 4))),
            v4 => Network::Near(v4),
        }
    }

    /// The /48; `None` in IPv4.
    pub fn wide(address: IpAddr) -> Option<Network> {
        match address.to_canonical() {
            IpAddr::V6(ip) => Some(Network::Wide(first(ip, 3))),
            IpAddr::V4(_) => None,
        }
    }

    /// All networks that the address counts towards.
    pub fn all(address: IpAddr) -> impl Iterator<Item = Network> {
        std::iter::once(Network::near(address)).chain(Network::wide(address))
    }

    /// The limit for this network, if `near` is the limit for a single address.
    pub fn limit(self, near: u32) -> u32 {
        match self {
            Network::Near(_) => near,
            Network::Wide(_) => near.saturating_mul(WIDE_FACTOR),
        }
    }
}

/// The network that counts as one address: in IPv6 the /64, which a single household has.
pub fn network(address: IpAddr) -> IpAddr {
    networks(address).first().copied().unwrap_or(address)
}

/// The widest network that one customer of a provider may have.
pub fn site(address: IpAddr) -> IpAddr {
    networks(address).last().copied().unwrap_or(address)
}

/// The networks that an address counts towards: in IPv6 /64, /56 and /48, since providers assign all of these
/// to a customer.
pub fn networks(address: IpAddr) -> Vec<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(ip) => {
            let mut middle = first(ip, 4).segments();
            middle[3] &= 0xff00;
            vec![first(ip, 4).into(), Ipv6Addr::from(middle).into(), first(ip, 3).into()]
        }
        v4 => vec![v4],
    }
}

/// Keeps the first groups of an address and clears the rest.
fn first(address: Ipv6Addr, groups: usize) -> Ipv6Addr {
    let mut segments = address.segments();
    segments[groups..].fill(0);
    segments.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_counts_by_64_and_48_bits() {
        let near = |text: &str| Network::near(text.parse().unwrap());
        let wide = |text: &str| Network::wide(text.parse().unwrap());
        assert_eq!(near("2001:db8:1:2::5"), near("2001:db8:1:2:ffff::9"));
        assert_ne!(near("2001:db8:1:2::5"), near("2001:db8:1:3::5"));
        assert_eq!(wide("2001:db8:1:2::5"), wide("2001:db8:1:3::5"));
        assert_ne!(wide("2001:db8:1:2::5"), wide("2001:db8:2:2::5"));
        assert_ne!(near("192.0.2.1"), near("192.0.2.2"));
        assert_eq!((near("::ffff:192.0.2.1"), wide("::ffff:192.0.2.1")), (near("192.0.2.1"), None));
    }

    #[test]
    fn a_64_and_a_48_that_begin_alike_are_counted_apart() {
        let both: Vec<_> = Network::all("2001:db8:1::5".parse().unwrap()).collect();
        assert_eq!(both.len(), 2);
        assert_ne!(both[0], both[1]);
        let limits: Vec<u32> = both.iter().map(|network| network.limit(10)).collect();
        assert_eq!(limits, [10, 20]);
    }
}
