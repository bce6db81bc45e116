//! Modification times, to find out whether an output is newer than its sources.

use crate::shell::root;
use std::{fs, path::Path, time::SystemTime};

/// The latest change in these files and folders. Folders count too, because they change when something is
/// removed.
pub(crate) fn newest(paths: &[&str]) -> Option<SystemTime> {
    paths.iter().filter_map(|path| within(&root().join(path))).max()
}

/// The oldest of these files, if all exist.
pub(crate) fn oldest(paths: &[&str]) -> Option<SystemTime> {
    let times: Option<Vec<SystemTime>> = paths.iter().map(|path| changed(&root().join(path))).collect();
    times?.into_iter().min()
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

fn within(path: &Path) -> Option<SystemTime> {
    let inside =
        fs::read_dir(path).ok().into_iter().flatten().filter_map(|entry| within(&entry.ok()?.path()));
    inside.chain(changed(path)).max()
}
