//! See `ludoteca_fuzz::door_headers`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::door_headers(data));
