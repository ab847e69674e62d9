//! Starting and ending the server.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::routing::get;
use axum::{Extension, Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::api::{self, App};
use crate::config::Config;
use crate::{assets, guard};

/// The time in which the head of a request must have come; also the longest time between two requests.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Connections at a time; more wait.
const CONNECTIONS: usize = 1024;

/// How long a server that ends waits for clients that do not read.
const GRACE: Duration = Duration::from_secs(5);

/// Time before another try if the system gives no connection, as when a process has too many files.
const PAUSE: Duration = Duration::from_millis(100);

/// A server at work.
pub struct Running {
    address: SocketAddr,
    app: Arc<App>,
    runtime: Runtime,
    end: oneshot::Sender<()>,
    serving: JoinHandle<()>,
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
    let app = Arc::new(App::start(config)?);
    let routes = router(Arc::clone(&app), address);
    let (end, ended) = oneshot::channel();
    let serving = runtime.spawn(serve(listener, routes, ended));
    Ok(Running { address, app, runtime, end, serving })
}

fn router(app: Arc<App>, address: SocketAddr) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/assets/{name}", get(assets::asset))
        .nest("/api/v1", api::router(Arc::clone(&app)))
        .fallback(api::unknown)
        .layer(middleware::from_fn_with_state(address, guard::host))
        .layer(middleware::from_fn_with_state(app, guard::log))
}

/// Answers connections until `ended` says so or its sender is dropped, and then those that are open.
async fn serve(listener: TcpListener, routes: Router, mut ended: oneshot::Receiver<()>) {
    let open = GracefulShutdown::new();
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = async {
            let place = Arc::clone(&free).acquire_owned().await.expect("the semaphore is never closed");
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            _ = &mut ended => break,
            accepted = accepted => accepted,
        };
        match accepted {
            Ok((stream, client)) => {
                let connection = open.watch(connection(stream, client, &routes));
                tokio::spawn(async move {
                    // Clients may go away as they like.
                    let _ = connection.await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!("a connection could not be taken: {error}");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    open.shutdown().await;
}

/// One connection, whose requests are answered one after the other.
fn connection(
    stream: TcpStream,
    client: SocketAddr,
    routes: &Router,
) -> http1::Connection<TokioIo<TcpStream>, TowerToHyperService<Router>> {
    let service = TowerToHyperService::new(routes.clone().layer(Extension(ConnectInfo(client))));
    // Events are small, and somebody looks at them.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service)
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more requests, ends the searches with what they have, and waits until every request that was taken is
    /// answered (or its client has not read for some seconds). Gives the number of those that were not.
    pub fn end(self) -> usize {
        let Running { app, runtime, end, serving, .. } = self;
        // The server may have failed by itself.
        let _ = end.send(());
        app.close();
        let is_done = runtime.block_on(async { timeout(GRACE, serving).await.is_ok() });
        app.join();
        let left = if is_done { 0 } else { app.pending().count() };
        runtime.shutdown_background();
        left
    }
}
