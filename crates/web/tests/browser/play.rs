//! Whole games, by clicks.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::driver::{DESK, Page, TELEPHONE, on_page};

/// The most clicks of a game.
const MOST_CLICKS: usize = 3000;

/// Plays the human's side by clicks on what may be clicked, until the game is over; gives the clicks.
async fn play_out(page: &Page, seed: u64) -> usize {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for clicks in 0..MOST_CLICKS {
        let state = page
            .until(
                "it is the human's turn, or over",
                "const body = document.body.dataset; if ('busy' in body) return null; \
                 if ('over' in body) return {over: body.over}; \
                 const seen = e => e.getClientRects().length > 0; \
                 if (seen(document.querySelector('#finish'))) return {finish: true}; \
                 const legal = [...document.querySelectorAll('[data-legal]')].filter(seen); \
                 const name = e => e.dataset.pit ? `[data-pit=\"${e.dataset.pit}\"]` : e.dataset.square ? `[data-square=\"${e.dataset.square}\"]` : '#' + e.id; \
                 return legal.length > 0 && {legal: legal.map(name)}",
            )
            .await;
        if state.get("over").is_some() {
            return clicks;
        }
        if state.get("finish").is_some() {
            page.click("#finish").await;
            continue;
        }
        let legal = state["legal"].as_array().unwrap();
        let chosen = legal[random.random_range(0..legal.len())].as_str().unwrap();
        page.click(chosen).await;
    }
    panic!("the game does not end");
}

fn whole_game(game: &'static str, seed: u64) {
    on_page(DESK, |page| async move {
        page.begin(game, "human", "1").await;
        let clicks = play_out(&page, seed).await;
        assert!(clicks > 5, "{game}: only {clicks} clicks");
        let over = page.body("over").await.unwrap();
        assert!(["first", "second", "draw"].contains(&over.as_str()), "{over}");
        let result = page.text_of("#result").await;
        assert!(!result.is_empty());
        // The result is told to those who do not see it, too.
        page.until(
            "the result is told",
            &format!("return document.querySelector('#live').textContent.includes({})", json!(result)),
        )
        .await;
        page.picture(&format!("{game}-over")).await;
        // The page says what the server says of the same moves.
        let plies = page.ply().await;
        let moves = page.get("return location.hash").await;
        assert!(moves.as_str().unwrap().contains("moves="), "{moves}");
        let listed = page.get("return document.querySelectorAll('#moves [data-ply]').length").await;
        assert_eq!(listed, json!(plies));
    });
}

#[test]
fn a_whole_game_of_kpe() {
    whole_game("kpe", 1);
}

#[test]
fn a_whole_game_of_awale() {
    whole_game("awale", 2);
}

#[test]
fn a_whole_game_of_obridjie() {
    whole_game("obridjie", 3);
}

#[test]
fn a_whole_game_of_mraha() {
    whole_game("mraha", 4);
}

#[test]
fn a_whole_game_of_seega() {
    whole_game("seega", 5);
}

#[test]
fn a_newcomer_can_play_at_once_on_a_telephone() {
    on_page(TELEPHONE, |page| async move {
        assert_eq!(page.body("game").await.as_deref(), Some("kpe"));
        page.hurry().await;
        page.click("[data-pit][data-legal]").await;
        page.until("the engine has answered", "return Number(document.body.dataset.ply) >= 2").await;
        page.idle().await;
        page.picture("telephone-kpe").await;
    });
}

#[test]
fn moves_are_taken_back_and_played_again() {
    on_page(DESK, |page| async move {
        page.begin("awale", "human", "1").await;
        let before = page.get(BOARD).await;
        page.click("[data-pit][data-legal]").await;
        page.until("the engine has answered", "return Number(document.body.dataset.ply) === 2").await;
        page.idle().await;
        let after = page.get(BOARD).await;
        assert_ne!(before, after);
        page.click("#undo").await;
        page.until("it is taken back", "return document.body.dataset.ply === '0'").await;
        page.idle().await;
        assert_eq!(page.get(BOARD).await, before);
        page.click("#redo").await;
        page.until("it is played again", "return document.body.dataset.ply === '2'").await;
        page.idle().await;
        assert_eq!(page.get(BOARD).await, after);
    });
}

/// The labels of all pits or squares.
const BOARD: &str = "return [...document.querySelectorAll('[data-pit], [data-square]')].map(e => e.getAttribute('aria-label')?.replace(/,.*you may.*$/, '').match(/\\d+/)?.[0] ?? e.dataset.stone ?? '').join(' ')";

#[test]
fn illegal_clicks_are_refused_visibly_and_change_nothing() {
    for (game, selector) in
        [("kpe", "[data-pit='a']"), ("obridjie", "[data-pit='f']"), ("mraha", "[data-square='c3']")]
    {
        on_page(DESK, move |page| async move {
            page.begin(game, "human", "1").await;
            page.click(selector).await;
            page.until(
                "it is refused",
                "return document.querySelector('#status').hasAttribute('data-refused')",
            )
            .await;
            assert!(!page.text_of("#status").await.is_empty());
            assert_eq!(page.ply().await, 0);
            page.picture(&format!("refused-{game}")).await;
        });
    }
}

