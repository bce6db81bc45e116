//! See `ludoteca_fuzz::json_lines`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::json_lines(data));
