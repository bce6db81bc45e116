//! Makes the crate be built anew whenever the page was. The folder is made if the page was never built: cargo
//! would take a missing one for changed each time.

fn main() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/page");
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo::warning=cannot make {page}: {error}");
    }
    println!("cargo::rerun-if-changed={page}");
}
