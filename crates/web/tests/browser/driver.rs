//! A server, and a browser that looks at it.

use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex, OnceLock};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use grenier_engine::tables::Source;
use grenier_web::{Config, Running, start};
use serde_json::{Value, json};

/// How long anything on the page may take.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Browsers at a time: more would only be slower.
const BROWSERS: usize = 2;

/// A running chromedriver; it ends with the tests.
struct Driver {
    url: String,
    /// Ended by the system's end of its parent, see [`Driver::start`].
    _process: Child,
}

impl Driver {
    fn start() -> Driver {
        let missing = "chromedriver cannot be started: scripts/test installs it (Debian: chromium-driver)";
        // The shell ends the driver when its standard input, held by these tests, ends.
        let mut process = Command::new("sh")
            .args(["-c", "chromedriver --port=0 & driver=$!; cat; kill $driver"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect(missing);
        let output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        Driver { url: format!("http://127.0.0.1:{}", port.expect(missing)), _process: process }
    }
}

static DRIVER: OnceLock<Driver> = OnceLock::new();
static FREE: (Mutex<usize>, Condvar) = (Mutex::new(BROWSERS), Condvar::new());

/// A browser window of some size.
#[derive(Clone, Copy)]
pub struct Window {
    pub width: u32,
    pub height: u32,
    /// The language that the browser prefers.
    pub language: &'static str,
    pub is_dark: bool,
}

/// An ordinary one.
pub const DESK: Window = Window { width: 1280, height: 900, language: "en", is_dark: false };

/// A small telephone.
pub const TELEPHONE: Window = Window { width: 360, height: 740, ..DESK };

/// The page in a browser.
pub struct Page {
    pub client: Client,
    pub url: String,
}

/// Opens the page on a server of its own, and does what `test` says; nothing may be left in the browser's console.
pub fn on_page<F: Future<Output = ()>>(window: Window, test: impl FnOnce(Page) -> F) {
    let (free, changed) = &FREE;
    let mut left = changed
        .wait_while(free.lock().unwrap_or_else(|error| error.into_inner()), |left| *left == 0)
        .unwrap_or_else(|error| error.into_inner());
    *left -= 1;
    drop(left);
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(window, test)));
    *free.lock().unwrap_or_else(|error| error.into_inner()) += 1;
    changed.notify_one();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}

fn serve() -> Running {
    // Tables of this machine must not change what is seen: tiny ones are made in memory.
    let config = Config {
        address: ([127, 0, 0, 1], 0).into(),
        searches: 1,
        hash: 8,
        tables: Source::Usual,
        ..Config::default()
    };
    start(config).expect("a free port is found")
}

fn run<F: Future<Output = ()>>(window: Window, test: impl FnOnce(Page) -> F) {
    let driver = DRIVER.get_or_init(Driver::start);
    let server = serve();
    let url = format!("http://{}/", server.address());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = connect(driver, window).await;
        let page = Page { client: client.clone(), url };
        let outcome = {
            let test = async {
                page.open("").await;
                test(page).await;
            };
            futures_catch(test).await
        };
        let console = console(&client).await;
        let _ = client.close().await;
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
        assert!(console.is_empty(), "the console has: {console:#?}");
    });
    assert_eq!(server.end(), 0, "a request was left without its answer");
}

/// Runs a test to its end or panic, so that the browser can be closed in both cases.
async fn futures_catch(test: impl Future<Output = ()>) -> Result<(), Box<dyn std::any::Any + Send>> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let mut test = Box::pin(test);
    std::future::poll_fn(move |context| {
        match catch_unwind(AssertUnwindSafe(|| test.as_mut().poll(context))) {
            Ok(std::task::Poll::Pending) => std::task::Poll::Pending,
            Ok(std::task::Poll::Ready(())) => std::task::Poll::Ready(Ok(())),
            Err(panic) => std::task::Poll::Ready(Err(panic)),
        }
    })
    .await
}

async fn connect(driver: &Driver, window: Window) -> Client {
    let Window { width, height, language, is_dark } = window;
    let mut arguments = vec![
        "--headless=new".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        format!("--window-size={width},{height}"),
        format!("--lang={language}"),
    ];
    if is_dark {
        arguments.push("--blink-settings=preferredColorScheme=0".to_owned());
    }
    // Chromium refuses its sandbox to root.
    arguments.push("--no-sandbox".to_owned());
    let capabilities = json!({
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": {
            "args": arguments,
            "prefs": { "intl.accept_languages": language },
            "mobileEmulation": (width < 500).then(|| json!({
                "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2.0, "touch": true },
            })),
        },
    });
    let Value::Object(mut capabilities) = capabilities else { unreachable!("an object was made") };
    if let Some(options) = capabilities.get_mut("goog:chromeOptions").and_then(Value::as_object_mut) {
        options.retain(|_, value| !value.is_null());
    }
    ClientBuilder::new(fantoccini_connector())
        .capabilities(capabilities)
        .connect(&driver.url)
        .await
        .expect("chromedriver starts Chromium")
}

