//! See `ludoteca_fuzz::door_path`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::door_path(data));
