//! All tests of this crate in one binary, which links faster than one per file.

#[cfg(unix)]
mod admin;
mod archive;
mod common;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod output;
mod serve;
mod serve_settings;
mod shell;
mod solve;
mod table;
mod third_party;
#[cfg(target_os = "linux")]
mod tls;
#[cfg(target_os = "linux")]
#[path = "../../client/tests/tls_proxy.rs"]
mod tls_proxy;
mod ugi;
