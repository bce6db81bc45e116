//! Damaged, truncated and foreign files are rejected with the place named; interrupted runs are resumed.

use crate::common::{layout, make, store};
use ludoteca_solve::squadro::{Ended, Layout, Pair, Shelf, Values, solve};
use ludoteca_table::{Opened, Store, Table, TableError};
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

fn pairs(layout: &Layout) -> Vec<Pair> {
    (0..layout.levels()).flat_map(|level| layout.pairs(level)).collect()
}

/// All halves of all pairs, or the first error.
fn read_all(folder: &Path) -> Result<Vec<Vec<u8>>, TableError> {
    let table = Table::open(folder)?;
    let halves = pairs(table.layout()).into_iter().flat_map(|pair| [(pair, 0), (pair, 1)]);
    halves.map(|(pair, mover)| table.half(pair, mover)).collect()
}

fn block_of(layout: &Layout, pair: Pair) -> u32 {
    u32::from(pair.yellow) * layout.sides().seats[1].blocks.len() as u32 + u32::from(pair.red)
}

#[test]
fn any_altered_byte_is_named() {
    for values in [Values::Wdl, Values::Distance] {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path(), 2, values);
        read_all(folder.path()).unwrap();
        let layout = layout(2, values);
        let mut named = std::collections::HashSet::new();
        for entry in fs::read_dir(folder.path()).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            for at in (0..bytes.len()).step_by(7) {
                let mut altered = bytes.clone();
                altered[at] ^= 1 << (at % 7);
                fs::write(&path, &altered).unwrap();
                let error = read_all(folder.path()).expect_err(&format!("{name}, byte {at}"));
                let text = error.to_string();
                assert!(text.contains(&name) || name == "manifest.json", "{name}, byte {at}: {text}");
                if let Some(level) = name.strip_prefix("level-") {
                    let level: usize = level.trim_end_matches(".dat").parse().unwrap();
                    let TableError::Damaged { place: Some(place), .. } = error else { panic!("{text}") };
                    assert!(layout.pairs(level).iter().any(|&pair| block_of(&layout, pair) == place.block));
                    named.insert((place.block, place.chunk));
                }
            }
            fs::write(&path, &bytes).unwrap();
        }
        // Every block has a header and two chunks.
        assert_eq!(named.len(), 3 * pairs(&layout).len());
    }
}

#[test]
fn a_file_cut_short_is_named_with_the_block() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), 2, Values::Wdl);
    let path = folder.path().join("level-04.dat");
    let bytes = fs::read(&path).unwrap();
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let text = Table::open(folder.path()).unwrap_err().to_string();
        assert!(text.starts_with(&format!("{}, block ", path.display())), "{text}");
        assert!(text.ends_with(", head: the file is cut short there"), "{text}");
    }
    fs::write(&path, [&bytes[..], b"more"].concat()).unwrap();
    let text = Table::open(folder.path()).unwrap_err().to_string();
    assert_eq!(text, format!("{}: the file is longer than it was written", path.display()));
    fs::remove_file(&path).unwrap();
    let text = Table::open(folder.path()).unwrap_err().to_string();
    assert!(text.starts_with(&format!("cannot open {}: ", path.display())), "{text}");
}

#[test]
fn invalid_tables_are_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let shown = folder.path().display().to_string();
    let refused = |text: String, expected: &str| assert_eq!(text, format!("{shown}: {expected}"));
    refused(Table::open(folder.path()).unwrap_err().to_string(), "there is no table");

    let wdl = layout(2, Values::Wdl);
    let first = store(folder.path(), &wdl);
    let open = |layout: &Layout| Store::open(folder.path(), layout, "", 0, &mut |_, _| ());
    refused(open(&wdl).unwrap_err().to_string(), "another run is writing there");
    drop(first);
    refused(
        Table::open(folder.path()).unwrap_err().to_string(),
        "the table is not finished: `ludoteca solve squadro` with this folder as --out goes on with it",
    );
    refused(
        open(&layout(3, Values::Wdl)).unwrap_err().to_string(),
        "it holds a table of 2 tracks, and one of 3 tracks is wanted",
    );
    refused(
        open(&layout(2, Values::Distance)).unwrap_err().to_string(),
        "it holds a table with values wdl, and one with values distance is wanted",
    );
    let path = folder.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"version\": 1", "\"version\": 2")).unwrap();
    let version = "the table has version 2 of the format, and this program reads version 1";
    refused(open(&wdl).unwrap_err().to_string(), version);
    refused(Table::open(folder.path()).unwrap_err().to_string(), version);

    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("letter.txt"), "dear").unwrap();
    let text = Store::open(other.path(), &wdl, "", 0, &mut |_, _| ()).unwrap_err().to_string();
    assert_eq!(text, format!("{}: it holds other files and no table", other.path().display()));
}

