//! What must hold at the table.

mod anything;
mod clock_text;
mod from_record;
mod past;
mod rulings;
mod seated;
