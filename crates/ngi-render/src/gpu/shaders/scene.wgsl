// The engine's surfaces: vertex light, fog, texture combination, alpha test.
// The sums of the light are those of `light.rs`; keep the two alike.

@group(1) @binding(0) var texture0: texture_2d<f32>;
@group(1) @binding(1) var sampler0: sampler;
@group(1) @binding(2) var texture1: texture_2d<f32>;
@group(1) @binding(3) var sampler1: sampler;

const LIT: u32 = 0u;
const BAKED: u32 = 1u;
const GLOW: u32 = 2u;

const MODULATE: u32 = 0u;
const LIGHTMAP: u32 = 1u;
const MICRO: u32 = 2u;
const RIPPLE: u32 = 3u;

// Parts that a pipeline has: `Fragment` of `pipelines.rs` sets them.
override COMBINE: u32 = 0u;
override BLEND: u32 = 0u;
override ALPHA_TEST: bool = false;
override CLIP: bool = false;
override TOOLS: bool = false;

// What surfaces show instead of their looks: `paint.rs` has the same.
const NORMALS: u32 = 1u;
const CHECKER: u32 = 2u;
const DENSITY: u32 = 3u;

struct VertexIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) colour: vec4<f32>,
    @location(5) row0: vec4<f32>,
    @location(6) row1: vec4<f32>,
    @location(7) row2: vec4<f32>,
    @location(8) diffuse: vec4<f32>,
    @location(9) ambient: vec4<f32>,
    @location(10) specular: vec4<f32>,
    @location(11) cell: vec4<f32>,
    @location(12) mode: u32,
}

struct VertexOut {
    @builtin(position) position: vec4<f32>,
    @location(0) diffuse: vec4<f32>,
    @location(1) specular: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) fog: f32,
    @location(5) clip: f32,
    @location(6) @interpolate(flat) mode: u32,
    @location(7) push: vec2<f32>,
    @location(8) world: vec3<f32>,
}

fn knee(c: vec3<f32>) -> vec3<f32> {
    let bent = select(vec3(2.0), c / 6.0 + 5.0 / 6.0, c <= vec3(7.0));
    return select(bent, c, c <= vec3(1.0));
}

fn spill(s: vec3<f32>) -> vec3<f32> {
    let bent = select(vec3(1.0), 0.1 * s + 0.7, s <= vec3(3.0));
    return select(bent, 0.8 * s, s <= vec3(1.0));
}

fn unit(v: vec3<f32>) -> vec3<f32> {
    let squared = dot(v, v);
    return select(vec3(0.0), v * inverseSqrt(squared), squared > 0.0);
}

struct Light {
    light: vec3<f32>,
    shine: vec3<f32>,
}

fn add_light(
    sum: ptr<function, Light>,
    normal: vec3<f32>,
    towards: vec3<f32>,
    to_eye: vec3<f32>,
    colour: vec3<f32>,
    power: f32,
) {
    let cosine = dot(normal, towards);
    if cosine > 0.0 {
        (*sum).light += colour * cosine;
        if power > 0.0 {
            let mirror = normal * (2.0 * cosine) - towards;
            let exponent = exp2(min(power, 21.0) - 1.0);
            (*sum).shine += colour * pow(max(dot(mirror, to_eye), 0.0), exponent);
        }
    }
}

// Cells along each side, and texels in a row: those of `clusters.rs`.
const CELLS: f32 = 32.0;
const ROW: u32 = 256u;

fn texel(index: u32) -> vec4<f32> {
    return textureLoad(lights, vec2<i32>(i32(index % ROW), i32(index / ROW)), 0);
}

// Adds a light at a point, by its number.
fn add_point(
    sum: ptr<function, Light>,
    number: u32,
    world: vec3<f32>,
    normal: vec3<f32>,
    eye: vec3<f32>,
    power: f32,
) {
    let place = texel(number * 3u);
    let way = place.xyz - world;
    let distance = length(way);
    let range = place.w;
    if distance <= range && range > 0.0 {
        let colour = texel(number * 3u + 1u);
        let fading = texel(number * 3u + 2u);
        let x = (range - distance) / range;
        let strength = colour.a + fading.x * x + fading.y * x * x;
        add_light(sum, normal, unit(way), eye, colour.rgb * strength, power);
    }
}

