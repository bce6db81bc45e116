//! See `ludoteca_fuzz::page`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::page(data));
