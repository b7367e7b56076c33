// What is behind everything: a gradient from the upper edge to the lower one.

struct Backdrop {
    top: vec4<f32>,
    bottom: vec4<f32>,
}

@group(0) @binding(0) var<uniform> backdrop: Backdrop;

struct Out {
    @builtin(position) position: vec4<f32>,
    @location(0) down: f32,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Out {
    let x = f32((index << 1u) & 2u);
    let y = f32(index & 2u);
    var out: Out;
    out.position = vec4(x * 2.0 - 1.0, 1.0 - y * 2.0, 1.0, 1.0);
    out.down = y;
    return out;
}

@fragment
fn fragment(in: Out) -> @location(0) vec4<f32> {
    return mix(backdrop.top, backdrop.bottom, in.down);
}
