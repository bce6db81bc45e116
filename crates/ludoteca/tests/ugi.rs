//! `ludoteca ugi` as other programs see it: replays docs/ugi.md, checks that wrong lines are reported, and
//! plays against it with our own client.

use crate::common::{command, program};
use ludoteca_catalog::{AnyPlay, GameId, Setup, Status, open};
use ludoteca_engine::{Analysis, Budget, Player, UgiClient, Watch};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, channel},
    },
    thread,
    time::Duration,
};

/// No answer takes this long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(game: &str) -> Engine {
        Engine::run(command(&["ugi", game]))
    }

    fn run(mut command: Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Engine { input: child.stdin.take(), child, lines }
    }

    fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// The next line that is not an `info` line, and the number of those skipped.
    fn answer(&self) -> (String, usize) {
        let mut searched = 0;
        loop {
            let line = self.line();
            if !line.starts_with("info depth ") {
                return (line, searched);
            }
            check_info(&line);
            searched += 1;
        }
    }

    /// Closes the input; returns whether the program exited successfully, and its remaining output.
    fn end(mut self) -> (bool, Vec<String>) {
        drop(self.input.take());
        let rest = self.lines.iter().collect();
        (self.child.wait().unwrap().success(), rest)
    }
}

/// `info depth D nodes N time MS nps N multipv K score SCORE pv MOVE ...`
fn check_info(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    for (at, key) in [(1, "depth"), (3, "nodes"), (5, "time"), (7, "nps"), (9, "multipv")] {
        assert_eq!(words[at], key, "{line}");
        assert!(words[at + 1].parse::<u64>().is_ok(), "{line}");
    }
    assert_eq!(words[11], "score", "{line}");
    let numbers = words[13..].iter().take_while(|word| word.parse::<f64>().is_ok()).count();
    match words[12] {
        "cp" | "mate" => assert_eq!(numbers, 1, "{line}"),
        "shares" => assert!((3..=4).contains(&numbers), "{line}"),
        _ => panic!("{line}"),
    }
    assert_eq!(words[13 + numbers], "pv", "{line}");
    assert!(words.len() > 14 + numbers, "{line}");
}

#[test]
fn the_conversations_of_the_documentation() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ugi.md")).unwrap();
    let mut conversations = 0;
    for block in text.split("```ugi\n$ ludoteca ugi ").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let mut lines = block.lines();
        let mut engine = Engine::start(lines.next().unwrap());
        let mut searched = 0;
        for line in lines {
            if let Some(sent) = line.strip_prefix("> ") {
                engine.send(sent);
                continue;
            }
            if line.starts_with("info depth ") {
                check_info(line);
                searched += 1;
                continue;
            }
            let (answer, found) = engine.answer();
            assert_eq!(answer, line);
            // If the documented conversation has such lines, so does the engine's output.
            assert_eq!(found > 0, searched > 0, "{line}");
            searched = 0;
        }
        assert_eq!(engine.end(), (true, Vec::new()));
        conversations += 1;
    }
    assert_eq!(conversations, 2);
}

#[test]
fn wrong_lines_get_one_line() {
    let mut engine = Engine::start("one-piece-for-two");
    let wrong: &[&[u8]] = &[
        b"hello",
        b"UGI",
        b"\xff\xfe\x00",
        b"\x1b[31mred",
        b"setoption",
        b"setoption name",
        b"setoption name Hash",
        b"setoption name Hash value",
        b"setoption name Hash value 1.5",
        b"setoption name Hash value 99999999999999999999",
        b"setoption name Level value 11",
        b"setoption name width value 3",
        b"setoption name first value green",
        b"setoption name players value 3",
        b"position",
        b"position moves",
        b"position fen",
        b"position fen x y z",
        b"position startpos e4",
        b"position startpos moves zz",
        b"query",
        b"query everything",
    ];
    for line in wrong {
        engine.send(line);
        engine.send("isready");
        let (answer, said) = (engine.line(), String::from_utf8_lossy(line).into_owned());
        assert!(answer.starts_with("info string "), "{said:?}: {answer}");
        assert!(!answer.contains(|c: char| c.is_control()), "{said:?}: {answer:?}");
        assert_eq!(engine.line(), "readyok", "{said:?}");
    }
    // None of it was accepted.
    engine.send("position startpos moves d1>");
    engine.send("query turn");
    assert_eq!(engine.line(), "response blue");
    for harmless in ["", "   ", "stop", "\r"] {
        engine.send(harmless);
    }
    engine.send("isready");
    assert_eq!(engine.end(), (true, vec!["readyok".to_owned()]));
}