/// A manifest may come from elsewhere: it must not refer to files outside the folder.
#[test]
fn files_have_plain_names() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), 2, Values::Wdl);
    let path = folder.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let index = ["index.dat", "level-00.dat"].map(|name| format!("\"file\": \"{name}\""));
    for (i, name) in
        ["../x.dat", "/x.dat", "a/b", "..", ".", "", "a\\b", "C:x", "a\nb"].into_iter().enumerate()
    {
        let old = index.iter().cycle().skip(i).find(|old| text.contains(*old)).expect("a file is named");
        let new = format!("\"file\": {}", serde_json::to_string(name).unwrap());
        let mut json: serde_json::Value = serde_json::from_str(&text.replacen(old, &new, 1)).unwrap();
        json.as_object_mut().unwrap().shift_remove("checksum");
        let checksum = twox_hash::XxHash3_64::oneshot(json.to_string().as_bytes());
        json["checksum"] = format!("{checksum:016x}").into();
        fs::write(&path, json.to_string()).unwrap();
        let expected = format!(
            "{}: the manifest names the file {name:?}, which is not a plain name in the folder",
            folder.path().display()
        );
        assert_eq!(Table::open(folder.path()).unwrap_err().to_string(), expected);
        let opened = Store::open(folder.path(), &layout(2, Values::Wdl), "", 0, &mut |_, _| ());
        assert_eq!(opened.unwrap_err().to_string(), expected);
    }
    fs::write(&path, text).unwrap();
    read_all(folder.path()).unwrap();
}

/// Solves until this many pairs are done.
fn solve_some(folder: &Path, layout: &Layout, count: usize) {
    let store = store(folder, layout);
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let report = |_| {
        if done.fetch_add(1, Ordering::Relaxed) + 1 >= count {
            stop.store(true, Ordering::Relaxed);
        }
    };
    assert_eq!(solve(layout, &store, 1, &report, &stop).unwrap(), Ended::Stopped);
}

#[test]
fn a_torn_tail_is_cut_off_and_solved_anew() {
    let layout = layout(2, Values::Distance);
    let whole = tempfile::tempdir().unwrap();
    make(whole.path(), 2, Values::Distance);
    let expected = read_all(whole.path()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    solve_some(folder.path(), &layout, 40);
    let path = (0..layout.levels())
        .map(|level| folder.path().join(format!("level-{level:02}.dat")))
        .find(|path| fs::metadata(path).is_ok_and(|data| data.len() > 0))
        .unwrap();
    let bytes = fs::read(&path).unwrap();
    let blocks = store(folder.path(), &layout).found().pairs;
    assert_eq!(blocks, 40);
    let mut found = std::collections::BTreeSet::new();
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let store = store(folder.path(), &layout);
        found.insert(store.found().pairs);
        assert_eq!(fs::metadata(&path).unwrap().len() + store.found().cut_off, length as u64);
    }
    // As the file shrinks, each of its blocks is lost in turn.
    assert_eq!(found.last(), Some(&(blocks - 1)));
    assert_eq!(found.len() as u64, blocks - found.first().unwrap());

    let mut altered = bytes.clone();
    *altered.last_mut().unwrap() ^= 1;
    fs::write(&path, &altered).unwrap();
    assert_eq!(store(folder.path(), &layout).found().pairs, blocks - 1);
    make(folder.path(), 2, Values::Distance);
    assert!(read_all(folder.path()).unwrap() == expected);
    assert!(matches!(
        Store::open(folder.path(), &layout, "", 0, &mut |_, _| ()).unwrap(),
        Opened::Finished(_)
    ));
}

#[test]
fn a_finished_table_takes_no_more_and_an_incomplete_one_is_not_finished() {
    let folder = tempfile::tempdir().unwrap();
    let layout = layout(2, Values::Wdl);
    let unfinished = store(folder.path(), &layout);
    let pair = layout.pairs(3)[0];
    assert!(unfinished.load(pair, 0).is_err() && !unfinished.has(pair));
    assert!(unfinished.save(pair, &[0]).is_err());
    unfinished.save(pair, &vec![0; layout.len(pair)]).unwrap();
    assert!(unfinished.has(pair));
    let text = unfinished.finish(Default::default()).unwrap_err().to_string();
    assert!(text.ends_with("level 0 is not complete"), "{text}");
    let other = tempfile::tempdir().unwrap();
    let table = make(other.path(), 2, Values::Wdl);
    assert!(table.save(pair, &vec![0; layout.len(pair)]).is_err());
}
