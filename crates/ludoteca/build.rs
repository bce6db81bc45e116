//! Rebuilds this crate whenever the page has been built. The folder is created if there is no page yet: cargo
//! would consider a missing folder changed on every build.

fn main() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/page");
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo::warning=cannot make {page}: {error}");
    }
    println!("cargo::rerun-if-changed={page}");
}
