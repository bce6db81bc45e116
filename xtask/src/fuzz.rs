//! Runs each fuzz target of `fuzz/` for a while.

use crate::{
    shell::{self, Result, root, works},
    tools,
};
use std::fs;

/// libFuzzer's flags need unstable compiler options, which this variable enables on the stable compiler.
const BOOTSTRAP: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

fn run_targets(seconds: u32, only: &[&str]) -> Result {
    if !works(&["cargo", "fuzz", "--version"]) {
        tools::install_by(&["cargo", "install", "--locked", "cargo-fuzz"], "fuzzing needs cargo-fuzz")?;
    }
    let targets = targets()?;
    if let Some(unknown) = only.iter().find(|name| !targets.iter().any(|target| target == *name)) {
        return Err(format!("unknown fuzz target {unknown:?}: expected one of {}", targets.join(", ")));
    }
    for target in targets.iter().filter(|target| only.is_empty() || only.contains(&target.as_str())) {
        // The program writes the stored inputs into the first folder; libFuzzer adds those it finds.
        let inputs = format!("fuzz/target/corpus/{target}");
        let found = format!("fuzz/artifacts/{target}");
        for folder in [&inputs, &found] {
            fs::create_dir_all(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        }
        let time = format!("-max_total_time={seconds}");
        let artifacts = format!("-artifact_prefix={found}/");
        let words =
            ["cargo", "fuzz", "run", "--features", "libfuzzer", "--sanitizer", "none", "target", &inputs];
        let words: Vec<&str> = words.into_iter().chain(["--", &time, &artifacts]).collect();
        shell::run(&words, &[BOOTSTRAP, ("FUZZ_TARGET", target)])
            .map_err(|error| format!("{error}; add the input from {found} to fuzz/corpus/{target}.txt"))?;
    }
    Ok(())
}

/// The names of the targets: each has a file of stored inputs.
fn targets() -> Result<Vec<String>> {
    let entries =
        fs::read_dir(root().join("fuzz/corpus")).map_err(|error| format!("fuzz/corpus: {error}"))?;
    let mut targets: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned)).collect();
    targets.sort();
    Ok(targets)
}

pub(crate) fn run(words: &[&str]) -> Result {
    match words {
        [seconds, only @ ..] if seconds.starts_with(|c: char| c.is_ascii_digit()) => {
            let seconds = seconds.parse().map_err(|_| format!("{seconds:?} is not a number of seconds"))?;
            run_targets(seconds, only)
        }
        only => run_targets(60, only),
    }
}
