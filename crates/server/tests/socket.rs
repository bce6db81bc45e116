//! The server on a real socket: many requests on one connection, bytes that are no requests, and stopping.

use axum::body::Bytes;
use ludoteca_server::{Page, State, serve};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::{net::TcpListener, runtime, sync::oneshot};

struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

/// Larger than what a socket takes at once.
const LARGE: usize = 32 << 20;

impl Server {
    fn start() -> Server {
        let (tell, address) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let files = [
                    ("index.html".to_owned(), Bytes::from_static(b"index")),
                    ("large.wasm".to_owned(), Bytes::from(vec![7; LARGE])),
                ];
                let stop = async { drop(stopped.await) };
                serve(listener, State::new(Page::new(files)), stop).await.unwrap();
            });
        });
        Server { address: address.recv().unwrap(), stop, thread }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// The first line of the answer to these bytes.
    fn first_line(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may close before it has read everything.
        let _ = stream.write_all(request);
        let mut line = String::new();
        let _ = BufReader::new(stream).read_line(&mut line);
        line.trim_end().to_owned()
    }
}

#[test]
fn answers_also_after_nonsense() {
    let server = Server::start();
    let long = "x".repeat(70_000);
    let many: String = (0..500).map(|i| format!("x-{i}: y\r\n")).collect();
    for (request, expected) in [
        ("GET / HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), "HTTP/1.1 200 OK"),
        ("GET / HTTP/1.0\r\n\r\n".to_owned(), "HTTP/1.0 200 OK"),
        ("GET http://elsewhere/games HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), "HTTP/1.1 200 OK"),
        ("GET /../../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), "HTTP/1.1 404 Not Found"),
        (
            "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc".to_owned(),
            "HTTP/1.1 405 Method Not Allowed",
        ),
        ("OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(), "HTTP/1.1 405 Method Not Allowed"),
        ("GET /\r\n\r\n".to_owned(), "HTTP/1.1 400 Bad Request"),
        ("hello\r\n\r\n".to_owned(), "HTTP/1.1 400 Bad Request"),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n".to_owned(), "HTTP/1.1 400 Bad Request"),
        ("\u{16}\u{3}\u{1}\u{2}\0\u{1}".to_owned(), "HTTP/1.1 400 Bad Request"),
        (format!("GET / HTTP/1.1\r\n{many}\r\n"), "HTTP/1.1 431 Request Header Fields Too Large"),
        (format!("GET /{long} HTTP/1.1\r\n\r\n"), "HTTP/1.1 414 URI Too Long"),
    ] {
        assert_eq!(server.first_line(request.as_bytes()), expected, "{:.60}", request);
    }
    // So much that it is not even read: the connection may break before the answer arrives.
    let endless =
        server.first_line(format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "x".repeat(4 << 20)).as_bytes());
    assert!(["", "HTTP/1.1 431 Request Header Fields Too Large"].contains(&endless.as_str()), "{endless}");
    // Begun and left, or nothing at all.
    server.connect().write_all(b"GET / HT").unwrap();
    drop(server.connect());
    assert_eq!(server.first_line(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"), "HTTP/1.1 200 OK");
}

#[test]
fn requests_under_way_end_before_it_stops() {
    let server = Server::start();
    let mut stream = server.connect();
    stream.write_all(b"GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut read = stream.read(&mut [0; 100]).unwrap();
    assert!(read > 0);
    server.stop.send(()).unwrap();
    thread::sleep(Duration::from_millis(100));
    let mut rest = Vec::new();
    read += stream.read_to_end(&mut rest).unwrap();
    assert!(read > LARGE, "only {read} bytes");
    server.thread.join().unwrap();
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn whoever_does_not_read_cannot_hold_it_up() {
    let server = Server::start();
    let mut stream = server.connect();
    stream.write_all(b"GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    assert!(stream.read(&mut [0; 100]).unwrap() > 0);
    let begun = Instant::now();
    server.stop.send(()).unwrap();
    server.thread.join().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}