#[test]
fn the_keyboard_alone_plays_a_game_of_two() {
    on_page(DESK, |page| async move {
        page.begin("kpe", "human", "human").await;
        for _ in 0..6 {
            let ply = page.ply().await;
            let focus = "const e = document.querySelector('[data-pit][data-legal]'); e.focus(); \
                         return document.activeElement === e";
            assert_eq!(page.get(focus).await, Value::Bool(true));
            let element = page.client.active_element().await.unwrap();
            element.send_keys(" ").await.unwrap();
            page.until(
                "the move is played",
                &format!("return Number(document.body.dataset.ply) === {}", ply + 1),
            )
            .await;
            page.idle().await;
        }
    });
}

/// The moves that the address holds.
const MOVES: &str = "return new URLSearchParams(location.hash.slice(1)).get('moves')";

#[test]
fn a_letter_plays_only_while_the_focus_is_on_the_board() {
    on_page(DESK, |page| async move {
        page.begin("kpe", "human", "human").await;
        page.type_into("#flip", "b").await;
        page.type_into("[data-pit='C']", "a").await;
        page.until("the move is played", "return document.body.dataset.ply === '1'").await;
        page.idle().await;
        assert_eq!(page.get(MOVES).await, json!("A"));
    });
}

#[test]
fn a_double_click_ends_a_capture_once() {
    on_page(DESK, |page| async move {
        page.open("#game=mraha&position=mraha%20o4/5/5/2o2/xo3%20x%200,0%200").await;
        page.hurry().await;
        page.select("#second-player", "human").await;
        page.idle().await;
        page.click("[data-square='a1']").await;
        page.click("[data-square='c1']").await;
        let finish = "const finish = document.querySelector('#finish'); \
                      if (finish.hidden) return false; finish.click(); finish.click(); return true";
        page.until("the move may be ended", finish).await;
        page.until("the move is played", "return document.body.dataset.ply === '1'").await;
        page.idle().await;
        assert_eq!(page.get(MOVES).await, json!("a1xc1"));
        let kept = page.get("return JSON.parse(localStorage.getItem('grenier.game')).moves").await;
        assert_eq!(kept, json!(["a1xc1"]));
    });
}

#[test]
fn a_resignation_stays_while_the_game_is_looked_at() {
    on_page(DESK, |page| async move {
        page.begin("awale", "human", "human").await;
        page.click("[data-pit='A']").await;
        page.until("the move is played", "return document.body.dataset.ply === '1'").await;
        page.idle().await;
        page.click("#resign").await;
        page.click("#resign-yes").await;
        page.until("North has resigned", "return document.body.dataset.over === 'first'").await;
        page.idle().await;
        page.click("#go-previous").await;
        page.until("the start is shown", "return document.body.dataset.ply === '0'").await;
        page.idle().await;
        assert_eq!(page.body("over").await, None);
        page.click("#export-open").await;
        let record = "return document.querySelector('#export-record-pgn')?.value";
        let record = page.until("there is a record", record).await;
        assert!(record.as_str().unwrap().contains("[Result \"1-0\"]"), "{record}");
        page.get("document.querySelector('#export').close()").await;
        page.click("#go-last").await;
        page.until("the end is shown", "return document.body.dataset.ply === '1'").await;
        page.idle().await;
        assert_eq!(page.body("over").await.as_deref(), Some("first"));
        assert!(!page.text_of("#result").await.is_empty());
    });
}

#[test]
fn a_hint_shows_a_legal_move() {
    on_page(DESK, |page| async move {
        page.begin("obridjie", "human", "1").await;
        page.click("#hint").await;
        page.until("a hint is shown", "return document.querySelector('[data-hint][data-legal]') !== null")
            .await;
        page.picture("hint").await;
    });
}

#[test]
fn presets_and_larger_boards_are_played() {
    on_page(DESK, |page| async move {
        page.begin("seega", "human", "1").await;
        page.click("#presets-box summary").await;
        page.click("#preset-7x7").await;
        page.until("the board is larger", "return document.querySelectorAll('[data-square]').length === 49")
            .await;
        page.idle().await;
        page.click("[data-square='a1']").await;
        page.click("[data-square='b1']").await;
        page.until("the engine has answered", "return Number(document.body.dataset.ply) >= 2").await;
        page.idle().await;
        assert_eq!(page.body("variant").await.as_deref(), Some("seega:7x7"));
        page.picture("seega-7x7").await;
    });
}

#[test]
fn engines_play_each_other_to_the_end() {
    on_page(DESK, |page| async move {
        page.hurry().await;
        page.select("#second-player", "2").await;
        page.select("#first-player", "1").await;
        page.until("the game is over", "return 'over' in document.body.dataset").await;
    });
}
