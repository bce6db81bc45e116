//! All tests of this crate in one binary, which links faster than one per file.

mod plain_number_one;
mod plain_peak;
mod symmetry;
