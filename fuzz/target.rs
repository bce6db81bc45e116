//! Runs the target named by the variable `FUZZ_TARGET` with libFuzzer; `cargo xtask fuzz` sets it.
#![no_main]

use ludoteca_fuzz::{TARGETS, Target, corpus};
use std::sync::LazyLock;

static NAME: LazyLock<String> = LazyLock::new(|| std::env::var("FUZZ_TARGET").unwrap_or_default());
static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let target = TARGETS.iter().find(|(name, _)| *name == *NAME);
    let names: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
    target.unwrap_or_else(|| panic!("set FUZZ_TARGET to one of {}", names.join(", "))).1
});

libfuzzer_sys::fuzz_target!(
    init: {
        LazyLock::force(&TARGET);
        corpus::unpack(&NAME).unwrap_or_else(|error| panic!("{error}"));
    },
    |data: &[u8]| TARGET(data)
);
