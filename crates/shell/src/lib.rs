//! What the commands of the programs `ludoteca` and `ludoteca-lab` share: errors with an exit status, output,
//! interruption, work on several threads, and arguments that many commands take.

pub mod data;
pub mod engine_options;
pub mod failure;
pub mod interrupt;
pub mod memory;
pub mod output;
pub mod setup;
pub mod terminal;
pub mod thinking;
pub mod workers;

pub use failure::Failure;
