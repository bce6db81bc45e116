use super::*;

#[test]
fn networks_unused_for_a_while_are_forgotten() {
    // Fast enough for every budget to be full again at once.
    let counter = Counter::<u32>::new(Rate::new(1, u32::MAX));
    for key in 0..10 * SWEEP {
        counter.count(&key).unwrap();
    }
    let most = SWEEP as usize + 2;
    assert!(counter.limiter.len() <= most, "{} are remembered", counter.limiter.len());
}

#[test]
fn a_home_is_one_address_also_in_ipv6() {
    let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
    assert!(same("2001:db8:1:2::5", "2001:db8:1:2:ffff::9"));
    assert!(!same("2001:db8:1:2::5", "2001:db8:1:3::5"));
    assert!(!same("192.0.2.1", "192.0.2.2"));
    assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
}

#[test]
fn an_address_is_counted_once_in_each_of_its_networks() {
    let limits = RequestLimits {
        guests: PerCaller { address: Rate::new(3, 1), person: Rate::new(3, 1) },
        ..RequestLimits::default()
    };
    let rate_limits = RateLimits::new(&limits);
    let guest =
        |address: String| rate_limits.by_address(address.parse().unwrap(), Some(Kind::Guests)).is_ok();
    assert_eq!((0..9).filter(|_| guest("192.0.2.1".to_owned())).count(), 3);
    assert_eq!((0..9).filter(|host| guest(format!("2001:db8:1:1::{host}"))).count(), 3);
    assert_eq!((0..99).filter(|net| guest(format!("2001:db8:2:{net:x}::1"))).count(), 6);
    assert_eq!((0..99).filter(|net| guest(format!("2001:db8:3:{:x}::1", net << 8))).count(), 12);
}

#[test]
fn refusals_say_how_long_to_wait() {
    let (counter, begun) = (Counter::<u32>::new(Rate::new(2, 1)), std::time::Instant::now());
    assert_eq!((counter.count(&7), counter.count(&7)), (Ok(()), Ok(())));
    let wait = counter.count(&7).unwrap_err();
    // A minute from the first, of which some has passed on a slow machine.
    let minute = Duration::from_secs(60);
    assert!(wait <= minute && wait + begun.elapsed() >= minute, "{wait:?}");
    assert_eq!(counter.count(&8), Ok(()), "another key");
}
