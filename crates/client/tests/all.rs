//! All tests of this crate in one binary, which links faster than one per file.

mod cut;
mod tls;
mod tls_proxy;
