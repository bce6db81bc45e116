//! Settings of `ludoteca serve` by flag, environment and file; its log and output.

use crate::common::{ask, complains, ludoteca, serve, spawn, text};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    process::{Child, Command, Output},
};

/// Stops a server and returns its log.
fn log_of(mut child: Child) -> String {
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(child.wait().unwrap().success());
    log
}

fn port(address: &str) -> &str {
    address.rsplit(':').next().unwrap()
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.toml");
    fs::write(&file, "# for the club\nmetrics = \"off\"\naddr = \"127.0.0.1:0\"\ndata = \"games\"\n")
        .unwrap();
    let words = ["--config", file.to_str().unwrap()];
    let status = |address: &str| ask(address, "/metrics").split(' ').nth(1).unwrap().to_owned();
    // A folder in the file is relative to the file.
    let (child, address) = spawn(serve(&words).env_remove("LUDOTECA_DATA"));
    assert_ne!(port(&address), "7878", "the address is the file's");
    assert_eq!(status(&address), "403");
    assert!(folder.path().join("games").join("ludoteca.sqlite").exists());
    assert_eq!(log_of(child), "");
    let (child, address) = spawn(serve(&words).env("LUDOTECA_METRICS", "loopback"));
    assert_eq!(status(&address), "200", "the environment wins over the file");
    log_of(child);
    let (child, address) =
        spawn(serve(&[&words[..], &["--metrics", "off"]].concat()).env("LUDOTECA_METRICS", "loopback"));
    assert_eq!(status(&address), "403", "a flag wins over the environment");
    log_of(child);
}

#[test]
fn a_file_beside_the_games_is_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("ludoteca.toml"),
        "metrics = \"off\"\nproxy = true\nqr = false\n\
        webhook-allow = [\"bots.lan\", \"192.168.1.5:8080\"]\n",
    )
    .unwrap();
    let data = folder.path().to_str().unwrap();
    let (child, address) = spawn(&mut serve(&["--addr", "127.0.0.1:0", "--data", data]));
    assert!(ask(&address, "/metrics").starts_with("HTTP/1.1 403"));
    log_of(child);
}

