//! Small boards, solved into a folder.

use ludoteca_solve::squadro::{Board, Ended, Layout, Sides, Values, count, solve};
use ludoteca_table::{Opened, Store, Table, Tally};
use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

pub(crate) fn layout(tracks: usize, values: Values) -> Layout {
    Layout::new(Arc::new(Sides::new(Board::new(tracks).unwrap())), values)
}

pub(crate) fn store(folder: &Path, layout: &Layout) -> Store {
    match Store::open(folder, layout, "a test", 1 << 20, &mut |_, _| ()).unwrap() {
        Opened::Unfinished(store) => *store,
        Opened::Finished(_) => panic!("nothing is left to do"),
    }
}

pub(crate) fn make(folder: &Path, tracks: usize, values: Values) -> Table {
    let layout = layout(tracks, values);
    let store = store(folder, &layout);
    let ended = solve(&layout, &store, 2, &|_| (), &AtomicBool::new(false)).unwrap();
    assert_eq!(ended, Ended::Complete);
    let counts = count(&layout, &store, 2, &|_| (), &AtomicBool::new(false)).unwrap().unwrap();
    let [yellow, red] = counts;
    let tally = |mover, counts| Tally::new(layout.sides(), mover, counts);
    store.finish([tally(0, yellow), tally(1, red)]).unwrap()
}
