//! See `ludoteca_fuzz::stored_events`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::stored_events(data));
