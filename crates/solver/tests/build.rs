//! Building tables: what is there is kept, what is damaged is built again, what does not fit is refused.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use common::solved;
use grenier_core::Notation;
use grenier_core::awale::Awale;
use grenier_core::kpe::Kpe;
use grenier_solver::build::{BuildError, Event, Order, build, memory_needed, plan};
use grenier_solver::tables::Folder;
use grenier_solver::{Extent, Failure, Layer, Lookup, Solvable, Tables};

const PLENTY: u64 = 1 << 30;

fn order<P: Solvable>(dir: &Path, most: u32, memory: u64) -> Order<'_, P> {
    Order { rules: Default::default(), extent: Extent::Upto(most), dir, memory }
}

/// Builds and gives all that was told, but progress.
fn run<P: Solvable>(order: &Order<'_, P>) -> (Result<(), BuildError>, Vec<Event<P::Layer>>) {
    let events = Mutex::new(Vec::new());
    let result = build(order, &AtomicBool::new(false), &|event| events.lock().unwrap().push(event));
    let mut events = events.into_inner().unwrap();
    events.retain(|event| !matches!(event, Event::Progress { .. }));
    (result, events)
}

/// The names of layers that were finished.
fn finished<L: Layer>(events: &[Event<L>]) -> Vec<String> {
    let name = |event: &Event<L>| match event {
        Event::Finished { layer, .. } => Some(layer.name()),
        _ => None,
    };
    events.iter().filter_map(name).collect()
}

fn skipped<L: Layer>(events: &[Event<L>]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Skipped { .. })).count()
}

#[test]
fn files_hold_what_was_solved() {
    let dir = tempfile::tempdir().unwrap();
    let (result, events) = run::<Kpe>(&order(dir.path(), 12, PLENTY));
    result.unwrap();
    assert_eq!(finished(&events), ["0", "2", "4", "6", "8", "10", "12"]);
    let memory = solved::<Kpe>(Default::default(), Extent::Upto(12));
    let mut tables = Tables::<Kpe>::open(dir.path(), Default::default()).unwrap();
    for unpacked in [false, true] {
        if unpacked {
            // All but the greatest layer fit.
            let read = tables.unpack(30_000).unwrap();
            assert_eq!(read.len(), 6);
        }
        for layer in Kpe::plan(Extent::Upto(12)).unwrap() {
            for slot in (0..layer.slots()).step_by(17) {
                let position = Kpe::at(Default::default(), layer, slot).unwrap();
                assert_eq!(tables.probe(&position).unwrap(), memory.probe(&position), "{}", position.text());
            }
        }
    }
    let unknown = Kpe::parse_fields(Default::default(), "14-0-0-0-0-0-0-0-10-24-S -").unwrap();
    assert_eq!(tables.probe(&unknown).unwrap(), None);
    assert_eq!(tables.moves(&unknown).unwrap(), None);
    let foreign =
        Kpe::set_up(grenier_core::Rules::with(Default::default(), "skip-origin").unwrap(), [1, 1], [0, 0]);
    assert_eq!(tables.probe(&foreign.unwrap()).unwrap(), None);
    let missing = tables.missing(&Kpe::plan(Extent::Upto(16)).unwrap());
    assert_eq!(missing.iter().map(|layer| layer.name()).collect::<Vec<_>>(), ["14", "16"]);
}

#[test]
fn a_build_goes_on_where_it_stopped() {
    let dir = tempfile::tempdir().unwrap();
    run::<Awale>(&order(dir.path(), 4, PLENTY)).0.unwrap();
    let (result, events) = run::<Awale>(&order(dir.path(), 6, PLENTY));
    result.unwrap();
    assert_eq!((skipped(&events), finished(&events)), (5, vec!["5".into(), "6".into()]));
    let memory = solved::<Awale>(Default::default(), Extent::Upto(6));
    let layer = *Awale::plan(Extent::Upto(6)).unwrap().last().unwrap();
    let file = Folder::<Awale>::new(dir.path(), Default::default()).open(layer).unwrap();
    let bytes = file.read_all().unwrap();
    assert!((0..layer.slots()).all(|slot| bytes.get(slot) == memory.get(layer).unwrap().get(slot)));
}

