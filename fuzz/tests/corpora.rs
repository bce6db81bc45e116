//! Runs every stored input of every fuzz target as an ordinary test, including those that once crashed.

use ludoteca_fuzz::{TARGETS, corpus};

#[test]
fn stored_inputs_do_not_crash() {
    for (target, run) in TARGETS {
        let inputs = corpus::read(target).unwrap_or_else(|error| panic!("{target}: {error}"));
        assert!(!inputs.is_empty(), "{target} has no stored input");
        for (name, input) in inputs {
            eprintln!("{target}: {name}");
            run(&input);
        }
    }
}