/// The status of the response to a request with this host name.
fn status_for(address: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn further_names_and_connections_can_be_set_in_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludoteca.toml");
    let text = "hosts = \"box.example, games.example\"\nconnections-per-address = 3\n";
    fs::write(&file, format!("addr = \"127.0.0.1:0\"\n{text}")).unwrap();
    let data = folder.path().to_str().unwrap();
    let (child, address) = spawn(&mut serve(&["--data", data]));
    let mut opened: Vec<_> = (0..6).map(|_| TcpStream::connect(&address).unwrap()).collect();
    for host in ["box.example", "games.example:443", "localhost"] {
        assert_eq!(status_for(&address, host), "200", "{host}");
    }
    assert_eq!(status_for(&address, "evil.example"), "421");
    // The first of six was closed, as an address may have three.
    assert_eq!(opened[0].read(&mut [0; 1]).unwrap_or(0), 0);
    drop(opened);
    log_of(child);
    for (value, expected) in
        [("https://games.example", "must be a name without scheme and port"), ("a b", "must be a name")]
    {
        let output = serve(&["--hosts", value]).output().unwrap();
        let said = complaint(&output);
        assert!(said.contains("--hosts") && said.contains(expected), "{said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
    }
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn file_errors_name_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ludoteca.toml");
    let path = file.to_str().unwrap();
    for (text, expected) in [
        ("limits = \"off\"\nadress = \"x\"\n", ":2: unknown key \"adress\": expected addr, data, database, "),
        (
            "\n\naddr = \"here\"\n",
            ":3: invalid value 'here' for '--addr <ADDRESS:PORT>': it must be an address",
        ),
        ("limits = \"maybe\"\n", ":1: invalid value 'maybe' for '--limits <SWITCH>'"),
        ("limits = [1]\n", ":1: \"limits\" must be a text in quotation marks"),
        ("proxy = \"yes\"\n", ":1: \"proxy\" must be true or false"),
        ("webhook-allow = [1]\n", ":1: \"webhook-allow\" must be a list of texts in quotation marks"),
        (
            "webhook-allow = [\"bots.lan\", \"a b\"]\n",
            ":1: invalid value 'a b' for '--webhook-allow <HOST>': the host \"a b\" must look like bots.lan",
        ),
        ("addr = \"127.0.0.1:0\"\nlimits = off\n", ":2: "),
        ("config = \"other.toml\"\n", ":1: unknown key \"config\""),
        ("limits = \"on\"\nlimits = \"off\"\n", ":2: duplicate key"),
    ] {
        fs::write(&file, text).unwrap();
        let output = serve(&["--config", path]).output().unwrap();
        let said = complaint(&output);
        assert!(said.starts_with(&format!("ludoteca: {path}{expected}")), "{text}: {said}");
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    }
    fs::write(&file, "data = \"elsewhere\"\n").unwrap();
    let output = serve(&["--data", folder.path().to_str().unwrap()]).output().unwrap();
    let expected =
        format!("ludoteca: {path}:1: \"data\" is not allowed in a file found in the data folder\n");
    assert_eq!((complaint(&output), output.status.code()), (expected, Some(2)));
    let output = serve(&["--config", "no-such-file.toml"]).output().unwrap();
    assert!(complaint(&output).starts_with("ludoteca: no-such-file.toml: No such file"));
}

#[test]
fn the_log_is_lines_of_text_or_json() {
    let log = |form: &str| {
        let words = ["--addr", "127.0.0.1:0", "--log", form, "--log-level", "debug"];
        let (child, address) = spawn(&mut serve(&words));
        ask(&address, "/health");
        log_of(child)
    };
    let json = log("json");
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let asked = lines.iter().find(|line| line["path"] == "/health").expect(&json);
    assert_eq!((&asked["status"], &asked["level"]), (&200.into(), &"DEBUG".into()));
    let text = log("text");
    assert!(
        text.lines().any(|line| line.contains("answered") && line.contains("path=\"/health\"")),
        "{text}"
    );
    let refused = serve(&["--log", "debug"]).output().unwrap();
    assert!(complaint(&refused).contains("text, json"), "{}", complaint(&refused));
}

#[test]
fn a_code_for_phones_is_drawn_when_it_is_wanted() {
    let printed = |words: &[&str]| {
        let mut child = serve(words).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut text = String::new();
        let mut byte = [0; 4096];
        while !text.contains("Ctrl-C stops it.") {
            let read = out.read(&mut byte).unwrap();
            assert!(read > 0, "it has ended: {text}");
            text += &String::from_utf8_lossy(&byte[..read]);
        }
        log_of(child);
        text
    };
    let lan = ["--addr", "0.0.0.0:0"];
    let plain = printed(&lan);
    assert!(!plain.contains('\x1b'), "{plain}");
    let drawn = printed(&[&lan[..], &["--qr"]].concat());
    // A machine without a network has no address for others.
    assert_eq!(drawn.contains("\x1b[38;5;16;48;5;231m"), plain.contains("In this network"), "{drawn}");
    assert!(!printed(&["--addr", "127.0.0.1:0", "--qr"]).contains('\x1b'));
}

#[test]
fn the_help_names_all_three_ways_and_where_the_games_are() {
    let help = text(&ludoteca(&["serve", "--help"]).stdout);
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in
        ["LUDOTECA_ADDR", "--config", "ludoteca.toml", "Flags override the environment", "ludoteca.sqlite"]
    {
        assert!(words.contains(expected), "{expected}: {help}");
    }
}

#[test]
fn mail_is_set_in_a_file_and_what_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mail.toml");
    let (path, smtp) = (file.to_str().unwrap(), "smtp = \"smtp://ada:secret@127.0.0.1:25\"\n");
    for (text, expected) in [
        (smtp.to_owned(), "--smtp also needs --mail-from and --site"),
        (
            format!("{smtp}mail-from = \"not an address\"\nsite = \"https://x.org\"\n"),
            "\"not an address\" is not a valid sender address",
        ),
        (format!("{smtp}mail-from = \"a@x.org\"\nsite = \"x.org\"\n"), "the site \"x.org\" must begin with"),
    ] {
        fs::write(&file, text).unwrap();
        let said = complaint(&serve(&["--config", path]).output().unwrap());
        assert!(said.contains(expected) && !said.contains("secret"), "{said}");
    }
    let whole = format!("{smtp}mail-from = \"a@x.org\"\nsite = \"https://x.org\"\naddr = \"127.0.0.1:0\"\n");
    fs::write(&file, whole).unwrap();
    let (child, address) = spawn(&mut serve(&["--config", path]));
    assert!(ask(&address, "/health").starts_with("HTTP/1.1 200"));
    log_of(child);
}

#[test]
fn the_log_says_what_was_started_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let (child, address) =
        spawn(&mut serve(&["--addr", "127.0.0.1:0", "--data", data, "--log-level", "info"]));
    let log = log_of(child);
    let line = log.lines().find(|line| line.contains("started")).unwrap_or_else(|| panic!("{log}"));
    for part in [env!("CARGO_PKG_VERSION"), &address, data] {
        assert!(line.contains(part), "{part}: {line}");
    }
}

#[test]
fn the_sites_settings_can_be_fixed_by_flags_environment_and_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ludoteca.toml"), "guests = \"off\"\nchat = \"players\"\n").unwrap();
    let data = folder.path().to_str().unwrap();
    let mut command = serve(&["--addr", "127.0.0.1:0", "--data", data, "--chat-after-game", "public"]);
    let (child, address) = spawn(command.env("LUDOTECA_REGISTRATION", "closed"));
    let site = ask(&address, "/api/v1/site");
    for part in [
        "\"registration\":\"closed\"",
        "\"guests\":false",
        "\"chat\":\"players\"",
        "\"chat_after_game\":\"public\"",
    ] {
        assert!(site.contains(part), "{part}: {site}");
    }
    log_of(child);
    let mut wrong = serve(&["--addr", "127.0.0.1:0", "--data", data, "--registration", "secret"]);
    let refused = wrong.output().unwrap();
    assert!(
        !refused.status.success() && complaint(&refused).contains("registration"),
        "{}",
        complaint(&refused)
    );
}

#[test]
fn a_folder_of_puzzles_that_is_named_must_be_there() {
    complains(
        &["serve", "--addr", "127.0.0.1:0", "--puzzles", "no such folder"],
        2,
        "--puzzles: no such folder: there is no such folder",
    );
}
