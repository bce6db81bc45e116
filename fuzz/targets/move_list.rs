//! See `ludoteca_fuzz::move_list`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::move_list(data));
