//! Exact values of whole games.
//!
//! [`squadro`] numbers every Squadro position, so that a table holds one byte for each, and fills it.

pub mod squadro;
