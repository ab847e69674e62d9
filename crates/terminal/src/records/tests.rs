use std::fs;

use grenier_core::Language;

use super::*;
use crate::Setup;
use crate::setup::Table;
use crate::testing::{PERSON, level, setup, table};

const ENGLISH: Texts = Texts(Language::English);

fn recorded(game: &str, path: &Path) -> Result<Table, String> {
    let setup = Setup { record: Some(path.to_owned()), ..setup(game, [PERSON, level(1)]) };
    Table::laid(setup).map_err(|error| error.to_string())
}

fn play(table: &mut Table, moves: &[&str]) {
    for mv in moves {
        table.model.play_legal(mv).unwrap();
        table.journal.as_ref().unwrap().write(&mut table.model, ENGLISH).unwrap();
    }
}

#[test]
fn an_unfinished_game_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    play(&mut recorded("awale", &path).unwrap(), &["A", "f"]);
    let mut again = recorded("awale", &path).unwrap();
    assert_eq!(again.model.game().moves(), ["A", "f"]);
    assert!(again.notes[0].contains('2'), "{:?}", again.notes);
    play(&mut again, &["B"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("1. A f 2. B *") && text.matches("[Game ").count() == 1, "{text}");
}

#[test]
fn other_games_stay_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    play(&mut recorded("awale", &path).unwrap(), &["A", "f"]);
    let mut kpe = recorded("kpe", &path).unwrap();
    assert_eq!(kpe.model.game().ply(), 0);
    play(&mut kpe, &["D"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("1. A f *") && text.contains("1. D *"), "{text}");
    // The last game is the one that is continued; a game of one's own beginning is another one.
    assert_eq!(recorded("kpe", &path).unwrap().model.game().moves(), ["D"]);
    let asked =
        Setup { record: Some(path.clone()), moves: vec!["A".to_owned()], ..setup("kpe", [PERSON, PERSON]) };
    assert_eq!(Table::laid(asked).unwrap().model.game().moves(), ["A"]);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("[Game ").count(), 3, "{text}");
}

#[test]
fn a_new_game_comes_behind_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let mut table = recorded("awale", &path).unwrap();
    play(&mut table, &["A"]);
    table.journal.as_mut().unwrap().turn_page(&table.model, ENGLISH).unwrap();
    table.model.restart();
    play(&mut table, &["B", "b"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("1. A *") && text.contains("1. B b *"), "{text}");
}

#[test]
fn a_game_with_comments_is_kept_and_continued_behind_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let old = "[Game \"awale\"]\n\n1. A {a comment} f *";
    fs::write(&path, old).unwrap();
    let mut table = recorded("awale", &path).unwrap();
    assert_eq!(table.model.game().moves(), ["A", "f"]);
    play(&mut table, &["B"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(old) && text.contains("1. A f 2. B *"), "{text}");
}

#[test]
fn given_up_games_are_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    fs::write(&path, "[Game \"awale\"]\n[Result \"1-0\"]\n\n1. A f 1-0\n").unwrap();
    assert_eq!(recorded("awale", &path).unwrap().model.game().ply(), 0);
}

#[test]
fn files_that_are_no_records_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    for text in ["my diary\n", "awale startpos\n", "# note\n", "[Game \"awale\"]\n\n1. A A *\n", "[Game"] {
        fs::write(&path, text).unwrap();
        let error = recorded("awale", &path).map(|_| ()).unwrap_err();
        assert!(error.contains("game.pgn:") && !error.contains('\n'), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::write(&path, b"\xff\xfe").unwrap();
    assert!(recorded("awale", &path).is_err());
    let nowhere = folder.path().join("no/such/game.pgn");
    let error = recorded("awale", &nowhere).map(|_| ()).unwrap_err();
    assert!(error.contains("there is no folder"), "{error}");
    assert!(recorded("awale", folder.path()).is_err());
}

#[test]
fn ogn_is_for_games_that_have_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.OGN");
    play(&mut recorded("awale:abapa", &path).unwrap(), &["A", "f"]);
    assert!(fs::read_to_string(&path).unwrap().contains("[Variant "));
    assert_eq!(recorded("awale:abapa", &path).unwrap().model.game().ply(), 2);
    let error = recorded("kpe", &folder.path().join("kpe.ogn")).map(|_| ()).unwrap_err();
    assert!(error.contains(".ogn: .pgn is right"), "{error}");
}

#[test]
fn saving_replaces_nothing_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    let mut model = table("mraha", [PERSON, PERSON]).model;
    model.play("a1b1").unwrap();
    assert_eq!(save(&path, &mut model, false, ENGLISH), Ok(Saved::Done));
    assert!(!model.is_unsaved());
    model.play("c1d1").unwrap();
    let before = fs::read_to_string(&path).unwrap();
    assert_eq!(save(&path, &mut model, false, ENGLISH), Ok(Saved::Exists));
    assert!(model.is_unsaved());
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert_eq!(save(&path, &mut model, true, ENGLISH), Ok(Saved::Done));
    assert!(fs::read_to_string(&path).unwrap().contains("1. a1b1 c1d1 *"));
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_written_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = table("awale", [PERSON, PERSON]).model;
    model.play("A").unwrap();
    for path in [folder.path().join("no/game.pgn"), PathBuf::from("/dev/full"), folder.path().to_owned()] {
        let error = save(&path, &mut model, true, ENGLISH).unwrap_err();
        assert!(error.starts_with("Nothing is saved: ") && !error.contains('\n'), "{error}");
        assert_eq!(save(&path, &mut model, false, ENGLISH), Err(error), "no question before a refusal");
        assert!(model.is_unsaved());
    }
}

#[cfg(unix)]
#[test]
fn links_and_permissions_of_a_file_that_is_replaced_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.pgn"), folder.path().join("link.pgn"));
    fs::write(&real, "").unwrap();
    fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
    symlink(&real, &link).unwrap();
    let mut model = table("awale", [PERSON, PERSON]).model;
    assert_eq!(save(&link, &mut model, true, ENGLISH), Ok(Saved::Done));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    fs::set_permissions(&real, Permissions::from_mode(0o440)).unwrap();
    assert!(save(&link, &mut model, true, ENGLISH).is_err());
}
