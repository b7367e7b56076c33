// Lines as wide as asked for, in pixels, whatever the distance.

struct LineIn {
    @builtin(vertex_index) corner: u32,
    @location(0) start: vec3<f32>,
    @location(1) stop: vec3<f32>,
    @location(2) colour: vec4<f32>,
    @location(3) width: f32,
}

struct LineOut {
    @builtin(position) position: vec4<f32>,
    @location(0) colour: vec4<f32>,
}

@vertex
fn vertex(in: LineIn) -> LineOut {
    var a = view.clip_from_world * vec4(in.start, 1.0);
    var b = view.clip_from_world * vec4(in.stop, 1.0);
    // What is behind the near plane is cut off: it has no place in the picture.
    if a.z < 0.0 && b.z > 0.0 {
        a = mix(a, b, a.z / (a.z - b.z));
    } else if b.z < 0.0 && a.z > 0.0 {
        b = mix(b, a, b.z / (b.z - a.z));
    }
    let half = view.screen.xy * 0.5;
    let pa = a.xy / a.w * half;
    let pb = b.xy / b.w * half;
    let way = pb - pa;
    let along = select(vec2(1.0, 0.0), normalize(way), dot(way, way) > 1e-12);
    let across = vec2(-along.y, along.x) * in.width * 0.5;
    let at_end = (in.corner & 1u) == 1u;
    let side = select(-1.0, 1.0, (in.corner & 2u) != 0u);
    let clip = select(a, b, at_end);
    let place = select(pa, pb, at_end) + across * side;
    var out: LineOut;
    // A hair nearer than the surface it lies on.
    out.position = vec4(place / half * clip.w, clip.z - 1e-4 * clip.w, clip.w);
    out.colour = in.colour;
    return out;
}

@fragment
fn fragment(in: LineOut) -> @location(0) vec4<f32> {
    return in.colour;
}
