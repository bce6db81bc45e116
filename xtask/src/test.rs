use crate::{
    cluster,
    home::Home,
    page,
    shell::{self, Result, works},
    slowest, tidy, tools, ts_types, wasm,
};
use std::{
    thread,
    time::{Duration, Instant},
};

/// The steps so far, and how long each took.
#[derive(Default)]
struct Steps(Vec<(&'static str, Duration)>);

impl Steps {
    fn step(&mut self, name: &'static str, step: impl FnOnce() -> Result) -> Result {
        let begun = Instant::now();
        let done = step();
        self.0.push((name, begun.elapsed()));
        done
    }

    /// Prints the table of times at the end, after a failure too.
    fn print(&self, whole: Duration) {
        eprintln!("\nseconds");
        for (name, time) in &self.0 {
            eprintln!("{:7.1}  {name}", time.as_secs_f64());
        }
        eprintln!("{:7.1}  total", whole.as_secs_f64());
    }
}

/// A feature of the tests, which `ludoteca-lab` is built without by default.
pub(crate) const PEER: &str = "ludoteca-lab/peer";

/// `whole` includes the page, which needs Node and Chromium.
pub(crate) fn run(whole: bool) -> Result {
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !works(&["cargo", command, "--version"]) {
            return Err(format!("cargo {command} is missing: run `rustup component add {component}`"));
        }
    }
    slowest::forget();
    let begun = Instant::now();
    let mut steps = Steps::default();
    let home = Home::new()?;
    let done = run_all(whole, &home, &mut steps);
    slowest::print();
    steps.print(begun.elapsed());
    done.and(home.check())
}

fn run_all(whole: bool, home: &Home, steps: &mut Steps) -> Result {
    steps.step("tidy", tidy::run)?;
    steps.step("format", || shell::run(&["cargo", "fmt", "--all", "--check"], &[]))?;
    if !whole {
        steps.step("compiles for the browser", wasm::check)?;
        steps.step("lints", lints)?;
        rust(home, steps)?;
        return steps.step("documentation", || documentation(home));
    }
    // The tests need the program with its page. The lints do not: only a small crate contains it.
    let (lints, (page, time)) = thread::scope(|scope| {
        let page = scope.spawn(|| {
            let begun = Instant::now();
            (page::build(), begun.elapsed())
        });
        (
            steps.step("lints", lints),
            page.join().unwrap_or_else(|_| (Err("the page's build panicked".to_owned()), Duration::ZERO)),
        )
    });
    steps.0.push(("page (in parallel with the lints)", time));
    lints?;
    page?;
    steps.step("whole games with the page's modules", wasm::play)?;
    // Much of either side keeps only one core busy: together they take little longer than one.
    let (rust, page) = thread::scope(|scope| {
        let page = scope.spawn(|| {
            let begun = Instant::now();
            (page::check(), begun.elapsed())
        });
        (rust(home, steps), page.join())
    });
    let (page, time) = page.map_err(|_| "the page's checks panicked")?;
    steps.0.push(("page's types, format and tests (in parallel with the Rust tests)", time));
    rust?;
    page?;
    steps.step("page's types of the API", ts_types::check)?;
    // The browser tests spend much of their time waiting.
    let (browser, (documents, time)) = thread::scope(|scope| {
        let documents = scope.spawn(|| {
            let begun = Instant::now();
            (documentation(home), begun.elapsed())
        });
        let browser = steps.step("browser tests", || page::browse(home));
        (
            browser,
            documents
                .join()
                .unwrap_or_else(|_| (Err("the documentation panicked".to_owned()), Duration::ZERO)),
        )
    });
    steps.0.push(("documentation (in parallel with the browser tests)", time));
    documents?;
    browser
}

fn lints() -> Result {
    shell::run(&["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])
}

fn rust(home: &Home, steps: &mut Steps) -> Result {
    tools::postgres()?;
    tools::python()?;
    steps.step("tests", || {
        if works(&["cargo", "nextest", "--version"]) {
            let words = ["cargo", "nextest", "run", "--workspace", "--features", PEER, "--no-fail-fast"];
            return shell::run(&words, &home.with(&[]));
        }
        eprintln!("cargo-nextest is not installed, so the slower cargo test is used");
        let words = ["cargo", "test", "--workspace", "--features", PEER, "--lib", "--bins", "--tests"];
        shell::run(&[&words[..], &["--no-fail-fast"]].concat(), &home.with(&[]))
    })?;
    steps.step("cluster test", || cluster::short(home))
}

/// Checks the documentation: its examples run, and its links are valid.
fn documentation(home: &Home) -> Result {
    shell::run(&["cargo", "test", "--workspace", "--features", PEER, "--doc"], &home.with(&[]))?;
    shell::run(&["cargo", "doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])
}
