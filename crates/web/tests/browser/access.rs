//! Accessibility, as axe-core judges it.

use std::path::PathBuf;

use serde_json::Value;

use crate::driver::{DESK, Page, TELEPHONE, Window, on_page, target};

/// The script of axe-core, which `scripts/test` fetches.
fn axe() -> String {
    let path: PathBuf = target().join("browser/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; scripts/test fetches axe-core", path.display()))
}

/// Nothing on the page as it is now is a serious or critical violation.
async fn check(page: &Page, what: &str) {
    page.client.execute(&axe(), Vec::new()).await.unwrap();
    let script = "const done = arguments[arguments.length - 1]; \
                  axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations.filter(v => \
                  ['serious', 'critical'].includes(v.impact)).map(v => v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 4).map(n => n.html.slice(0, 160)).join(' | '))), \
                  e => done([String(e)]))";
    let found = page.client.execute_async(script, Vec::new()).await.unwrap();
    let found = found.as_array().cloned().unwrap_or_else(|| vec![Value::from("no answer of axe")]);
    assert!(found.is_empty(), "{what}: {found:#?}");
}

async fn check_everything(page: Page, window: &str) {
    for game in ["kpe", "awale", "obridjie", "mraha", "seega"] {
        page.begin(game, "human", "human").await;
        check(&page, &format!("{window}: {game}")).await;
    }
    page.click("#analysis-toggle").await;
    page.until("there are lines", "return document.querySelectorAll('#analysis .line').length > 0").await;
    check(&page, &format!("{window}: analysis")).await;
    page.click("#analysis-toggle").await;
    for dialog in ["rules", "editor", "import", "export"] {
        page.click(&format!("#{dialog}-open")).await;
        page.until("it is open", &format!("return document.querySelector('#{dialog}').open")).await;
        page.until(
            "it is filled",
            &format!("return document.querySelector('#{dialog}').textContent.length > 40"),
        )
        .await;
        check(&page, &format!("{window}: {dialog}")).await;
        page.get(&format!("document.querySelector('#{dialog}').close()")).await;
    }
    page.open("#game=awale&moves=A,a,B,b").await;
    page.click("#review-start").await;
    page.until(
        "the review is there",
        "return document.querySelector('#review:not([hidden])')?.textContent.length > 40",
    )
    .await;
    check(&page, &format!("{window}: review")).await;
}

#[test]
fn a_desk_in_english_and_light() {
    on_page(DESK, |page| async move {
        page.select("#theme-select", "light").await;
        check_everything(page, "desk").await;
    });
}

#[test]
fn a_telephone_in_french_and_dark() {
    on_page(Window { language: "fr", ..TELEPHONE }, |page| async move {
        page.select("#theme-select", "dark").await;
        check_everything(page, "telephone").await;
    });
}
