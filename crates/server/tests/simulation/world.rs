//! A world with its own time: one machine with a disk, on which a server runs, is stopped, killed and
//! restarted. Everything in it follows from its seed.

use super::{
    disk::{Disk, Process},
    random::Chance,
};
use axum::Router;
use ludoteca_server::{Page, State, app};
use ludoteca_service::{Environment, Services};
use ludoteca_store::Memory;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
};
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

/// Milliseconds since 1970 when a world begins.
const BEGINNING: u64 = 1_700_000_000_000;

#[derive(Clone, Debug)]
pub(crate) struct World(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    begun: Instant,
    /// The sum of all changes of the wall clock.
    set: AtomicU64,
    data: Arc<Memory>,
    server: Mutex<Option<Server>>,
    /// Whether disk and network have faults.
    faults: Arc<AtomicBool>,
    chance: Mutex<Chance>,
    /// The periods in which a server ran.
    shifts: Mutex<Vec<Shift>>,
}

/// A period in which a server ran, by its own time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    pub(crate) begun: u64,
    pub(crate) ended: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) app: Router,
    services: Arc<Services>,
    process: Arc<Process>,
    /// Its connections are cut when this changes.
    power: Arc<watch::Sender<()>>,
}

impl Server {
    pub(crate) fn power(&self) -> watch::Receiver<()> {
        self.power.subscribe()
    }
}

impl World {
    pub(crate) fn new(chance: Chance) -> World {
        World(Arc::new(Inner {
            begun: Instant::now(),
            set: AtomicU64::new(BEGINNING),
            data: Arc::default(),
            server: Mutex::default(),
            faults: Arc::new(AtomicBool::new(true)),
            chance: Mutex::new(chance),
            shifts: Mutex::default(),
        }))
    }

    pub(crate) fn fork(&self) -> Chance {
        self.0.chance.lock().unwrap().fork()
    }

    pub(crate) fn data(&self) -> &Memory {
        &self.0.data
    }

    /// Milliseconds since the world began, unaffected by the wall clock.
    pub(crate) fn age(&self) -> u64 {
        self.0.begun.elapsed().as_millis() as u64
    }

    pub(crate) fn is_in_trouble(&self) -> bool {
        self.0.faults.load(Ordering::Relaxed)
    }

    pub(crate) fn calm_down(&self) {
        self.0.faults.store(false, Ordering::Relaxed);
    }

    pub(crate) fn server(&self) -> Option<Server> {
        self.0.server.lock().unwrap().clone()
    }

    /// The server's own time.
    pub(crate) fn server_time(&self) -> u64 {
        self.server().map_or(0, |server| server.services.games.now())
    }

    pub(crate) fn shifts(&self) -> Vec<Shift> {
        self.0.shifts.lock().unwrap().clone()
    }

    pub(crate) async fn start_server(&self) {
        loop {
            let process = Arc::new(Process::default());
            let disk = Disk {
                data: Arc::clone(&self.0.data),
                process: Arc::clone(&process),
                faulty: Arc::clone(&self.0.faults),
                chance: Mutex::new(self.fork()),
            };
            let (begun, set) = (self.0.begun, self.0.set.load(Ordering::Relaxed));
            let wall = move || set + begun.elapsed().as_millis() as u64;
            let seed = self.0.chance.lock().unwrap().within(0..u64::MAX);
            let Ok(services) = Services::open(Arc::new(disk), Environment::simulated(wall, seed), None).await
            else {
                sleep(std::time::Duration::from_millis(200)).await;
                continue;
            };
            let now = services.games.now();
            self.0.shifts.lock().unwrap().push(Shift { begun: now, ended: u64::MAX });
            let page = Page::new([("index.html".to_owned(), "page".into())]);
            let app = app(State::new(page).with_services(services.clone()));
            let server = Server { app, services, process, power: Arc::new(watch::Sender::new(())) };
            *self.0.server.lock().unwrap() = Some(server);
            return;
        }
    }

    /// Stops the server, gracefully or at once.
    pub(crate) async fn stop_server(&self, politely: bool) {
        let Some(server) = self.0.server.lock().unwrap().take() else { return };
        if politely {
            server.services.say_goodbye();
            sleep(std::time::Duration::from_millis(50)).await;
            server.services.close().await;
        }
        server.process.killed.store(true, Ordering::Relaxed);
        server.power.send_replace(());
        let now = server.services.games.now();
        if let Some(last) = self.0.shifts.lock().unwrap().last_mut() {
            last.ended = now;
        }
    }

    /// Restarts the server now and then, while there are faults.
    pub(crate) async fn faults(self, mut chance: Chance) {
        loop {
            sleep(chance.millis(500..80_000)).await;
            if !self.is_in_trouble() {
                return;
            }
            self.stop_server(chance.one_in(3)).await;
            let away = if chance.one_in(3) { chance.within(10..1000) } else { chance.within(1000..60_000) };
            // The wall clock is changed meanwhile: forwards, backwards by less than the downtime, or
            // backwards further.
            let (forwards, backwards) = match chance.within(0..6) {
                0 => (chance.within(1..3_600_000), 0),
                1 => (0, chance.within(0..away)),
                2 => (0, chance.within(0..3_600_000)),
                _ => (0, 0),
            };
            self.0.set.fetch_add(forwards, Ordering::Relaxed);
            self.0.set.fetch_sub(backwards, Ordering::Relaxed);
            sleep(std::time::Duration::from_millis(away)).await;
            self.start_server().await;
        }
    }
}
