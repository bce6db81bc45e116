//! See `ludoteca_fuzz::record`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::record(data));