/// No client waits forever: wrong words after `go` are reported and skipped, and a move is returned.
#[test]
fn every_go_is_answered() {
    let mut engine = Engine::start("squadro");
    for (words, told) in [
        ("go", Some("go has no limit")),
        ("go depth", Some("depth is ignored")),
        ("go depth x", Some("depth is ignored")),
        ("go p1time 100", None),
        ("go p2time 100", Some("go has no limit")),
        ("go ponder nodes 5", Some("ignored after go: \"ponder\"")),
        ("go nodes 5 movestogo 40", Some("ignored after go: \"movestogo\" \"40\"")),
        ("go fast", Some("ignored after go: \"fast\"")),
        ("go depth -1", None),
        ("go depth 1 nodes 1", None),
        ("go nodes 18446744073709551616 depth 2", None),
        ("go movetime -1", None),
        ("go wtime -1 btime -1 winc -1 binc -1", None),
        ("go nodes 0", None),
    ] {
        engine.send(words);
        let mut complaints = Vec::new();
        let best = loop {
            match engine.answer().0 {
                line if line.starts_with("info string ") => complaints.push(line),
                line => break line,
            }
        };
        assert!(best.starts_with("bestmove Y"), "{words}: {best}");
        assert_eq!(complaints.is_empty(), told.is_none(), "{words}: {complaints:?}");
        assert!(told.is_none_or(|told| complaints[0].contains(told)), "{words}: {complaints:?}");
    }
    engine.send("position fen bccc5/0cccb y moves Y1");
    engine.send("go movetime 100");
    assert_eq!(engine.line(), "info string the game is over: there is no move to find");
    assert_eq!(engine.line(), "bestmove 0000");
    assert_eq!(engine.end(), (true, Vec::new()));
}

/// Every search ends by its depth, Monte Carlo included.
#[test]
fn depth_ends_every_search() {
    for search in ["auto", "mcts", "rollout"] {
        for (game, players) in
            [("squadro", "2"), ("number-one", "2"), ("number-one", "3"), ("number-one", "4")]
        {
            let mut engine = Engine::start(game);
            engine.send(format!("setoption name Search value {search}"));
            if game == "number-one" {
                engine.send(format!("setoption name players value {players}"));
            }
            engine.send("go depth 1");
            let (best, searched) = engine.answer();
            assert!(best.starts_with("bestmove ") && searched > 0, "{search}, {game} of {players}: {best}");
        }
    }
}

#[test]
fn the_answer_comes_within_the_time() {
    let mut engine = Engine::start("squadro");
    engine.send("setoption name Move Overhead value 5000");
    // The overhead takes up all of the time: only the first iteration runs.
    engine.send("go movetime 5000");
    let mut line = engine.line();
    while !line.starts_with("bestmove ") {
        assert!(line.starts_with("info depth 1 "), "{line}");
        line = engine.line();
    }
    engine.send("setoption name Move Overhead value 5001");
    assert_eq!(engine.line(), "info string Move Overhead cannot be \"5001\": expected 0 to 5000");
}

/// With a system limit that the option would exceed.
#[cfg(unix)]
#[test]
fn missing_memory_is_reported_and_the_engine_goes_on() {
    let mut engine = Engine::run(crate::common::script("ulimit -v 3000000; exec \"$0\" ugi squadro"));
    for mib in ["65536", "4000"] {
        engine.send(format!("setoption name Hash value {mib}"));
        let told = engine.line();
        assert!(told.starts_with(&format!("info string Hash {mib} is too much: ")), "{told}");
    }
    engine.send("setoption name Hash value 99999999");
    assert_eq!(engine.line(), "info string Hash cannot be \"99999999\": expected 1 to 65536");
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
    engine.send("go nodes 1000");
    assert!(engine.answer().0.starts_with("bestmove "));
    assert_eq!(engine.end(), (true, Vec::new()));
}

