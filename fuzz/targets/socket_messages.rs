//! See `ludoteca_fuzz::socket_messages`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ludoteca_fuzz::socket_messages(data));
