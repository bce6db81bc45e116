//! See `ludoteca_fuzz::options`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::options(data));
