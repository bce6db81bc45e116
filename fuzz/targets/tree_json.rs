//! See `ludoteca_fuzz::tree_json`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::tree_json(data));