#[test]
fn a_stopped_build_leaves_only_finished_layers() {
    let dir = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let seen = AtomicBool::new(false);
    let result = build(&order::<Awale>(dir.path(), 6, PLENTY), &stop, &|event| {
        if matches!(event, Event::Begun { layer } if layer.name() == "4") {
            stop.store(true, Ordering::Relaxed);
        }
        seen.fetch_or(
            matches!(event, Event::Finished { layer, .. } if layer.name() == "4"),
            Ordering::Relaxed,
        );
    });
    let Err(BuildError::Failed { layer, failure: Failure::Interrupted(_) }) = result else {
        panic!("{result:?}")
    };
    assert_eq!((layer.as_str(), seen.into_inner()), ("4", false));
    let folder = Folder::<Awale>::new(dir.path(), Default::default());
    assert_eq!(folder.layers().unwrap().len(), 4);
    // What kill -9 leaves behind in the middle of writing.
    let stray = folder.path().join(".unfinished-abc");
    fs::write(&stray, "half a table").unwrap();
    let (result, events) = run::<Awale>(&order(dir.path(), 6, PLENTY));
    result.unwrap();
    assert_eq!((skipped(&events), finished(&events).len(), stray.exists()), (4, 3, false));
}

#[test]
fn damaged_files_are_named_and_built_again() {
    let dir = tempfile::tempdir().unwrap();
    run::<Kpe>(&order(dir.path(), 10, PLENTY)).0.unwrap();
    let layers = Kpe::plan(Extent::Upto(10)).unwrap();
    let folder = Folder::<Kpe>::new(dir.path(), Default::default());
    let path = folder.file(layers[4]);
    let sound = fs::read(&path).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let foreign = fs::read(folder.file(layers[3])).unwrap();
    for wrong in [damaged, sound[..100].to_vec(), foreign, Vec::new()] {
        fs::write(&path, wrong).unwrap();
        let tables = Tables::<Kpe>::open(dir.path(), Default::default()).unwrap();
        let position = Kpe::at(Default::default(), layers[4], 5).unwrap();
        assert_eq!(tables.probe(&position).unwrap_err().path, path);
        let (result, events) = run::<Kpe>(&order(dir.path(), 10, PLENTY));
        result.unwrap();
        let is_named = |event: &Event<_>| matches!(event, Event::Damaged { layer, damage } if *layer == layers[4] && damage.path == path);
        assert!(events.iter().any(is_named));
        assert_eq!(finished(&events), ["8"]);
        assert_eq!(fs::read(&path).unwrap(), sound, "the same bytes every time");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_figure() {
    let dir = tempfile::tempdir().unwrap();
    let layers = plan::<Kpe>(Default::default(), Extent::Upto(12)).unwrap();
    let (greatest, needed) = memory_needed::<Kpe>(&layers).unwrap();
    let all: u64 = layers.iter().map(|layer| layer.slots()).sum();
    assert!(greatest.name() == "12" && needed > all);
    let (result, events) = run::<Kpe>(&order(dir.path(), 12, needed - 1));
    let error = result.unwrap_err();
    assert!(matches!(error, BuildError::Memory { needed: told, .. } if told == needed), "{error}");
    assert!(events.iter().any(|event| matches!(event, Event::Plan { memory, .. } if *memory == needed)));
    assert!(finished(&events).is_empty());
    run::<Kpe>(&order(dir.path(), 12, needed)).0.unwrap();
}

#[test]
fn rules_without_a_value_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let rules = grenier_core::Rules::with(Default::default(), "own-row").unwrap();
    let order = Order::<Kpe> { rules, extent: Extent::Upto(4), dir: dir.path(), memory: PLENTY };
    let error = run(&order).0.unwrap_err().to_string();
    assert!(error.starts_with("kpe:own-row cannot be solved"), "{error}");
    let order = Order::<Awale> { extent: Extent::Complete, ..self::order(dir.path(), 4, PLENTY) };
    assert!(matches!(run(&order).0.unwrap_err(), BuildError::NoExtent { .. }));
}

#[test]
fn two_builds_in_one_folder_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let lock = Folder::<Kpe>::new(dir.path(), Default::default()).lock().unwrap();
    let error = run::<Kpe>(&order(dir.path(), 4, PLENTY)).0.unwrap_err();
    assert!(matches!(error, BuildError::Lock(_)), "{error}");
    // A process that was killed a moment ago still holds its lock for a while.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            drop(lock);
        });
        run::<Kpe>(&order(dir.path(), 4, PLENTY)).0.unwrap();
    });
}

#[test]
fn variants_have_folders_of_their_own() {
    let rules = grenier_core::Rules::with(Default::default(), "skip-origin").unwrap();
    let folder = Folder::<Kpe>::new(Path::new("tables"), rules);
    assert_eq!(folder.path(), Path::new("tables/kpe.skip-origin"));
    let layer =
        Kpe::plan(Extent::Complete).unwrap().into_iter().find(|layer| layer.name() == "48-ABCD-ab").unwrap();
    assert_eq!(folder.file(layer), Path::new("tables/kpe.skip-origin/48-ABCD-ab.grt"));
}
