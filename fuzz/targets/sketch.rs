//! See `ludoteca_fuzz::sketch`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::sketch(data));
