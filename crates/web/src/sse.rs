//! Searches as streams of server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::Stream;

use crate::lanes::Ticket;

/// Events that may lie between a search and a client that reads slowly, before progress is left out.
const MOST_UNREAD: usize = 16;

/// Time between signs of life.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The end of a stream at which a search speaks.
#[derive(Clone)]
pub struct Teller {
    sender: UnboundedSender<Event>,
    unread: Arc<AtomicUsize>,
}

impl Teller {
    /// Sends an event that must arrive.
    pub fn tell(&self, name: &str, data: &impl Serialize) {
        let event = Event::default().event(name).json_data(data);
        let event = event.unwrap_or_else(|error| {
            Event::default().event("error").data(json!({ "error": error.to_string() }).to_string())
        });
        self.unread.fetch_add(1, Ordering::Relaxed);
        // A client that has gone needs nothing.
        let _ = self.sender.send(event);
    }

    /// Sends an event unless the client is behind: the next one says more.
    pub fn tell_progress(&self, data: &impl Serialize) {
        if self.unread.load(Ordering::Relaxed) < MOST_UNREAD {
            self.tell("progress", data);
        }
    }

    /// Sends the last event of a search that failed.
    pub fn fail(&self, reason: impl ToString) {
        self.tell("error", &json!({ "error": reason.to_string() }));
    }
}

/// The events of a search; dropping it, as a client does that goes away, ends the search.
pub struct Events {
    receiver: UnboundedReceiver<Event>,
    unread: Arc<AtomicUsize>,
    ticket: Option<Ticket>,
}

/// Both ends of a stream.
pub fn stream() -> (Teller, Events) {
    let (sender, receiver) = unbounded_channel();
    let unread = Arc::new(AtomicUsize::new(0));
    (Teller { sender, unread: Arc::clone(&unread) }, Events { receiver, unread, ticket: None })
}

impl Events {
    /// The answer that sends the events of the search with this ticket.
    pub fn answer(self, ticket: Ticket) -> impl IntoResponse {
        let events = Events { ticket: Some(ticket), ..self };
        Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.receiver.poll_recv(context);
        match next {
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
