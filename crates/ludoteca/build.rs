//! Lists the page's files for `src/main.rs`, and rebuilds this crate whenever the page has been built. The
//! folder is created if there is no page yet: cargo would consider a missing folder changed on every build.

use std::{
    env,
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/page");
    fs::create_dir_all(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    find_files(&page, &mut files)?;
    files.sort();
    let mut list = String::from("[\n");
    for file in &files {
        // The server unpacks the gzip form for the few clients that want neither.
        if files.binary_search(&with_suffix(file, ".gz")).is_ok() {
            continue;
        }
        let name = file.strip_prefix(&page)?.to_str().ok_or("a file name is not UTF-8")?;
        writeln!(list, "({:?}, include_bytes!({file:?})),", name.replace('\\', "/"))?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("page.rs"), list)?;
    Ok(())
}

fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => find_files(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
