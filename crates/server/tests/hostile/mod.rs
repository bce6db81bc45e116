//! Hostile clients: each test is an attack that once worked, bounded so that it runs with the other tests.

mod computers;
mod connections;
mod downloads;
mod files;
mod guests;
mod hosts;
mod lock_out;
mod memory;
mod moderators;
mod names;
mod recovery;
mod server;
mod sockets;
mod tokens;
mod webhooks;
