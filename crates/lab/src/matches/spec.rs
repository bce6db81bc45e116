//! Player specifications: `level:3`, `uct:100ms`, `ugi:./engine --fast`.

use ludoteca_engine::{Leaf, Level, Sight};
use ludoteca_shell::engine_options::WHOLE_GAMES;
use ludoteca_shell::thinking::read_time;
use std::{fmt, str::FromStr, time::Duration};

/// A player of a match. Displayed as it was parsed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spec {
    text: String,
    pub(crate) kind: Kind,
    /// `None`: the match's time per move.
    pub(crate) limit: Option<Limit>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    Random,
    /// Plain UCT with random rollouts.
    Uct,
    /// A Monte Carlo tree with proven values that is kept from move to move.
    Mcts(Leaf),
    /// The engine at full strength.
    Engine,
    /// The engine at a level, which sets its own limits.
    Level(Level),
    /// The engine with any sight.
    Sight(Sight),
    #[cfg(feature = "peer")]
    Minimax(ludoteca_peer::Strategy),
    /// A program that speaks UGI.
    Ugi(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Time(Duration),
    Nodes(u64),
    Depth(u32),
}

/// The valid specifications, for error messages.
const EXPECTED: &str = "expected random, uct, mcts, mcts:rollout, engine, level:N, sight:DEPTH/NODES/BLUR, nodes:N, movetime:TIME, \
                        ugi:COMMAND or, in a program built with --features peer, minimax:ab and minimax:mcts";

#[cfg(not(feature = "peer"))]
const WITHOUT_MINIMAX: &str = "minimax is not part of this program: build it with `cargo build --release --package ludoteca-lab --features peer`";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        if text.chars().any(char::is_control) {
            return Err("a player's name is one line".to_owned());
        }
        let (kind, limit) = read(text)?;
        Ok(Spec { text: text.to_owned(), kind, limit })
    }
}

/// Splits at the first colon.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        Some((name, rest)) => (name, Some(rest)),
        None => (text, None),
    }
}

fn read(text: &str) -> Result<(Kind, Option<Limit>), String> {
    let (name, rest) = split(text);
    let limit = |rest: Option<&str>| rest.map(str::parse).transpose();
    match (name, rest) {
        ("random", None) => Ok((Kind::Random, None)),
        ("uct", rest) => Ok((Kind::Uct, limit(rest)?)),
        ("mcts", rest) => match rest.map(split) {
            Some(("rollout", rest)) => Ok((Kind::Mcts(WHOLE_GAMES), limit(rest)?)),
            _ => Ok((Kind::Mcts(Leaf::Evaluation), limit(rest)?)),
        },
        ("engine", rest) => Ok((Kind::Engine, limit(rest)?)),
        ("nodes", Some(rest)) => Ok((Kind::Engine, Some(format!("nodes={rest}").parse()?))),
        ("movetime", Some(rest)) => Ok((Kind::Engine, Some(Limit::Time(read_time(rest)?)))),
        ("level", Some(rest)) => {
            let (number, rest) = split(rest);
            let level = number.parse().ok().and_then(Level::new);
            let level = level.ok_or_else(|| format!("no level {number:?}: expected 1 to 10"))?;
            Ok((Kind::Level(level), limit(rest)?))
        }
        ("sight", Some(rest)) => Ok((Kind::Sight(read_sight(rest)?), None)),
        #[cfg(feature = "peer")]
        ("minimax", Some(rest)) => read_minimax(rest),
        #[cfg(not(feature = "peer"))]
        ("minimax", Some(_)) => Err(WITHOUT_MINIMAX.to_owned()),
        ("ugi", Some(rest)) => {
            let with_limit = rest.split_once(':').and_then(|(limit, command)| {
                let limit: Limit = limit.parse().ok()?;
                Some((command, Some(limit)))
            });
            let (command, limit) = with_limit.unwrap_or((rest, None));
            if command.trim().is_empty() {
                return Err("ugi: needs a command line".to_owned());
            }
            Ok((Kind::Ugi(command.to_owned()), limit))
        }
        _ => Err(format!("unknown player {text:?}: {EXPECTED}")),
    }
}

#[cfg(feature = "peer")]
fn read_minimax(text: &str) -> Result<(Kind, Option<Limit>), String> {
    let (name, rest) = split(text);
    let strategy = match name {
        "ab" => ludoteca_peer::Strategy::AlphaBeta,
        "mcts" => ludoteca_peer::Strategy::Mcts,
        _ => return Err(format!("minimax has no {name:?}: expected ab or mcts")),
    };
    match rest.map(str::parse).transpose()? {
        Some(Limit::Nodes(_) | Limit::Depth(_)) => Err("minimax can only be given a time".to_owned()),
        limit => Ok((Kind::Minimax(strategy), limit)),
    }
}

