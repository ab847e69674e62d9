//! Analysis, review, exact values.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{DESK, PATIENCE, on_page};

#[test]
fn analysis_shows_values_that_move_and_stops_when_it_is_closed() {
    on_page(DESK, |page| async move {
        page.begin("awale", "human", "human").await;
        page.click("#analysis-toggle").await;
        let lines = "return [...document.querySelectorAll('#analysis .line')].map(e => e.dataset.value)";
        page.until("there are lines", "return document.querySelectorAll('#analysis .line').length === 3")
            .await;
        // Depth rises while it is looked at, and values change with it.
        let depth = "return document.querySelector('#analysis-depth').textContent";
        let first = (page.get(depth).await, page.get(lines).await);
        let started = Instant::now();
        let (mut deeper, mut other) = (false, false);
        while !(deeper && other) {
            deeper |= page.get(depth).await != first.0;
            other |= page.get(lines).await != first.1;
            assert!(
                started.elapsed() < PATIENCE,
                "deeper: {deeper}, other values: {other}, first: {first:?}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        page.picture("analysis").await;
        page.click("#analysis-toggle").await;
        assert_eq!(page.get("return document.querySelector('#analysis').hidden").await, Value::Bool(true));
        // The only thread for analyses is free again: another search does not wait any more.
        let free = "const answer = await (await fetch('/api/v1/analyse', {method: 'POST', headers: {'Content-Type': \
                    'application/json'}, body: JSON.stringify({game: 'kpe', depth: 2})})).text(); \
                    return answer.includes('event: done') && !answer.includes('event: queued')";
        page.until("the thread is free", free).await;
    });
}

#[test]
fn a_line_can_be_clicked_while_it_grows_and_keeps_the_focus() {
    on_page(DESK, |page| async move {
        page.begin("awale", "human", "human").await;
        page.click("#analysis-toggle").await;
        page.until("there are lines", "return document.querySelectorAll('#analysis .line').length === 3")
            .await;
        page.click("#analysis .line .line-move").await;
        page.until("its move is shown", "return document.querySelector('[data-hint]') !== null").await;
        let depth = page.text_of("#analysis-depth").await;
        let grown = format!(
            "return document.querySelector('#analysis-depth').textContent.trim() !== {}",
            json!(depth)
        );
        page.until("the analysis goes on", &grown).await;
        let focus = "return document.activeElement === document.querySelector('#analysis .line .line-move')";
        assert_eq!(page.get(focus).await, Value::Bool(true));
    });
}

#[test]
fn exact_values_are_shown_for_every_move() {
    on_page(DESK, |page| async move {
        page.open("#game=kpe&position=kpe%200-0-1-0-0-0-3-0-24-20-S%20-").await;
        page.hurry().await;
        page.select("#second-player", "human").await;
        page.click("#analysis-toggle").await;
        page.until(
            "tables know it",
            "return document.querySelectorAll('#tables-list [data-move]').length > 0",
        )
        .await;
        let listed = page.get("return document.querySelectorAll('#tables-list [data-move]').length").await;
        let legal = page.get("return document.querySelectorAll('[data-pit][data-legal]').length").await;
        assert_eq!(listed, legal);
        page.until(
            "lines are exact",
            "return document.querySelector('#analysis .line[data-exact]') !== null",
        )
        .await;
        page.picture("exact").await;
    });
}

#[test]
fn a_review_lists_every_move_with_its_loss() {
    on_page(DESK, |page| async move {
        page.open("#game=awale&moves=A,a,B,b,C,c").await;
        page.click("#review-start").await;
        page.until(
            "the review has all moves",
            "return [...document.querySelectorAll('#review-all')].forEach(e => { if (!e.disabled && e.getAttribute('aria-pressed') !== 'true' && !e.checked) e.click() }), \
             document.querySelectorAll('#review li[data-ply]').length >= 6",
        )
        .await;
        page.picture("review").await;
        let curve = page.get("return document.querySelector('#curve svg') !== null").await;
        assert_eq!(curve, Value::Bool(true));
        page.click("#review li[data-ply] .review-move").await;
        page.idle().await;
        assert_ne!(page.get("return document.body.dataset.ply").await, json!("6"));
    });
}

#[test]
fn a_game_of_one_move_is_reviewed_and_goes_on() {
    on_page(DESK, |page| async move {
        // The engine, whose turn it is, waits in a game that a link opens.
        page.open("#game=awale&moves=A").await;
        page.hurry().await;
        page.click("#review-start").await;
        page.until("it is reviewed", "return document.querySelector('.review-summary') !== null").await;
        page.click("#resume").await;
        page.until("the engine has answered", "return document.body.dataset.ply === '2'").await;
        page.idle().await;
    });
}
