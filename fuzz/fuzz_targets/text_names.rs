//! libFuzzer's way into the target of this file's name. The body is in the library.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ngi_fuzz::run("text_names", input));
