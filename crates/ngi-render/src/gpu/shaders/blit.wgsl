// Copies a finished picture to a window. Values stay as they are, unless the window's format
// encodes them itself: then they are decoded first, so that the same bytes arrive.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

override DECODE: bool = false;

struct Out {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Out {
    let uv = vec2(f32((index << 1u) & 2u), f32(index & 2u));
    var out: Out;
    out.position = vec4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0);
    out.uv = uv;
    return out;
}

@fragment
fn fragment(in: Out) -> @location(0) vec4<f32> {
    let colour = textureSample(picture, picture_sampler, in.uv);
    if DECODE {
        let low = colour.rgb / 12.92;
        let high = pow((colour.rgb + 0.055) / 1.055, vec3(2.4));
        return vec4(select(high, low, colour.rgb <= vec3(0.04045)), colour.a);
    }
    return colour;
}