@vertex
fn vertex(in: VertexIn) -> VertexOut {
    var out: VertexOut;
    let local = vec4(in.position, 1.0);
    let world = vec3(dot(in.row0, local), dot(in.row1, local), dot(in.row2, local));
    let turned = vec3(
        dot(in.row0.xyz, in.normal.xyz),
        dot(in.row1.xyz, in.normal.xyz),
        dot(in.row2.xyz, in.normal.xyz),
    );
    let normal = unit(turned);
    let to_eye = view.eye.xyz - world;
    let shade = in.mode & 3u;
    // Always 0, which no compiler knows. Where a loop ends after a number of the view alone, Mesa's
    // software driver (22.3) makes a program of its own for that number, anew for each draw of each
    // frame, and keeps them all: hundreds of megabytes after some hundred frames.
    let zero = in.mode >> 31u;

    var diffuse = in.diffuse.rgb;
    var specular = vec3(0.0);
    if shade == LIT {
        var sum = Light(vec3(0.0), vec3(0.0));
        let eye = unit(to_eye);
        for (var i = 0u; i < view.counts.x + zero; i++) {
            let sun = view.suns[i];
            add_light(&sum, normal, sun.towards.xyz, eye, sun.colour.rgb, in.specular.a);
        }
        if view.counts.w + zero > 0u {
            for (var i = 0u; i < view.counts.y + zero; i++) {
                add_point(&sum, i, world, normal, eye, in.specular.a);
            }
            let place = floor((world.xy - view.grid.xy) * view.grid.zw);
            let cell = vec2<u32>(clamp(place, vec2(0.0), vec2(CELLS - 1.0)));
            let head = texel(view.counts.z + cell.y * u32(CELLS) + cell.x);
            let first = u32(head.x);
            let end = first + u32(head.y);
            for (var i = first; i < end; i++) {
                add_point(&sum, u32(texel(i).x), world, normal, eye, in.specular.a);
            }
        }
        let c = knee(max(sum.light * in.diffuse.rgb + in.ambient.rgb, view.scene.rgb));
        diffuse = min(c, vec3(1.0));
        specular = spill(sum.shine * in.specular.rgb + max(c - 1.0, vec3(0.0)));
    } else if shade == BAKED {
        let c = knee(max(in.diffuse.rgb, view.scene.rgb));
        diffuse = min(c, vec3(1.0));
        specular = spill(max(c - 1.0, vec3(0.0)));
    } else if shade == GLOW {
        diffuse = min(knee(in.ambient.rgb), vec3(1.0));
    }

    let squared = dot(to_eye, to_eye);
    let hidden = clamp((squared - view.fog.x) * view.fog.y, 0.0, 1.0);
    let foggy = view.fog.z > 0.0 && (in.mode & 512u) != 0u;
    out.fog = select(1.0, 1.0 - hidden, foggy);
    out.position = view.clip_from_world * vec4(world, 1.0);
    out.diffuse = vec4(diffuse, in.ambient.a) * in.colour;
    if u32(view.scene.a) == NORMALS && shade <= BAKED {
        out.diffuse = vec4(normal * 0.5 + 0.5, out.diffuse.a);
    }
    out.world = world;
    out.specular = specular;
    out.uv = in.uv * in.cell.zw + in.cell.xy;
    out.uv1 = in.uv1;
    out.push = vec2(0.0);
    if ((in.mode >> 2u) & 7u) == RIPPLE {
        // A mirror has no cells: the numbers are how far the ripple has drifted, and how far it
        // pushes the picture.
        out.uv = in.uv * view.eye.w;
        out.uv1 = in.uv1 + in.cell.xy;
        out.push = in.cell.zw * view.eye.w;
    }
    out.clip = dot(view.clip, vec4(world, 1.0));
    out.mode = in.mode;
    return out;
}

