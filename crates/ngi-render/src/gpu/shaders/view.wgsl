// What a frame is seen by, put in front of every shader of the scene: `uniforms.rs` has the same.

struct Sun {
    towards: vec4<f32>,   // length 1
    colour: vec4<f32>,
}

struct View {
    clip_from_world: mat4x4<f32>,
    eye: vec4<f32>,        // xyz, w: share of a mirror's sides that its image fills
    scene: vec4<f32>,      // rgb: the floor, a: what surfaces show, `paint.rs`
    fog: vec4<f32>,        // x start², y 1 / (end² − start²), z 1 where there is fog
    fog_colour: vec4<f32>,
    clip: vec4<f32>,       // only points with dot(clip, (p, 1)) >= 0
    screen: vec4<f32>,     // width, height in pixels
    counts: vec4<u32>,     // suns, lights that are asked everywhere, first cell, 1 with any light
    grid: vec4<f32>,       // corner of the cells, cells in a metre
    suns: array<Sun, 4>,
}

@group(0) @binding(0) var<uniform> view: View;
// Lights, three texels each; cells; lists: `clusters.rs` fills it.
@group(0) @binding(1) var lights: texture_2d<f32>;

