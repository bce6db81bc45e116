//! See `ludoteca_fuzz::replay`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::replay(data));
