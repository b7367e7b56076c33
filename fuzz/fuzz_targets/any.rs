//! libFuzzer's way into every target: `NGI_FUZZ_TARGET` says which. The bodies are in the library.
#![no_main]

use std::sync::LazyLock;

#[global_allocator]
static ALLOCATOR: ngi_fuzz::memory::Counting = ngi_fuzz::memory::COUNTING;

static TARGET: LazyLock<String> =
    LazyLock::new(|| std::env::var(ngi_fuzz::CHOOSES).unwrap_or_default());

libfuzzer_sys::fuzz_target!(|input: &[u8]| ngi_fuzz::run(&TARGET, input));
