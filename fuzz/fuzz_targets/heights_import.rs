//! libFuzzer's way into the target of this file's name. The body is in the library.
#![no_main]

#[global_allocator]
static ALLOCATOR: ngi_fuzz::memory::Counting = ngi_fuzz::memory::COUNTING;

libfuzzer_sys::fuzz_target!(|input: &[u8]| ngi_fuzz::run("heights_import", input));
