use crate::{
    cluster,
    home::Home,
    page,
    passed::{self, Inputs},
    shell::{self, Result, works},
    slowest, tidy, tools, ts_types, wasm,
};
use std::{
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// The steps so far, and how long each took.
#[derive(Default)]
struct Steps(Mutex<Vec<(String, Duration)>>);

impl Steps {
    fn step(&self, name: &str, step: impl FnOnce() -> Result) -> Result {
        self.timed(name, || step().map(|()| true))
    }

    /// Skips the step if it has passed with the same files.
    fn unless_passed(&self, name: &str, inputs: Inputs, step: impl FnOnce() -> Result) -> Result {
        self.timed(name, || passed::unless_passed(name, inputs, step))
    }

    /// `step` returns whether it ran.
    fn timed(&self, name: &str, step: impl FnOnce() -> Result<bool>) -> Result {
        let begun = Instant::now();
        let done = step();
        let skipped = if done == Ok(false) { ": passed before, with the same files" } else { "" };
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        steps.push((format!("{name}{skipped}"), begun.elapsed()));
        done.map(drop)
    }

    /// Prints the table of times at the end, after a failure too.
    fn print(&self, whole: Duration) {
        eprintln!("\nseconds");
        for (name, time) in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            eprintln!("{:7.1}  {name}", time.as_secs_f64());
        }
        eprintln!("{:7.1}  total", whole.as_secs_f64());
    }
}

/// Runs both at the same time, to the end even if one fails.
fn both(one: impl FnOnce() -> Result, other: impl FnOnce() -> Result + Send) -> Result {
    let (one, other) = thread::scope(|scope| {
        let other = scope.spawn(other);
        (one(), other.join())
    });
    one?;
    other.unwrap_or_else(|_| Err("a step panicked".to_owned()))
}

/// A feature of the tests, which `ludoteca-lab` is built without by default.
pub(crate) const PEER: &str = "ludoteca-lab/peer";

/// `whole` includes the page, which needs Node and Chromium; `again` repeats what has passed.
pub(crate) fn run(whole: bool, again: bool) -> Result {
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !works(&["cargo", command, "--version"]) {
            return Err(format!("cargo {command} is missing: run `rustup component add {component}`"));
        }
    }
    slowest::forget();
    if again {
        passed::forget();
    }
    let begun = Instant::now();
    let steps = Steps::default();
    let home = Home::new()?;
    let done = run_all(whole, &home, &steps);
    slowest::print();
    steps.print(begun.elapsed());
    done.and(home.check())
}

fn run_all(whole: bool, home: &Home, steps: &Steps) -> Result {
    steps.step("tidy", tidy::run)?;
    steps.step("format", || shell::run(&["cargo", "fmt", "--all", "--check"], &[]))?;
    let lints = || steps.step("lints", lints);
    let documents = || steps.unless_passed("documentation", Inputs::WithoutPageTests, || documentation(home));
    if !whole {
        steps.step("compiles for the browser", wasm::check)?;
        lints()?;
        rust(home, steps)?;
        return documents();
    }
    // The tests need the program with its page. The lints do not: only a small crate contains it.
    both(lints, || steps.step("page (in parallel with the lints)", page::build))?;
    steps.step("whole games with the page's modules", wasm::play)?;
    // Much of either side keeps only one core busy: together they take little longer than one.
    let page = "page's types, format and tests (in parallel with the Rust tests)";
    both(|| rust(home, steps), || steps.unless_passed(page, Inputs::All, page::check))?;
    steps.unless_passed("page's types of the API", Inputs::All, api_types)?;
    // The browser tests spend much of their time waiting.
    let browser = || steps.unless_passed("browser tests", Inputs::All, || browse(home));
    both(browser, documents)
}

fn lints() -> Result {
    shell::run(&["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])
}

/// What decides which tests are compiled, and with which features.
const TESTS: [&str; 6] = ["--workspace", "--features", PEER, "--lib", "--bins", "--tests"];

fn rust(home: &Home, steps: &Steps) -> Result {
    tools::postgres()?;
    tools::python()?;
    steps.unless_passed("tests", Inputs::WithoutPageTests, || {
        if works(&["cargo", "nextest", "--version"]) {
            let words = [&["cargo", "nextest", "run", "--no-fail-fast"], &TESTS[..]].concat();
            return shell::run(&words, &home.with(&[]));
        }
        eprintln!("cargo-nextest is not installed, so the slower cargo test is used");
        shell::run(&[&["cargo", "test", "--no-fail-fast"], &TESTS[..]].concat(), &home.with(&[]))
    })?;
    steps.unless_passed("cluster test", Inputs::WithoutPageTests, || cluster::short(home))
}

/// The program may be that of other sources if the Rust tests have passed before.
fn build_tests() -> Result {
    shell::run(&[&["cargo", "test", "--no-run", "--quiet"], &TESTS[..]].concat(), &[])
}

fn browse(home: &Home) -> Result {
    build_tests()?;
    page::browse(home)
}

fn api_types() -> Result {
    build_tests()?;
    ts_types::check()
}

/// Checks the documentation: its examples run, and its links are valid.
fn documentation(home: &Home) -> Result {
    shell::run(&["cargo", "test", "--workspace", "--features", PEER, "--doc"], &home.with(&[]))?;
    shell::run(&["cargo", "doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])
}
