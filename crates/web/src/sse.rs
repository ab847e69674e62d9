//! Searches as streams of server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::HeaderName;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::Stream;

use crate::lanes::Ticket;
use crate::pending::Pending;

/// Events that may lie between a search and a client that reads slowly, before progress is left out.
const MOST_UNREAD: usize = 16;

/// Time between signs of life.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Tells proxies not to hold events back.
const UNBUFFERED: (HeaderName, &str) = (HeaderName::from_static("x-accel-buffering"), "no");

/// The end of a stream into which a search puts its events. If it is dropped before the last one, as by a search that breaks
/// off, an `error` is the last.
pub struct EventSender {
    sender: UnboundedSender<Event>,
    unread: Arc<AtomicUsize>,
    is_done: bool,
}

impl EventSender {
    /// Sends an event that must arrive.
    pub fn send(&self, name: &str, data: &impl Serialize) {
        let event = Event::default().event(name).json_data(data);
        let event = event.unwrap_or_else(|error| {
            Event::default().event("error").data(json!({ "error": error.to_string() }).to_string())
        });
        self.unread.fetch_add(1, Ordering::Relaxed);
        // A client that has gone needs nothing.
        let _ = self.sender.send(event);
    }

    /// Sends an event unless the client is behind: the next one says more.
    pub fn send_progress(&self, data: &impl Serialize) {
        if self.unread.load(Ordering::Relaxed) < MOST_UNREAD {
            self.send("progress", data);
        }
    }

    /// Tells how many searches are before this one, if it waits.
    pub fn send_queued(&self, ahead: usize) {
        if ahead > 0 {
            self.send("queued", &json!({ "ahead": ahead }));
        }
    }

    /// Sends the last event.
    pub fn finish(mut self, name: &str, data: &impl Serialize) {
        self.is_done = true;
        self.send(name, data);
    }

    /// Sends the last event of a search that failed.
    pub fn fail(self, reason: impl ToString) {
        self.finish("error", &json!({ "error": reason.to_string() }));
    }
}

impl Drop for EventSender {
    fn drop(&mut self) {
        if !self.is_done {
            self.send("error", &json!({ "error": "the search broke off by an error of this program" }));
        }
    }
}

/// The events of a search; dropping it, as a client does that goes away, ends the search.
pub struct Events {
    receiver: UnboundedReceiver<Event>,
    unread: Arc<AtomicUsize>,
    ticket: Option<(Ticket, Pending)>,
}

/// Both ends of a stream.
pub fn stream() -> (EventSender, Events) {
    let (sender, receiver) = unbounded_channel();
    let unread = Arc::new(AtomicUsize::new(0));
    let sender = EventSender { sender, unread: Arc::clone(&unread), is_done: false };
    (sender, Events { receiver, unread, ticket: None })
}

impl Events {
    /// The answer that sends the events of the search with this ticket, and is `pending` until the last one.
    pub fn answer(self, ticket: Ticket, pending: Pending) -> impl IntoResponse {
        let events = Events { ticket: Some((ticket, pending)), ..self };
        ([UNBUFFERED], Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.receiver.poll_recv(context) {
            Poll::Ready(Some(event)) => {
                self.unread.fetch_sub(1, Ordering::Relaxed);
                Poll::Ready(Some(Ok(event)))
            }
            Poll::Ready(None) => {
                self.ticket = None;
                Poll::Ready(None)
            }
            Poll::Pending => Poll::Pending,
        }
    }
}
