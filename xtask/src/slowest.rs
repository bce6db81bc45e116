//! The slowest tests of a run, from the reports of cargo-nextest and Playwright.

use crate::shell::root;
use std::fs;

/// Written by cargo-nextest (.config/nextest.toml) and by Playwright (web/playwright.config.ts).
const REPORTS: [(&str, &str); 2] =
    [("Rust", "target/nextest/default/tests.xml"), ("browser", "target/browser-tests.xml")];
const SHOWN: usize = 20;

/// Deletes the reports of earlier runs.
pub(crate) fn forget() {
    for (_, path) in REPORTS {
        // Usually there is none.
        let _ = fs::remove_file(root().join(path));
    }
}

/// Prints the slowest tests of each kind that has run.
pub(crate) fn print() {
    for (kind, path) in REPORTS {
        let Ok(report) = fs::read_to_string(root().join(path)) else { continue };
        let all = times(&report);
        eprintln!("\nseconds, slowest {} of {} {kind} tests", all.len().min(SHOWN), all.len());
        for (seconds, name) in all.iter().take(SHOWN) {
            eprintln!("{seconds:7.1}  {name}");
        }
    }
}

/// The duration and name of every test in a JUnit report, longest first.
fn times(report: &str) -> Vec<(f64, String)> {
    let tests = report.split("<testcase ").skip(1).filter_map(|rest| rest.split('>').next());
    let test = |tag: &str| {
        let name = format!("{}: {}", attribute(tag, "classname")?, attribute(tag, "name")?);
        Some((attribute(tag, "time")?.parse().ok()?, name))
    };
    let mut all: Vec<(f64, String)> = tests.filter_map(test).collect();
    all.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    all
}

/// The value of an attribute in a tag; both writers escape `>` in it.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let tag = format!(" {tag}");
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let mut value = rest.split('"').next()?.to_owned();
    for (escaped, plain) in [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    {
        value = value.replace(escaped, plain);
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_sorted_by_their_time() {
        let report = r#"<testsuite name="all" tests="2" time="9">
            <testcase name="plays &gt; &quot;once&quot;" classname="a" time="0.250"></testcase>
            <testcase name="waits" classname="b" timestamp="2026-11-19T00:00:00Z" time="12.5"/>
            <testcase name="never" classname="b"/>"#;
        assert_eq!(times(report), [(12.5, "b: waits".to_owned()), (0.25, "a: plays > \"once\"".to_owned())]);
    }
}
