//! Generates a WebAssembly module and its JavaScript from a compiled crate, like the program `wasm-bindgen`.
//! Called by `cargo xtask wasm`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = &words[..] else {
        eprintln!("usage: xtask-bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    match make(module, folder, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask-bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(module: &str, folder: &str, name: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(true).out_name(name);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)?;
    Ok(())
}