#[test]
fn it_listens_while_it_thinks() {
    let mut engine = Engine::start("peak");
    engine.send("setoption name Threads value 3");
    engine.send("go infinite");
    engine.send("isready");
    assert_eq!(engine.answer().0, "readyok");
    engine.send("position startpos");
    assert!(engine.answer().0.starts_with("info string \"position\" has to wait"));
    engine.send("stop");
    let (best, _) = engine.answer();
    assert!(best.starts_with("bestmove "), "{best}");
    // The next command may follow at once.
    for _ in 0..20 {
        engine.send("go nodes 50");
        assert!(engine.answer().0.starts_with("bestmove "));
        engine.send("position startpos");
    }
    engine.send("go infinite");
    let (ended, rest) = engine.end();
    assert!(ended);
    assert!(rest.last().unwrap().starts_with("bestmove "));
}

#[test]
fn a_forced_end_is_waited_for_when_thinking_is_endless() {
    let mut engine = Engine::start("squadro");
    engine.send("position fen bccc0/00000 y");
    engine.send("go infinite");
    // Everything is proven by now.
    let line = engine.line();
    assert!(line.contains(" score mate 1 "), "{line}");
    engine.send("isready");
    assert_eq!(engine.answer().0, "readyok", "no bestmove before stop");
    engine.send("stop");
    assert_eq!(engine.answer().0, "bestmove Y1");
    engine.send("go movetime 20");
    assert_eq!(engine.answer().0, "bestmove Y1");
}

#[test]
fn several_lines_and_levels() {
    let mut engine = Engine::start("squadro");
    engine.send("setoption name MultiPV value 3");
    engine.send("setoption name level value 2");
    engine.send("go depth 4");
    let mut most = 0;
    loop {
        let line = engine.line();
        if line.starts_with("bestmove") {
            break;
        }
        let number = line.split(" multipv ").nth(1).unwrap().split(' ').next().unwrap();
        most = most.max(number.parse().unwrap());
    }
    assert!(most >= 3, "{most} lines");
}

fn client(game: &str, movetime: Option<Duration>) -> UgiClient {
    let command = format!("{} ugi {game}", program().quoted_without_user());
    UgiClient::start(&command, movetime).unwrap()
}

fn ask(
    client: &mut UgiClient,
    game: &dyn AnyPlay,
    nodes: Option<u64>,
    mut hear: impl FnMut(&Analysis),
) -> Analysis {
    let budget = Budget { nodes, ..Budget::default() };
    // An engine without a limit is stopped after its first answer.
    let answered = AtomicBool::new(false);
    let stop = || answered.load(Ordering::Relaxed);
    let mut report = |analysis: &Analysis| {
        answered.store(true, Ordering::Relaxed);
        hear(analysis);
    };
    let analysis = client.think(game, &budget, &mut Watch { stop: &stop, report: &mut report });
    analysis.unwrap_or_else(|| panic!("{:?}", client.failure()))
}

#[test]
fn our_client_plays_our_engine() {
    for (name, players, options) in [
        ("squadro", None, vec![("first", "red")]),
        ("number-one", Some(3), vec![]),
        ("one-piece-for-two", None, vec![("width", "5"), ("height", "5"), ("pieces", "6")]),
    ] {
        let id: GameId = name.parse().unwrap();
        let options = options.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let mut game = open(id, &Setup { players, options, position: None }).unwrap();
        let mut client = client(name, None);
        assert!(client.name().starts_with("Ludoteca "));
        client.new_game();
        let mut reports = 0;
        while matches!(game.status(), Status::ToAct(_)) {
            let analysis = ask(&mut client, &*game, Some(100), |_| reports += 1);
            assert!(analysis.lines[0].value.is_some());
            game.play(analysis.best()).unwrap();
        }
        assert!(reports > 0);
        let mut watch = Watch { stop: &|| false, report: &mut |_| {} };
        assert!(client.think(&*game, &Budget::default(), &mut watch).is_none());
        assert_eq!(client.failure(), None, "a finished game is no failure");
    }
}

#[test]
fn our_client_stops_and_times() {
    let decided = Some("bccc0/00000 y".to_owned());
    for (position, movetime) in [
        (None, None),
        // Longer than any machine needs: everything is proven at once, so the answer arrives before the time
        // is up.
        (decided, Some(PATIENCE)),
    ] {
        let game = open(GameId::Squadro, &Setup { position, ..Setup::default() }).unwrap();
        let mut answers = 0;
        ask(&mut client("squadro", movetime), &*game, None, |_| answers += 1);
        assert!(answers > 0);
    }
}
