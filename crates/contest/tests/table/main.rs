//! What must hold at the table.

mod anything;
mod rulings;
mod seated;
