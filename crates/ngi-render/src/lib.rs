//! Draws what `ngi-engine` computes, with `wgpu`.
#![forbid(unsafe_code)]
