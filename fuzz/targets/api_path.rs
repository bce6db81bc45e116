//! See `ludoteca_fuzz::api_path`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::api_path(data));
