//! The faults injected into the nodes, in an order determined by the seed. One node is always left alone.

use crate::{Arguments, network::Peer, random::Chance, servers::Site};
use rustix::process::Signal;
use std::{
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    Killed,
    Stopped,
    Paused,
    CutFromDatabase,
    CutFromNats,
}

/// How often each fault was injected.
#[derive(Debug, Default)]
pub(crate) struct Done(BTreeMap<Fault, u32>);

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("faults:")?;
        for (fault, times) in &self.0 {
            write!(f, " {fault:?} {times}")?;
        }
        Ok(())
    }
}

/// A node's current fault, and when it ends.
#[derive(Debug)]
struct ActiveFault {
    node: usize,
    fault: Fault,
    until: Instant,
}

pub(crate) async fn let_happen(
    site: &mut Site,
    arguments: &Arguments,
    mut chance: Chance,
) -> Result<Done, String> {
    let end = Instant::now() + Duration::from_secs(arguments.length);
    let mut done = Done::default();
    let mut wrong: Vec<ActiveFault> = Vec::new();
    let mut next = Instant::now() + Duration::from_secs(3);
    while Instant::now() < end || !wrong.is_empty() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        site.all_run()?;
        let now = Instant::now();
        let (over, lasting) = wrong.into_iter().partition(|wrong| wrong.until <= now);
        wrong = lasting;
        for over in over {
            end_fault(site, &over)?;
        }
        if now < next || now >= end || wrong.len() + 1 >= site.count() {
            continue;
        }
        next = now + Duration::from_millis(chance.between(3000, 12_000));
        let node = chance.below(site.count());
        let faults = if site.net.can_cut() { 5 } else { 3 };
        let fault =
            [Fault::Killed, Fault::Stopped, Fault::Paused, Fault::CutFromDatabase, Fault::CutFromNats]
                [chance.below(faults)];
        let seconds = match fault {
            Fault::Killed | Fault::Stopped => chance.between(0, 6),
            Fault::Paused => [7, 30][chance.below(2)],
            Fault::CutFromDatabase | Fault::CutFromNats => chance.between(3, 25),
        };
        if wrong.iter().any(|wrong| wrong.node == node) {
            continue;
        }
        println!("  node {node}: {fault:?} for {seconds} s");
        begin_fault(site, node, fault).await?;
        *done.0.entry(fault).or_default() += 1;
        wrong.push(ActiveFault { node, fault, until: Instant::now() + Duration::from_secs(seconds) });
    }
    Ok(done)
}

async fn begin_fault(site: &mut Site, node: usize, fault: Fault) -> Result<(), String> {
    match fault {
        Fault::Killed => {
            site.signal(node, Signal::KILL);
            site.ended(node).await;
            Ok(())
        }
        Fault::Stopped => {
            site.signal(node, Signal::TERM);
            match site.ended(node).await {
                true => Ok(()),
                false => Err(format!("node {node} did not stop when asked to")),
            }
        }
        Fault::Paused => {
            site.signal(node, Signal::STOP);
            Ok(())
        }
        Fault::CutFromDatabase => site.cut(node, Peer::Database),
        Fault::CutFromNats => site.cut(node, Peer::Nats),
    }
}

fn end_fault(site: &mut Site, wrong: &ActiveFault) -> Result<(), String> {
    match wrong.fault {
        Fault::Killed | Fault::Stopped => site.start_node(wrong.node),
        Fault::Paused => {
            site.signal(wrong.node, Signal::CONT);
            Ok(())
        }
        Fault::CutFromDatabase => site.mend(wrong.node, Peer::Database),
        Fault::CutFromNats => site.mend(wrong.node, Peer::Nats),
    }
}
