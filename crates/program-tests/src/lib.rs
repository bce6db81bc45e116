//! Starts the programs in tests: with a home of their own, so that no test uses the games and settings of the
//! user who runs it.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// The variables with the user's own folders, on the supported systems.
const HOMES: [&str; 5] = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];

/// A program under test.
#[derive(Clone, Debug)]
pub struct Program {
    name: &'static str,
    path: PathBuf,
    /// Temporary files of the tests.
    folder: &'static str,
}

impl Program {
    pub fn new(name: &'static str, path: &str, folder: &'static str) -> Program {
        Program { name, path: path.into(), folder }
    }

    /// Another program of the same build.
    pub fn beside(&self, name: &'static str) -> Program {
        let path = self.path.with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX));
        assert!(path.exists(), "{} is missing: run `cargo build --workspace --bin {name}`", path.display());
        Program { name, path, ..*self }
    }

    /// A missing folder, like the home of a user who has never started the program. Its name is new in every
    /// run.
    pub fn home(&self) -> PathBuf {
        static HOME: OnceLock<PathBuf> = OnceLock::new();
        let unused = || tempfile::Builder::new().prefix("home-").tempdir_in(self.folder).unwrap();
        HOME.get_or_init(|| unused().path().to_owned()).clone()
    }

    /// Removes everything of the user who runs the tests: no games, no settings.
    fn without_user(&self, mut command: Command) -> Command {
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("LUDOTECA_") {
                command.env_remove(name);
            }
        }
        command.envs(HOMES.map(|name| (name, self.home())));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The program, not yet started, with empty input and captured output.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = self.without_user(Command::new(&self.path));
        command.args(words);
        command
    }

    /// A shell script in which `$0` is the program, not yet started.
    pub fn script(&self, text: &str) -> Command {
        let mut command = self.without_user(Command::new("sh"));
        command.args(["-c", text]).arg(&self.path);
        command
    }

    /// `ludoteca serve`, not yet started, with a data folder of its own.
    pub fn serve(&self, words: &[&str]) -> Command {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("serve-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(self.folder).join(name);
        // Left over from an earlier process with the same id.
        let _ = fs::remove_dir_all(&folder);
        let mut command = self.command(&[&["serve"], words].concat());
        command.env("LUDOTECA_DATA", folder);
        command
    }

    /// The program as a word of a command line that is run by a program from [`Program::command`].
    pub fn quoted(&self) -> String {
        format!("'{}'", self.path.display())
    }

    /// The program as a word of a command line that the test itself runs.
    pub fn quoted_without_user(&self) -> String {
        if cfg!(unix) {
            let homes = HOMES.map(|name| format!("'{name}={}'", self.home().display()));
            format!("env -u LUDOTECA_DATA {} {}", homes.join(" "), self.quoted())
        } else {
            self.quoted()
        }
    }

    /// Runs the program to its end.
    pub fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Checks for one line on standard error, nothing on standard output, and this exit status.
    #[track_caller]
    pub fn complains(&self, words: &[&str], status: i32, expected: &str) {
        let output = self.run(words);
        assert_eq!(text(&output.stderr), format!("{}: {expected}\n", self.name));
        assert_eq!(text(&output.stdout), "");
        assert_eq!(output.status.code(), Some(status));
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Starts a server and reads its address from its output.
pub fn spawn(command: &mut Command) -> (Child, String) {
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Ludoteca: http://").expect(&line).to_owned();
    (child, address)
}

/// The answer to a GET request.
pub fn ask(address: &str, path: &str) -> String {
    request(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
}

/// The answer to a POST request with a body, and with a token unless it is empty.
pub fn post(address: &str, path: &str, token: &str, body: &str) -> String {
    let length = body.len();
    let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    request(
        address,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\n{who}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ),
    )
}

fn request(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    text(&answer)
}
