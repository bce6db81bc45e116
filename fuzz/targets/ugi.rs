//! See `ludoteca_fuzz::ugi`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::ugi(data));
