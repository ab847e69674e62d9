//! Languages, themes, and small windows.

use serde_json::{Value, json};

use crate::driver::{DESK, TELEPHONE, Window, on_page};

const GAMES: [&str; 5] = ["kpe", "awale", "obridjie", "mraha", "seega"];

#[test]
fn the_browsers_language_is_spoken_and_can_be_changed() {
    on_page(Window { language: "fr", ..DESK }, |page| async move {
        assert_eq!(page.get("return document.documentElement.lang").await, json!("fr"));
        assert!(page.text_of("#new-game").await.contains("artie"));
        page.click("#rules-open").await;
        page.until(
            "the rules are there",
            "return document.querySelector('#rules [data-clause=\"K1\"]') !== null",
        )
        .await;
        assert!(page.text_of("#rules").await.contains("Sud"));
        page.picture("rules-fr").await;
        page.get("document.querySelector('#rules').close()").await;
        page.select("#lang-select", "en").await;
        page.until("English is spoken", "return document.documentElement.lang === 'en'").await;
        assert!(page.text_of("#new-game").await.contains("ew"));
        // The choice is remembered.
        page.open("").await;
        assert_eq!(page.get("return document.documentElement.lang").await, json!("en"));
    });
    on_page(Window { language: "en", ..DESK }, |page| async move {
        assert_eq!(page.get("return document.documentElement.lang").await, json!("en"));
    });
}

#[test]
fn nothing_is_wider_than_a_telephone() {
    on_page(TELEPHONE, |page| async move {
        for game in GAMES {
            page.begin(game, "human", "human").await;
            page.click("#analysis-toggle").await;
            page.until("there are lines", "return document.querySelectorAll('#analysis .line').length > 0")
                .await;
            let wide = page
                .get("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                .await;
            assert_eq!(wide, json!(0), "{game} scrolls sideways");
            assert_eq!(page.get("return document.documentElement.clientWidth").await, json!(360));
            page.picture(&format!("telephone-{game}")).await;
            page.click("#analysis-toggle").await;
        }
        for dialog in ["rules", "editor", "import", "export"] {
            page.click(&format!("#{dialog}-open")).await;
            page.until("it is open", &format!("return document.querySelector('#{dialog}').open")).await;
            let fits = format!(
                "const d = document.querySelector('#{dialog}'); return d.scrollWidth <= d.clientWidth && \
                 d.getBoundingClientRect().right <= 361"
            );
            page.until("it fits", &fits).await;
            page.get(&format!("document.querySelector('#{dialog}').close()")).await;
        }
    });
}

#[test]
fn all_boards_are_drawn_in_light_and_dark() {
    for is_dark in [false, true] {
        on_page(Window { is_dark, ..DESK }, move |page| async move {
            let ground = "return getComputedStyle(document.body).backgroundColor";
            page.select("#theme-select", "light").await;
            let light = page.get(ground).await;
            page.select("#theme-select", "dark").await;
            assert_ne!(page.get(ground).await, light);
            page.select("#theme-select", if is_dark { "dark" } else { "light" }).await;
            for game in GAMES {
                page.begin(game, "human", "human").await;
                let theme = if is_dark { "dark" } else { "light" };
                page.picture(&format!("{game}-{theme}")).await;
                let counts =
                    page.get("return document.querySelectorAll('[data-pit], [data-square]').length").await;
                assert!(counts.as_u64().unwrap() >= 8);
            }
            assert_eq!(
                page.get("return document.documentElement.dataset.theme === undefined").await,
                Value::Bool(false)
            );
        });
    }
}
