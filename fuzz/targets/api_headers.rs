//! See `ludoteca_fuzz::api_headers`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::api_headers(data));
