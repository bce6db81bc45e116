//! Runs every stored input of every fuzz target as an ordinary test, including those that once crashed.

use std::{fs, path::Path};

#[test]
fn stored_inputs_do_not_crash() {
    for (name, target) in ludoteca_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut inputs = 0;
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            eprintln!("{}", path.display());
            target(&fs::read(&path).unwrap());
            inputs += 1;
        }
        assert!(inputs > 0, "{name} has no stored input");
    }
}

#[test]
fn every_target_has_a_file() {
    for (name, _) in ludoteca_fuzz::TARGETS {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("targets/{name}.rs")).exists(), "{name}");
    }
}
