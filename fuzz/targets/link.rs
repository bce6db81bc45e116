//! See `ludoteca_fuzz::link`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::link(data));
