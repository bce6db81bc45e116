//! The server on a real socket: many requests on one connection, malformed requests, and shutdown.

use axum::body::Bytes;
use ludoteca_server::{Limits, Page, State, serve};
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
        Server::start_with(Limits::default())
    }

    fn start_with(limits: Limits) -> Server {
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
                serve(listener, State::new(Page::new(files)), limits, stop).await;
            });
        });
        Server { address: address.recv().unwrap(), stop, thread }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
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
        (format!("GET /{long} HTTP/1.1\r\n\r\n"), "HTTP/1.1 431 Request Header Fields Too Large"),
    ] {
        assert_eq!(server.first_line(request.as_bytes()), expected, "{:.60}", request);
    }
    // So much that it is not even read: the connection may break before the answer arrives.
    let endless =
        server.first_line(format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "x".repeat(4 << 20)).as_bytes());
    assert!(["", "HTTP/1.1 431 Request Header Fields Too Large"].contains(&endless.as_str()), "{endless}");
    // Incomplete, or nothing at all.
    server.connect().write_all(b"GET / HT").unwrap();
    drop(server.connect());
    assert_eq!(server.first_line(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"), "HTTP/1.1 200 OK");
}

/// hyper answers these before any of our code runs. The security headers would have no effect there: they
/// govern what a browser does with a body, and there is none.
#[test]
fn invalid_requests_get_an_answer_without_a_body() {
    let server = Server::start();
    let many: String = (0..500).map(|i| format!("x-{i}: y\r\n")).collect();
    for (request, status) in [
        ("hello\r\n\r\n".to_owned(), "400"),
        (format!("GET / HTTP/1.1\r\n{many}\r\n"), "431"),
        (format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(70_000)), "431"),
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(stream).read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(answer.contains("content-length: 0\r\n"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }
}

#[test]
fn requests_under_way_end_before_it_stops() {
    let server = Server::start_with(Limits { ending: FOR_EVER, stalled: FOR_EVER, ..Limits::default() });
    let mut stream = server.connect();
    stream.write_all(b"GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut read = stream.read(&mut [0; 100]).unwrap();
    assert!(read > 0);
    server.stop.send(()).unwrap();
    // It stops listening before the rest is read.
    while TcpStream::connect(server.address).is_ok() {
        thread::yield_now();
    }
    let mut rest = Vec::new();
    read += stream.read_to_end(&mut rest).unwrap();
    assert!(read > LARGE, "only {read} bytes");
    server.thread.join().unwrap();
    assert!(TcpStream::connect(server.address).is_err());
}

#[test]
fn a_client_that_does_not_read_blocks_nothing() {
    // Nothing but the end of the time limit can end this.
    let limits = Limits { ending: Duration::from_millis(100), stalled: FOR_EVER, ..Limits::default() };
    let server = Server::start_with(limits);
    let mut stream = server.connect();
    stream.write_all(b"GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    assert!(stream.read(&mut [0; 100]).unwrap() > 0);
    server.stop.send(()).unwrap();
    server.thread.join().unwrap();
}

/// Far longer than any step takes, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// Longer than any test.
const FOR_EVER: Duration = Duration::from_secs(86_400);
const REQUEST: &[u8] = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n";

/// Whether the server closes the connection; pending data is skipped.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read_to_end(&mut Vec::new()) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn a_request_that_does_not_come_to_an_end_is_cut_off() {
    let server = Server::start_with(Limits { head: Duration::from_millis(300), ..Limits::default() });
    let (mut silent, mut half, mut kept) = (server.connect(), server.connect(), server.connect());
    half.write_all(b"GET / HTTP/1.1\r\nhost").unwrap();
    kept.write_all(REQUEST).unwrap();
    // A byte now and then does not help.
    let mut slow = server.connect();
    let mut trickling = slow.try_clone().unwrap();
    let trickle = thread::spawn(move || {
        let begun = Instant::now();
        trickling.write_all(b"GET / HTTP/1.1\r\nx: ").unwrap();
        while trickling.write_all(b"y").is_ok() {
            assert!(begun.elapsed() < PATIENCE, "still open");
            thread::sleep(Duration::from_millis(50));
        }
    });
    for (name, stream) in
        [("silent", &mut silent), ("half", &mut half), ("kept", &mut kept), ("slow", &mut slow)]
    {
        assert!(is_closed(stream), "{name}");
    }
    trickle.join().unwrap();
}

#[test]
fn a_client_that_reads_no_response_is_cut_off() {
    let server = Server::start_with(Limits { stalled: Duration::from_millis(300), ..Limits::default() });
    // On a busy machine, try again with more time.
    let mut rest = Duration::from_millis(600);
    loop {
        let mut stream = server.connect();
        stream.write_all(b"GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        thread::sleep(rest);
        let mut taken = Vec::new();
        let _ = stream.read_to_end(&mut taken);
        if taken.len() < LARGE {
            break;
        }
        assert!(rest < PATIENCE, "{} bytes were sent", taken.len());
        rest *= 2;
    }
}

#[test]
fn a_new_connection_takes_the_place_of_the_one_idle_for_the_longest_time() {
    let server = Server::start_with(Limits { connections: 3, head: FOR_EVER, ..Limits::default() });
    let mut open: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(REQUEST).unwrap();
            assert!(stream.read(&mut [0; 1000]).unwrap() > 0);
            thread::sleep(Duration::from_millis(20));
            stream
        })
        .collect();
    // The first is used again, so the second has been idle for the longest time.
    open[0].write_all(REQUEST).unwrap();
    assert!(open[0].read(&mut [0; 1000]).unwrap() > 0);
    assert_eq!(server.first_line(REQUEST), "HTTP/1.1 200 OK");
    assert!(is_closed(&mut open[1]));
    for kept in [0, 2] {
        open[kept].write_all(REQUEST).unwrap();
        assert!(open[kept].read(&mut [0; 1000]).unwrap() > 0, "{kept}");
    }
}

/// Clients that send requests but do not read hold no place for ever.
#[test]
fn clients_that_do_not_read_give_way_to_those_that_do() {
    let limits = Limits { connections: 2, head: FOR_EVER, stalled: FOR_EVER, ..Limits::default() };
    let server = Server::start_with(limits);
    let slow: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET /large.wasm HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
            assert!(stream.read(&mut [0; 100]).unwrap() > 0);
            stream
        })
        .collect();
    // As soon as the server can send them nothing more.
    let begun = Instant::now();
    while server.first_line(REQUEST) != "HTTP/1.1 200 OK" {
        assert!(begun.elapsed() < PATIENCE, "they keep their places");
    }
    drop(slow);
}