fn fantoccini_connector() -> hyper_util::client::legacy::connect::HttpConnector {
    hyper_util::client::legacy::connect::HttpConnector::new()
}

/// What the page has written to the console as a warning or an error.
async fn console(client: &Client) -> Vec<String> {
    #[derive(Debug)]
    struct Log;
    impl fantoccini::wd::WebDriverCompatibleCommand for Log {
        fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
            base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
        }

        fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
            (http::Method::POST, Some(json!({ "type": "browser" }).to_string()))
        }
    }
    let entries = client.issue_cmd(Log).await.expect("the driver gives the console's log");
    let entries = entries.as_array().cloned().unwrap_or_default();
    let is_wrong = |entry: &&Value| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING"));
    entries.iter().filter(is_wrong).map(|entry| entry["message"].to_string()).collect()
}

impl Page {
    /// Opens the page with this fragment and waits until it can be used.
    pub async fn open(&self, fragment: &str) {
        // A new document in any case: another fragment alone would not load one.
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(&format!("{}{fragment}", self.url)).await.unwrap();
        self.until("the page is ready", "return document.body.hasAttribute('data-ready')").await;
        self.idle().await;
    }

    /// What a script gives.
    pub async fn get(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    pub async fn text_of(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({})?.textContent ?? ''", json!(selector));
        self.get(&script).await.as_str().unwrap_or_default().trim().to_owned()
    }

    /// An attribute of `<body>`.
    pub async fn body(&self, name: &str) -> Option<String> {
        let script = format!("return document.body.getAttribute({})", json!(format!("data-{name}")));
        self.get(&script).await.as_str().map(str::to_owned)
    }

    pub async fn ply(&self) -> usize {
        self.body("ply").await.and_then(|ply| ply.parse().ok()).expect("the body has a ply")
    }

    /// Waits until a script gives something true, and gives that.
    pub async fn until(&self, what: &str, script: &str) -> Value {
        let started = Instant::now();
        loop {
            let value = self.get(script).await;
            if !matches!(value, Value::Null | Value::Bool(false)) && value != json!("") && value != json!(0) {
                return value;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "waited in vain: {what}; status: {}",
                self.text_of("#status").await
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until nothing is loaded, animated or thought about.
    pub async fn idle(&self) {
        self.until("the page is idle", "return !document.body.hasAttribute('data-busy')").await;
    }

    /// Clicks as a hand does: what lies under something else cannot be clicked.
    pub async fn click(&self, selector: &str) {
        if self.element(selector).await.click().await.is_ok() {
            return;
        }
        // The driver scrolls only as far as it must, which may leave something else on top.
        let script = format!(
            "document.querySelector({}).scrollIntoView({{block: 'center', inline: 'center'}})",
            json!(selector)
        );
        self.get(&script).await;
        let clicked = self.element(selector).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{selector} cannot be clicked: {error}"));
    }

    async fn element(&self, selector: &str) -> Element {
        let element = self.client.find(Locator::Css(selector)).await;
        element.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Gives an element the focus and types there.
    pub async fn type_into(&self, selector: &str, keys: &str) {
        self.get(&format!("document.querySelector({}).focus()", json!(selector))).await;
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// Chooses a value of a list.
    pub async fn select(&self, selector: &str, value: &str) {
        let element = self.client.find(Locator::Css(selector)).await.unwrap();
        element.select_by_value(value).await.unwrap_or_else(|error| panic!("{selector} {value}: {error}"));
    }

    /// Animations off, so that tests do not wait for them.
    pub async fn hurry(&self) {
        self.get(
            "const speed = document.querySelector('#speed'); speed.value = 0; \
             speed.dispatchEvent(new Event('input', {bubbles: true})); \
             speed.dispatchEvent(new Event('change', {bubbles: true}))",
        )
        .await;
    }

    /// Starts a game between these, each `human` or a level.
    pub async fn begin(&self, game: &str, first: &str, second: &str) {
        self.hurry().await;
        self.select("#first-player", first).await;
        self.select("#second-player", second).await;
        self.select("#game-select", game).await;
        self.until(
            "the game is there",
            &format!("return document.body.dataset.game === '{game}' && document.body.dataset.ply === '0'"),
        )
        .await;
        self.click("#new-game").await;
        self.idle().await;
    }

    /// Leaves a picture in `target/browser/`.
    pub async fn picture(&self, name: &str) {
        let folder = target().join("browser");
        std::fs::create_dir_all(&folder).unwrap();
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
}

/// The folder of everything that is built.
pub fn target() -> PathBuf {
    let binary = std::env::current_exe().unwrap();
    let folder =
        binary.ancestors().find(|folder| folder.ends_with("deps")).and_then(|deps| deps.parent()?.parent());
    folder.expect("tests lie in target/PROFILE/deps").to_owned()
}
