//! See `ludoteca_fuzz::tree`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::tree(data));
