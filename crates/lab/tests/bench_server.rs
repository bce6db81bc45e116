//! `ludoteca-lab bench server` against a server.

use crate::common::{lab, ludoteca, text};
use ludoteca_program_tests::spawn;
use serde_json::Value;

fn bench(address: &str, words: &str) -> Value {
    let words = format!("bench server --json --server http://{address} {words}");
    let output = lab(&words.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn only_moves_received_within_the_window_are_counted() {
    let (mut server, address) = spawn(&mut ludoteca().serve(&["--addr", "127.0.0.1:0", "--limits", "off"]));
    // On a slow machine a second may not be enough for any move.
    let mut seconds = 1;
    let report = loop {
        let report = bench(&address, &format!("--games 6 --for {seconds}s"));
        assert_eq!((&report["errors"], &report["sockets"]), (&Value::from(0), &Value::from(12)), "{report}");
        assert!(report["seconds"].as_f64().unwrap() <= f64::from(seconds), "{report}");
        if report["moves"].as_u64().unwrap() > 0 {
            break report;
        }
        assert!(seconds < 100, "{report}");
        seconds *= 2;
    };
    for (name, least) in [("own_cpu_s", 0.0), ("server_cpu_s", 0.0), ("cores", 0.5), ("worst_ms", 0.0)] {
        assert!(report[name].as_f64().unwrap_or(-1.0) > least || cfg!(not(unix)), "{name}: {report}");
    }
    // With an endless pause only the first of the first pair moves, however long the others take to join, and
    // the end is not delayed.
    let report = bench(&address, "--games 30 --every 60m --for 1s");
    assert!(report["moves"].as_u64().unwrap() <= 1, "{report}");
    assert_eq!(
        (&report["games_finished"], &report["errors"]),
        (&Value::from(0), &Value::from(0)),
        "{report}"
    );
    server.kill().unwrap();
    server.wait().unwrap();
}
