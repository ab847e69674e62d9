//! Links, the editor, import and export.

use serde_json::{Value, json};

use crate::driver::{DESK, on_page};

/// The seeds or stones of the whole board.
const SEEN: &str = "return [...document.querySelectorAll('[data-pit], [data-square]')].map(e => \
                    (e.dataset.pit ?? e.dataset.square) + ':' + (e.getAttribute('aria-label') ?? '')).join('|')";

#[test]
fn a_link_opens_the_same_game() {
    for (game, moves) in [
        ("kpe", "A,a,B"),
        ("awale", "C,f,D"),
        ("obridjie", "A,a,D"),
        ("mraha", "a1b1,e4e5"),
        ("seega", "a1b1,d5e5"),
    ] {
        on_page(DESK, move |page| async move {
            page.open(&format!("#game={game}&moves={moves}")).await;
            assert_eq!(page.ply().await, moves.split(',').count());
            let (seen, hash) = (page.get(SEEN).await, page.get("return location.hash").await);
            // Another browser's memory knows nothing of it.
            page.get("localStorage.clear()").await;
            page.open(hash.as_str().unwrap()).await;
            assert_eq!(page.get(SEEN).await, seen);
        });
    }
}

#[test]
fn a_bad_link_is_told_and_a_playable_board_is_shown() {
    on_page(DESK, |page| async move {
        page.open("#game=awale&moves=A,a").await;
        let memory = "return localStorage.getItem('grenier.game')";
        let kept = page.get(memory).await;
        assert!(kept.as_str().is_some_and(|game| game.contains("awale")), "{kept}");
        page.open("#game=chess&moves=e4").await;
        let told = "const notice = document.querySelector('#notice'); \
                    return notice.getClientRects().length > 0 && notice.querySelector('p').textContent.trim()";
        page.until("it is told", told).await;
        assert!(
            page.get("return document.querySelectorAll('[data-legal]').length").await.as_u64().unwrap() > 0
        );
        // The game that was remembered is still there.
        assert_eq!(page.get(memory).await, kept);
        page.open("").await;
        assert_eq!(page.body("game").await.as_deref(), Some("awale"));
        assert_eq!(page.ply().await, 2);
    });
}

#[test]
fn positions_are_set_up_and_games_come_in_and_go_out() {
    on_page(DESK, |page| async move {
        page.begin("awale", "human", "human").await;
        page.click("#editor-open").await;
        page.get(&format!(
            "const text = document.querySelector('#editor-text'); text.value = {}; \
             text.dispatchEvent(new Event('input', {{bubbles: true}})); text.dispatchEvent(new Event('change', {{bubbles: true}}))",
            json!("awale 0-0-0-0-2-1-1-0-0-1-0-0-20-23-S")
        ))
        .await;
        page.picture("editor").await;
        page.click("#editor-apply").await;
        page.until("it is set up", "return location.hash.includes('position=')").await;
        page.idle().await;
        page.click("[data-pit='E']").await;
        page.until("the move is played", "return document.body.dataset.ply === '1'").await;
        page.click("#export-open").await;
        let record = page
            .until("there is a record", "return document.querySelector('#export-record-pgn')?.value ?? document.querySelector('#export-record-pgn')?.textContent")
            .await;
        assert!(record.as_str().unwrap().contains("[Game \"awale\"]"), "{record}");
        page.picture("export").await;
        page.get("document.querySelector('#export').close()").await;
        page.click("#import-open").await;
        page.get(&format!("document.querySelector('#import-area').value = {record}")).await;
        page.click("#import-read").await;
        page.until(
            "it is there again",
            "const choice = document.querySelector('#import-games button'); if (choice) choice.click(); \
             return !document.querySelector('#import').open && document.body.dataset.ply !== undefined",
        )
        .await;
        page.idle().await;
        assert_eq!(page.get("return location.hash.includes('moves=E')").await, Value::Bool(true));
    });
}
