//! The tuner: deterministic, stoppable, and better afterwards.

use ludoteca_catalog::GameId;
use ludoteca_evaluate::{Features, Knowledge};
use ludoteca_number_one::NumberOne;
use ludoteca_peak::Peak;
use ludoteca_tune::{Budget, Files, Progress, Report, TuneError, compare, tune, tune_by_id, tune_game};
use std::{convert::Infallible, fs, ops::ControlFlow, path::PathBuf};

const TINY: Budget =
    Budget { generations: 2, games: 40, depth: 1, nodes: 0, epochs: 2, trust: 70, stray: 10, seed: 5 };

fn tuned<G: Features>(budget: &Budget) -> (Vec<i16>, Report) {
    let mut knowledge = Knowledge::<G>::none();
    let go_on = |_| ControlFlow::Continue(());
    let report = tune_game(&mut knowledge, budget, 0, go_on, |_, _, _| Ok::<_, Infallible>(()));
    let Ok(report) = report;
    (knowledge.weights().to_vec(), report)
}

#[test]
fn the_same_seed_gives_the_same_weights() {
    let (first, report) = tuned::<Peak>(&TINY);
    assert_eq!(tuned::<Peak>(&TINY).0, first);
    assert_ne!(tuned::<Peak>(&Budget { seed: 6, ..TINY }).0, first);
    assert_eq!(report.generations, 2);
    assert!(report.examples > 100, "{report:?}");
    assert_eq!(tuned::<NumberOne>(&TINY).0, tuned::<NumberOne>(&TINY).0);
}

#[test]
fn fitting_lowers_the_loss() {
    let once = Budget { generations: 1, games: 150, trust: 100, stray: 0, ..TINY };
    for report in [tuned::<Peak>(&once).1, tuned::<NumberOne>(&once).1] {
        assert!((report.before.training - f64::ln(2.0)).abs() < 1e-4, "{report:?}");
        assert!(report.after.training < report.before.training - 0.03, "{report:?}");
        assert!(report.after.validation < report.before.validation, "{report:?}");
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("ludoteca-tune-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn files(&self) -> Files {
        Files { weights: self.0.join("peak.txt"), checkpoint: self.0.join("checkpoint") }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_stopped_tuner_goes_on_where_it_was() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let report = tune::<Peak>(&TINY, &whole.files(), |_| ControlFlow::Continue(())).unwrap();
    assert!(!report.stopped);
    assert!(!whole.files().checkpoint.exists());

    let stop = |progress| match progress {
        Progress::Games { generation: (2, _), .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let report = tune::<Peak>(&TINY, &parts.files(), stop).unwrap();
    assert!(report.stopped);
    assert_eq!(report.generations, 1);
    assert!(!parts.files().weights.exists());

    let other = tune::<Peak>(&Budget { seed: 9, ..TINY }, &parts.files(), |_| ControlFlow::Continue(()));
    assert!(matches!(other, Err(TuneError::Checkpoint(_))), "{other:?}");

    let mut first = None;
    tune::<Peak>(&TINY, &parts.files(), |progress| {
        first.get_or_insert(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(matches!(first, Some(Progress::Games { generation: (2, 2), .. })), "{first:?}");
    let text = |folder: &Folder| fs::read_to_string(folder.files().weights).unwrap();
    assert_eq!(text(&parts), text(&whole));
}

#[test]
fn wrong_files_are_refused_in_one_line() {
    let folder = Folder::new("wrong");
    let go_on = |_| ControlFlow::Continue(());
    fs::write(folder.files().weights, "nonsense").unwrap();
    let error = tune::<Peak>(&TINY, &folder.files(), go_on).unwrap_err();
    assert!(error.to_string().ends_with("line 1: expected the name to-act"), "{error}");
    assert_eq!(fs::read_to_string(folder.files().weights).unwrap(), "nonsense");
    let error = tune_by_id(GameId::Squadro, &TINY, &folder.files(), go_on);
    assert!(matches!(error, Err(TuneError::LearntFromSolution)));
}

#[test]
fn tuned_weights_beat_none() {
    let rules = ludoteca_peak::Rules::default();
    let (tuned, none) = (Knowledge::<Peak>::default(), Knowledge::none());
    let tally = compare(&rules, [&tuned, &none], 50, 1, 1);
    assert_eq!(tally.games, 100);
    assert!(tally.mean() > 0.75, "{tally:?}");
    assert_eq!(compare(&rules, [&tuned, &none], 50, 1, 1), tally);
}
