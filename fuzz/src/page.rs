//! The page's interface: links, trees, positions being set up, and all calls for a game.

use ludoteca_view::{
    Failure, Outside, Session, Tree, read_link, read_tree, sketch as set_up, write_link, write_tree,
};
use ludoteca_wasm::{answer, read};
use std::sync::atomic::{AtomicU32, Ordering};

/// Checks that the canonical form of a record or link survives a round trip.
fn check_round_trip(tree: &Tree) {
    let text = match write_tree(tree) {
        Ok(text) => text,
        Err(failure) => panic!("read, but not written: {failure:?}: {tree:?}"),
    };
    match read_tree(&text) {
        Ok(again) => assert_eq!(write_tree(&again), Ok(text)),
        Err(failure) => panic!("written, but not read: {failure:?}: {text}"),
    }
    let Ok(link) = write_link(tree) else { panic!("read, but no link: {tree:?}") };
    match read_link(&link) {
        Ok(again) => assert_eq!(write_link(&again), Ok(link)),
        Err(failure) => panic!("written, but not read: {failure:?}: {link}"),
    }
}

/// A link to an analysis.
pub fn link(data: &[u8]) {
    if let Ok(tree) = read_link(&String::from_utf8_lossy(data)) {
        check_round_trip(&tree);
    }
}

/// A record that is parsed as a tree.
pub fn tree(data: &[u8]) {
    if let Ok(tree) = read_tree(&String::from_utf8_lossy(data)) {
        check_round_trip(&tree);
    }
}

/// A tree as the page sends it. It may contain illegal moves, which are reported when it is read back.
pub fn tree_json(data: &[u8]) {
    let Ok(tree) = read::<Tree>(&String::from_utf8_lossy(data)) else { return };
    if let Ok(text) = write_tree(&tree) {
        assert!(read_tree(&text).is_ok(), "{text}");
    }
    if let Ok(link) = write_link(&tree) {
        assert!(read_link(&link).is_ok(), "{link}");
    }
}

pub fn sketch(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check(&answer(read(&text).and_then(set_up)));
}

/// Checks a response to the page.
fn check(answer: &str) {
    let json: serde_json::Value = serde_json::from_str(answer).expect("an answer is JSON");
    assert!(json.get("ok").is_some() || json.get("error").is_some(), "{answer}");
}

/// A session with one game. Each line is a call with its arguments: `open {"game": "peak"}`, `play a1-d1`,
/// `record {}`.
pub fn page(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut session: Option<Session> = None;
    for line in text.lines().take(60) {
        let (call, arguments) = line.split_once(' ').unwrap_or((line, ""));
        let opened = match call {
            "open" => read(arguments).and_then(|opening| Session::open(&opening)),
            "begin" => read(arguments).and_then(Session::begin).map(|(session, _)| session),
            "resume" => read(arguments)
                .and_then(|resumption| Session::resume(&resumption))
                .map(|(session, _)| session),
            "replay" => Session::replay(&lines(arguments)).map(|(session, _)| session),
            "import" => Session::import(&lines(arguments)).map(|(session, _)| session),
            _ => {
                if let Some(session) = &mut session {
                    check(&run_call(session, call, arguments));
                }
                continue;
            }
        };
        match opened {
            Ok(opened) => session = Some(opened),
            Err(failure) => check(&answer(Err::<(), _>(failure))),
        }
    }
}

/// Expands `|` to line breaks.
fn lines(text: &str) -> String {
    text.replace('|', "\n")
}

fn run_call(session: &mut Session, call: &str, arguments: &str) -> String {
    let number = || arguments.trim().parse::<usize>().unwrap_or_default();
    // Searches and proofs are stopped early.
    let polls = AtomicU32::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) > 3;
    match call {
        "act" => answer(read(arguments).and_then(|request| session.act(request))),
        "tick" => answer(session.tick(number() as u64)),
        "play" => answer(session.play(arguments)),
        "back" => answer::<Option<_>>(Ok(session.take_back())),
        "follow" => answer(read::<Vec<String>>(arguments).and_then(|moves| session.follow(&moves))),
        "record" => answer(read(arguments).and_then(|request| session.record(&request))),
        "record_json" => answer(read(arguments).and_then(|request| session.record_data(&request))),
        "view" => answer(Ok::<_, Failure>(session.view_at(number()))),
        "describe" => answer(session.describe(arguments)),
        "describe_ply" => answer(session.describe_ply(number())),
        "typed" => answer(Ok::<_, Failure>(session.typed(arguments))),
        "why_not" => answer(Ok::<_, Failure>(session.why_not(arguments))),
        "why_not_cells" => answer(read::<Vec<usize>>(arguments).map(|cells| session.why_not_cells(&cells))),
        "passed" => answer(Ok::<_, Failure>(session.passed())),
        "rematch" => answer(session.rematch()),
        "prove" => answer(read(arguments).and_then(|request| session.prove(&request, &stop))),
        "think" => {
            let mut environment = Outside { now: &|| 0.0, stop: &stop, report: &mut |_| {} };
            answer(read(arguments).and_then(|request| session.think(&request, &mut environment)))
        }
        _ => answer(Ok::<_, Failure>(session.status())),
    }
}
