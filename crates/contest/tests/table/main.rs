//! Tests for the rulings and invariants of the table.

mod anything;
mod clock_text;
mod from_record;
mod past;
mod rulings;
mod seated;
