use super::*;

fn spec(words: &str) -> Result<PlayerSpec, String> {
    PlayerSpec::parse(words.split(' '))
}

#[test]
fn words_fill_the_specification() {
    let each = spec("tc=10+0.1 hash=64 option.Level=3").unwrap();
    let mine = spec("name=a engine=ab nodes=2000 option.Seed=1").unwrap().or(&each);
    assert_eq!((mine.label().as_str(), mine.engine, mine.nodes), ("a", Some(Kind::Ab), Some(2000)));
    assert_eq!((mine.tc, mine.hash()), (Some("10+0.1".parse().unwrap()), 64));
    assert_eq!(mine.options, [("Level".into(), "3".into()), ("Seed".into(), "1".into())]);
    let timed = spec("st=0.5").unwrap().or(&each);
    assert_eq!((timed.st, timed.tc), (Some(0.5), None));
}

#[test]
fn words_are_read_as_they_are_written() {
    for words in [
        "engine=mcts nodes=2000 hash=8 threads=2 param.exploration=0.8 param.reduction=0",
        "cmd=./engine dir=/tmp proto=aalina tc=40/60+0.5 timemargin=10 patience=2.5 option.A=1 option.B=x",
        "engine=own st=0.25 depth=3",
        "engine=greedy weights=my/own.toml weight.seeds=-7 weight.take=0",
    ] {
        assert_eq!(spec(words).unwrap().words(), words);
    }
}

#[test]
fn parameters_are_checked_against_the_search_that_will_play() {
    let usual = EngineKind::Mcts;
    let check = |words: &str| spec(words).unwrap().check_params(usual);
    assert_eq!(check("engine=mcts nodes=9 param.exploration=0.8"), Ok(()));
    assert_eq!(check("nodes=9 param.exploration=0.8"), Ok(()));
    for (words, part) in [
        ("name=me engine=ab nodes=9 param.exploration=0.8", "me (ab): "),
        ("engine=ab nodes=9 param.exploration=0.8", "ordering"),
        // A depth makes alpha-beta of the game's own search.
        ("depth=9 param.exploration=0.8", "ordering"),
        ("engine=mcts nodes=9 param.exploration=eleven", "0 to 10"),
        ("engine=random param.ordering=1", "our searches"),
        ("cmd=x nodes=9 param.ordering=1", "our searches"),
    ] {
        let error = check(words).unwrap_err();
        assert!(error.contains(part) && !error.contains('\n'), "{words}: {error}");
    }
    // What holds for each holds for those that have parameters.
    let each = spec("param.exploration=0.8 nodes=9").unwrap();
    assert_eq!(spec("engine=random").unwrap().or(&each).check_params(usual), Ok(()));
    assert_eq!(spec("engine=mcts").unwrap().or(&each).params.len(), 1);
}

#[test]
fn weights_are_for_those_who_judge() {
    let each = spec("weights=hand-set weight.take=3 nodes=9").unwrap();
    for (words, filled) in [
        ("engine=greedy weight.take=4", "weights=hand-set weight.take=3 weight.take=4"),
        ("engine=ab weights=material", "weights=material weight.take=3"),
        ("engine=random", ""),
        ("cmd=x", ""),
    ] {
        let spec = spec(words).unwrap().or(&each);
        assert_eq!(spec.check(), Ok(()));
        assert!(spec.words().ends_with(filled), "{}", spec.words());
        assert_eq!(spec.words().contains("weight"), !filled.is_empty(), "{}", spec.words());
    }
    for (words, part) in [
        ("name=me engine=random weights=shipped", "me: weights= is for"),
        ("cmd=x nodes=1 weight.take=3", "x: weight.take= is for"),
    ] {
        let error = spec(words).unwrap().check().unwrap_err();
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn more_threads_than_a_machine_has_are_refused() {
    let check =
        |threads: usize| spec(&format!("name=a engine=ab nodes=9 threads={threads}")).unwrap().check();
    assert_eq!(check(MOST_THREADS), Ok(()));
    assert_eq!(check(MOST_THREADS + 1), Err("a: threads is a number from 1 to 1024".to_owned()));
}

#[test]
fn more_memory_than_a_machine_has_is_refused() {
    let check = |hash: usize| spec(&format!("name=a engine=ab nodes=9 hash={hash}")).unwrap().check();
    assert_eq!(check(MOST_HASH), Ok(()));
    assert!(check(MOST_HASH + 1).unwrap_err().contains("megabytes from 1 to 1048576"));
}

#[test]
fn wrong_words_are_named() {
    for (words, part) in [
        ("name", "KEY=VALUE"),
        ("nmae=a", "the keys are"),
        ("nodes=0", "above zero"),
        ("engine=x", "own, ab"),
        ("weight.seeds=1.5", "whole number"),
        ("weight.seeds=4294967296", "whole number"),
        ("tc=x", "seconds"),
    ] {
        let error = spec(words).unwrap_err();
        assert!(error.contains(part), "{words}: {error}");
    }
    assert!(spec("engine=ab").unwrap().check().unwrap_err().contains("no limit"));
    assert!(spec("engine=ab cmd=x nodes=1").unwrap().check().unwrap_err().contains("exclude"));
    assert!(spec("engine=mcts depth=3").unwrap().check().unwrap_err().contains("by depth"));
    assert!(spec("engine=random").unwrap().check().is_ok());
}