// What fog looks like under each blend mode, so that it hides without adding light.
fn fog_colour(blend: u32) -> vec3<f32> {
    switch blend {
        case 2u: { return vec3(0.0); }
        case 3u: { return vec3(1.0); }
        case 5u: { return vec3(127.0 / 255.0); }
        default: { return view.fog_colour.rgb; }
    }
}

// For tools: one channel as grey, or colours without their alpha.
fn channels(all: vec4<f32>, which: u32) -> vec4<f32> {
    switch which {
        case 1u: { return vec4(all.rgb, 1.0); }
        case 2u: { return vec4(all.rrr, 1.0); }
        case 3u: { return vec4(all.ggg, 1.0); }
        case 4u: { return vec4(all.bbb, 1.0); }
        case 5u: { return vec4(all.aaa, 1.0); }
        default: { return all; }
    }
}

// Texels of the first texture in a unit of the world: blue for few, red for many.
fn density(uv: vec2<f32>, world: vec3<f32>) -> vec3<f32> {
    let size = vec2<f32>(textureDimensions(texture0));
    let across = dpdx(uv * size);
    let down = dpdy(uv * size);
    let texels = abs(across.x * down.y - across.y * down.x);
    let area = length(cross(dpdx(world), dpdy(world)));
    if (size.x <= 1.0 && size.y <= 1.0) || area <= 0.0 || texels <= 0.0 {
        return vec3(0.5);
    }
    let place = clamp(log2(texels / area) * 0.5 / 8.0, 0.0, 1.0) * 4.0;
    return clamp(vec3(place - 2.0, min(place, 4.0 - place), 2.0 - place), vec3(0.0), vec3(1.0));
}

// Squares, eight in a turn of the texture, redder with u and greener with v.
fn checker(uv: vec2<f32>) -> vec3<f32> {
    let square = floor(uv * 8.0);
    let odd = abs(square.x + square.y) % 2.0;
    return vec3(fract(uv), 0.5) * select(1.0, 0.55, odd > 0.5);
}

@fragment
fn fragment(in: VertexOut) -> @location(0) vec4<f32> {
    var second = vec4(1.0);
    if COMBINE != MODULATE {
        second = textureSample(texture1, sampler1, in.uv1);
    }
    var uv = in.uv;
    if COMBINE == RIPPLE {
        uv += (second.rg - 0.5) * in.push;
    }
    var first = textureSample(texture0, sampler0, uv);
    var dense = vec3(0.0);
    if TOOLS {
        first = channels(first, (in.mode >> 10u) & 7u);
        // Before anything is left out: neighbours have to be there.
        if u32(view.scene.a) == DENSITY {
            dense = density(in.uv, in.world);
        }
    }
    if CLIP {
        if in.clip < 0.0 {
            discard;
        }
    }
    var rgb = first.rgb;
    if COMBINE == LIGHTMAP {
        rgb *= second.rgb;
    } else if COMBINE == MICRO {
        rgb *= second.rgb * 2.0;
    }
    let alpha = first.a * in.diffuse.a;
    // Greater or equal 1 of 255: only pixels without any alpha are left out.
    if ALPHA_TEST {
        if alpha < 0.5 / 255.0 {
            discard;
        }
    }
    if TOOLS {
        let paint = u32(view.scene.a);
        if paint != 0u && (in.mode & 3u) <= BAKED {
            var shown = in.diffuse.rgb;
            if paint == CHECKER {
                shown = checker(in.uv);
            } else if paint == DENSITY {
                shown = dense;
            }
            return vec4(shown, select(alpha, 1.0, BLEND == 0u));
        }
    }
    let lit = min(rgb * in.diffuse.rgb + in.specular, vec3(1.0));
    let colour = mix(fog_colour(BLEND), lit, in.fog);
    return vec4(colour, select(alpha, 1.0, BLEND == 0u));
}