/// Parses `3/8000/250`: plies, positions, thousandths of a clear advantage; `-` means no limit of plies.
fn read_sight(text: &str) -> Result<Sight, String> {
    let expected = || format!("no sight {text:?}: expected DEPTH/NODES/BLUR such as 3/8000/250 or -/60000/0");
    let [depth, nodes, blur] = text.split('/').collect::<Vec<_>>()[..] else { return Err(expected()) };
    let depth = match depth {
        "-" => None,
        depth => Some(depth.parse().ok().filter(|depth| *depth > 0).ok_or_else(expected)?),
    };
    let nodes = nodes.parse().ok().filter(|nodes| *nodes > 0).ok_or_else(expected)?;
    let blur = blur.parse::<u32>().map_err(|_| expected())?;
    Ok(Sight { depth, nodes: Some(nodes), blur: blur.into() })
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let number = |text: &str| text.parse().ok().filter(|number: &u64| *number > 0);
        let read = match text.split_once('=') {
            Some(("nodes", rest)) => number(rest).map(Limit::Nodes),
            Some(("depth", rest)) => number(rest).and_then(|n| u32::try_from(n).ok()).map(Limit::Depth),
            Some(_) => None,
            None => read_time(text).ok().map(Limit::Time),
        };
        read.ok_or_else(|| format!("no limit {text:?}: expected a time such as 100ms, nodes=N or depth=N"))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_is_read() {
        let time = |ms| Some(Limit::Time(Duration::from_millis(ms)));
        for (text, kind, limit) in [
            ("random", Kind::Random, None),
            ("uct", Kind::Uct, None),
            ("uct:nodes=500", Kind::Uct, Some(Limit::Nodes(500))),
            ("mcts", Kind::Mcts(Leaf::Evaluation), None),
            ("mcts:20ms", Kind::Mcts(Leaf::Evaluation), time(20)),
            ("mcts:rollout", Kind::Mcts(WHOLE_GAMES), None),
            ("mcts:rollout:nodes=9", Kind::Mcts(WHOLE_GAMES), Some(Limit::Nodes(9))),
            ("engine:depth=3", Kind::Engine, Some(Limit::Depth(3))),
            ("nodes:77", Kind::Engine, Some(Limit::Nodes(77))),
            ("movetime:1.5s", Kind::Engine, time(1500)),
            ("level:10", Kind::Level(Level::FULL), None),
            ("level:10:20ms", Kind::Level(Level::FULL), time(20)),
            ("sight:3/800/25", Kind::Sight(Sight { depth: Some(3), nodes: Some(800), blur: 25.0 }), None),
            ("sight:-/9/0", Kind::Sight(Sight { depth: None, nodes: Some(9), blur: 0.0 }), None),
            #[cfg(feature = "peer")]
            ("minimax:ab:100ms", Kind::Minimax(ludoteca_peer::Strategy::AlphaBeta), time(100)),
            #[cfg(feature = "peer")]
            ("minimax:mcts", Kind::Minimax(ludoteca_peer::Strategy::Mcts), None),
            ("ugi:a b:c", Kind::Ugi("a b:c".to_owned()), None),
            ("ugi:20ms:a b", Kind::Ugi("a b".to_owned()), time(20)),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!((&spec.kind, spec.limit, spec.to_string()), (&kind, limit, text.to_owned()));
        }
    }

    #[test]
    fn anything_else_is_reported() {
        for (text, told) in [
            ("", "unknown player \"\": expected random"),
            ("randm", "unknown player"),
            ("random:3", "unknown player"),
            ("level:11", "no level \"11\""),
            ("level:3:x", "no limit"),
            ("level", "unknown player"),
            ("nodes:0", "no limit"),
            ("uct:-5ms", "no limit"),
            ("uct:1e3s", "no limit"),
            ("uct:5", "no limit"),
            ("mcts:rolout", "no limit"),
            ("uct:nan", "no limit"),
            ("movetime:0ms", "a time from"),
            ("sight:3/800", "no sight"),
            ("sight:0/800/3", "no sight"),
            ("sight:3/800/-1", "no sight"),
            #[cfg(feature = "peer")]
            ("minimax:xy", "minimax has no \"xy\""),
            #[cfg(feature = "peer")]
            ("minimax:ab:nodes=4", "only be given a time"),
            #[cfg(not(feature = "peer"))]
            ("minimax:ab", "build it with `cargo build --release --package ludoteca-lab --features peer`"),
            ("ugi:", "needs a command"),
            ("ugi:a\nb", "one line"),
        ] {
            let error = text.parse::<Spec>().unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
