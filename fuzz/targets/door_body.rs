//! See `ludoteca_fuzz::door_body`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::door_body(data));
