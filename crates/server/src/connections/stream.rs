//! A connection's socket, and the body of a request on it.

use super::registry::{Activity, Entry};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::{OwnedSemaphorePermit, oneshot},
    time::{Sleep, sleep},
};
use tracing::debug;

/// A connection's socket. It fails when its place is needed, or when the client accepts no data for too long.
pub(crate) struct Stream {
    // First, so that the socket is closed before its place is released.
    tcp: TcpStream,
    entry: Entry,
    /// Fires when the place is needed; `None` afterwards.
    closed: Option<oneshot::Receiver<()>>,
    /// Runs while the client accepts no data.
    stalled: Option<Pin<Box<Sleep>>>,
    limit: Duration,
    _place: OwnedSemaphorePermit,
}

impl Stream {
    pub(super) fn new(
        tcp: TcpStream,
        (entry, closed): (Entry, oneshot::Receiver<()>),
        place: OwnedSemaphorePermit,
        limit: Duration,
    ) -> Stream {
        Stream { tcp, entry, closed: Some(closed), stalled: None, limit, _place: place }
    }

    pub(crate) fn activity(&self) -> Arc<Activity> {
        Arc::clone(self.entry.activity())
    }

    fn check_open(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        // A receiver must not be polled again once it is ready.
        if let Some(closed) = &mut self.closed {
            if Pin::new(closed).poll(context).is_pending() {
                return Ok(());
            }
            self.closed = None;
        }
        Err(io::Error::new(io::ErrorKind::ConnectionAborted, "closed for a new connection"))
    }

    fn write(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.check_open(context)?;
        let written = write(Pin::new(&mut self.tcp), context);
        if written.is_ready() {
            self.stalled = None;
            self.entry.activity().has_sent();
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => {
                debug!("a client read nothing of its response for {limit:?}");
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_open(context)?;
        Pin::new(&mut self.tcp).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |tcp, context| tcp.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |tcp, context| tcp.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }
}

/// The body of a request; while it is incomplete, its connection may be closed in favour of another.
pub(crate) struct Received {
    body: Incoming,
    activity: Arc<Activity>,
}

impl Received {
    pub(crate) fn new(body: Incoming, activity: Arc<Activity>) -> Received {
        Received { body, activity }
    }
}

impl Body for Received {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.activity.awaits_body(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::registry::{Registry, lock},
        *,
    };
    use std::sync::Mutex;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        sync::Semaphore,
    };

    #[tokio::test]
    async fn a_connection_told_to_close_fails_each_time_it_is_used() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (tcp, _) = listener.accept().await.unwrap();
        let registry = Arc::<Mutex<Registry>>::default();
        let place = Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap();
        let added = Registry::add(&registry, None, std::time::Instant::now());
        let mut stream = Stream::new(tcp, added, place, Duration::from_secs(3600));
        assert!(lock(&registry).close_one_of_the_largest());
        for _ in 0..2 {
            let read = stream.read(&mut [0]).await.unwrap_err();
            let written = stream.write_all(b"x").await.unwrap_err();
            let aborted = io::ErrorKind::ConnectionAborted;
            assert_eq!((read.kind(), written.kind()), (aborted, aborted));
        }
    }
}
