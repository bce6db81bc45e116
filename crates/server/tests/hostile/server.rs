//! Servers for hostile clients: one in this process, and one in a process of its own, whose memory and open
//! files can be inspected.

use axum::body::Bytes;
use ludoteca_server::{Data, Limits, Page, RequestLimits, State, run, serve};
use ludoteca_service::{Environment, Services, Site};
use ludoteca_store::Memory;
use std::{
    fs,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::oneshot,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// Far longer than any step takes; reaching it means that it never happens.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// Two addresses of this machine (Linux answers all of 127.0.0.0/8).
pub(super) const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
pub(super) const VICTIM: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// A server in this process.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

impl Server {
    pub(super) async fn start(limits: Limits, state: impl FnOnce(State) -> State) -> Server {
        Server::start_at(limits, None, state).await
    }

    /// With a public address of the site.
    pub(super) async fn start_at(
        limits: Limits,
        site: Option<&str>,
        state: impl FnOnce(State) -> State,
    ) -> Server {
        let environment = match site {
            Some(site) => Environment::real().with_site(Site::new(site).unwrap()),
            None => Environment::real(),
        };
        let services = Services::open(Arc::new(Memory::default()), environment, None).await.unwrap();
        let state = state(State::new(page()).with_services(services));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(serve(listener, state, limits, async { drop(stopped.await) }));
        Server { address, _stop: stop }
    }
}

fn page() -> Page {
    Page::new([("index.html".to_owned(), Bytes::from_static(b"page"))])
}

/// Connects from one of this machine's addresses.
pub(super) async fn connect(from: IpAddr, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from, 0)).unwrap();
    timeout(PATIENCE, socket.connect(to)).await.expect("it does not connect").unwrap()
}

pub(super) type Socket = WebSocketStream<TcpStream>;

pub(super) async fn open_socket(from: IpAddr, to: SocketAddr) -> Socket {
    let request = format!("ws://{to}/api/v1/socket").into_client_request().unwrap();
    client_async(request, connect(from, to).await).await.unwrap().0
}

/// The status of the response to this request; 0: the connection was closed without one.
pub(super) async fn status(stream: &mut TcpStream, lines: &str) -> u16 {
    answer(stream, lines).await.split(' ').nth(1).map_or(0, |code| code.parse().unwrap())
}

/// The head of the response to this request.
pub(super) async fn answer(stream: &mut TcpStream, lines: &str) -> String {
    let request = lines.replace('\n', "\r\n") + "\r\n\r\n";
    let _ = stream.write_all(request.as_bytes()).await;
    let (mut head, mut byte) = (Vec::new(), [0; 1]);
    while !head.ends_with(b"\r\n\r\n") {
        match timeout(PATIENCE, stream.read(&mut byte)).await.expect("there is no answer") {
            Ok(1..) => head.push(byte[0]),
            Ok(0) | Err(_) => break,
        }
    }
    String::from_utf8(head).unwrap()
}

/// Whether the server has closed this connection; pending data is skipped.
pub(super) fn is_closed(stream: &TcpStream) -> bool {
    loop {
        match stream.try_read(&mut [0; 1024]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != std::io::ErrorKind::WouldBlock,
        }
    }
}

/// A server in a process of its own, killed on drop.
pub(super) struct Spawned {
    child: Child,
    pub(super) address: SocketAddr,
}

const FOLDER: &str = "LUDOTECA_HOSTILE_FOLDER";
const PER_ADDRESS: &str = "LUDOTECA_HOSTILE_PER_ADDRESS";

impl Spawned {
    /// `ulimits` are commands for the shell, such as `ulimit -n 256;`.
    pub(super) async fn start(folder: &std::path::Path, ulimits: &str, per_address: Option<u32>) -> Spawned {
        let program = std::env::current_exe().unwrap();
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{ulimits} exec \"$0\" \"$@\"")).arg(program);
        command.args(["--exact", "hostile::server::serves", "--ignored", "--nocapture"]);
        // The allocator keeps less of what was freed: the tests measure what the server holds.
        command.env("MALLOC_ARENA_MAX", "2");
        command.env(FOLDER, folder).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(per_address) = per_address {
            command.env(PER_ADDRESS, per_address.to_string());
        }
        let mut child = command.spawn().unwrap();
        let file = folder.join("address");
        let listening = async {
            loop {
                if let Ok(text) = fs::read_to_string(&file)
                    && let Ok(address) = text.parse()
                {
                    return address;
                }
                assert!(child.try_wait().unwrap().is_none(), "the server has ended");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let address = timeout(PATIENCE, listening).await.expect("the server does not start");
        Spawned { child, address }
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// A line of one of the process's files in /proc.
    pub(super) fn about(&self, file: &str, line: &str) -> String {
        let text = fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap();
        let found = text.lines().find_map(|text| text.strip_prefix(line));
        found.unwrap_or_else(|| panic!("{line} is not there: {text}")).trim().to_owned()
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "it is the server that Spawned starts, and does nothing by itself"]
fn serves() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut state = State::new(page()).with_request_limits(&RequestLimits::default());
    if let Ok(most) = std::env::var(PER_ADDRESS) {
        state = state.with_connections_per_address(most.parse().unwrap());
    }
    let (file, written) = (folder.join("address"), folder.join("address.new"));
    let data = Data {
        folder,
        database: None,
        replica: None,
        nats: None,
        computers: None,
        puzzles: None,
        mail: None,
        site: None,
        webhook_hosts: Vec::new(),
        settings: ludoteca_protocol::SettingsChange::default(),
    };
    run("127.0.0.1:0".parse().unwrap(), state, &data, |address| {
        fs::write(&written, address.to_string()).unwrap();
        fs::rename(&written, &file).unwrap();
    })
    .unwrap();
}

/// The close code, once the server has closed the socket, and the number of frames before it.
pub(super) async fn closed(socket: &mut Socket) -> (Option<u16>, usize) {
    use futures_util::StreamExt;
    let mut texts = 0;
    let closing = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(frame))) => break frame.map(|frame| u16::from(frame.code)),
                Some(Ok(Message::Text(_))) => texts += 1,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break None,
            }
        }
    };
    let code = timeout(PATIENCE, closing).await.expect("the socket is still open");
    (code, texts)
}
