//! Starting and ending the server.

use std::future::IntoFuture;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::api::{self, App};
use crate::config::Config;
use crate::{assets, guard};

/// A body that comes more slowly than this between two parts is given up.
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long a server that ends waits for clients that do not read.
const GRACE: Duration = Duration::from_secs(5);

/// A server at work.
pub struct Running {
    address: SocketAddr,
    app: Arc<App>,
    runtime: Runtime,
    end: oneshot::Sender<()>,
    serving: JoinHandle<io::Result<()>>,
}

/// Starts a server.
///
/// # Errors
/// If the address cannot be listened on, or the system has no threads.
///
/// ```
/// use grenier_web::{Config, start};
///
/// let config = Config { address: ([127, 0, 0, 1], 0).into(), hash: 1, ..Config::default() };
/// let server = start(config)?;
/// assert_ne!(server.address().port(), 0);
/// server.end();
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn start(config: Config) -> io::Result<Running> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind(config.address))?;
    let address = listener.local_addr()?;
    let body = config.body;
    let app = Arc::new(App::start(config)?);
    let routes = router(Arc::clone(&app), address, body);
    let (end, ended) = oneshot::channel::<()>();
    let service = routes.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
        // The sender is used once, or dropped with the server.
        let _ = ended.await;
    });
    let serving = runtime.spawn(serving.into_future());
    Ok(Running { address, app, runtime, end, serving })
}

fn router(app: Arc<App>, address: SocketAddr, body: usize) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/assets/{name}", get(assets::asset))
        .nest("/api/v1", api::router(app))
        .fallback(api::unknown)
        .layer(DefaultBodyLimit::max(body))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIME))
        .layer(middleware::from_fn_with_state(address, guard::host))
        .layer(middleware::from_fn(guard::log))
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more requests, ends the searches with what they have, and waits until every request that was taken is
    /// answered (or its client has not read for some seconds). Gives whether all were.
    pub fn end(self) -> bool {
        let Running { app, runtime, end, serving, .. } = self;
        // The server may have failed by itself.
        let _ = end.send(());
        app.close();
        let done = runtime.block_on(async { tokio::time::timeout(GRACE, serving).await.is_ok() });
        app.join();
        runtime.shutdown_background();
        done
    }
}
