//! See `ludoteca_fuzz::moves`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::moves(data));
