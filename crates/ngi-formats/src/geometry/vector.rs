//! Sums with vectors of three numbers.

#[inline]
pub(crate) fn minus([a, b, c]: [f32; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    [a - x, b - y, c - z]
}

#[inline]
pub(crate) fn dot([a, b, c]: [f32; 3], [x, y, z]: [f32; 3]) -> f32 {
    a * x + b * y + c * z
}

#[inline]
pub(crate) fn cross([a, b, c]: [f32; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

#[inline]
pub(crate) fn distance_squared(a: [f32; 3], b: [f32; 3]) -> f32 {
    let between = minus(a, b);
    dot(between, between)
}

/// The vector with length 1; `None` where it has no direction.
pub(crate) fn unit(vector: [f32; 3]) -> Option<[f32; 3]> {
    // Scaled by its largest part first, so that tiny and huge vectors keep their direction.
    let largest = vector.iter().fold(0.0f32, |most, value| most.max(value.abs()));
    let scaled = vector.map(|value| value / largest);
    let length = dot(scaled, scaled).sqrt();
    let result = scaled.map(|value| value / length);
    result.iter().all(|value| value.is_finite()).then_some(result)
}
