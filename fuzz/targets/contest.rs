//! See `ludoteca_fuzz::contest`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::contest(data));
