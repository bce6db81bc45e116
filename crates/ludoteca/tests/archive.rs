//! Errors of `archive search` and `dump`. The lab's tests have games to search.

use crate::common::{command, complains, spawn};

#[test]
fn wrong_questions_get_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let missing = format!("{data}/ludoteca.sqlite: there are no games");
    complains(&["archive", "search", "--data", data], 1, &missing);
    complains(&["archive", "dump", "--data", data, "--month", "2026-10"], 1, &missing);
    let (mut server, _) = spawn(&mut command(&["serve", "--addr", "127.0.0.1:0", "--data", data]));
    server.kill().unwrap();
    server.wait().unwrap();
    complains(
        &["archive", "dump", "--data", data, "--month", "october"],
        2,
        "--month \"october\": expected a month such as 2026-10",
    );
    complains(
        &["archive", "search", "--data", data, "--result", "win"],
        2,
        "result: whose? Name a player, or write it as records do: 1-0, b>a>c",
    );
}
