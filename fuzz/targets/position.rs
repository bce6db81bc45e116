//! See `ludoteca_fuzz::position`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::position(data));
