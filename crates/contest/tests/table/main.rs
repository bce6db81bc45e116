//! What must hold at the table.

mod anything;
mod past;
mod rulings;
mod seated;
