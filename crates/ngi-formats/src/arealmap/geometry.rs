//! Polygons seen from above: area, centre, what is inside.
//!
//! Everything is worked out in double precision from the stored floats. Nothing here minds
//! numbers that are none: no point is inside such a polygon.

/// A corner, for which only x and y count.
type Corner = [f32; 3];

/// More than rounding can do to a difference of two products of differences, as a share of the
/// sum of both.
pub(super) const ROUNDING: f64 = 1.0 / (1u64 << 50) as f64;

/// The corners, each with the next.
pub fn edges<I>(polygon: I) -> impl Iterator<Item = (Corner, Corner)>
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    let corners = polygon.into_iter();
    let next = corners.clone().skip(1).chain(corners.clone().take(1));
    corners.zip(next)
}

/// The area by the shoelace formula: positive for corners that go anticlockwise.
pub fn area<I>(polygon: I) -> f64
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    let corners = polygon.into_iter();
    let Some([ox, oy, _]) = corners.clone().next() else { return 0.0 };
    let sum: f64 = edges(corners)
        .map(|([ax, ay, _], [bx, by, _])| {
            let [ax, bx] = [ax, bx].map(|x| f64::from(x) - f64::from(ox));
            let [ay, by] = [ay, by].map(|y| f64::from(y) - f64::from(oy));
            ax * by - bx * ay
        })
        .sum();
    sum / 2.0
}

/// The unit normal by Newell's formula; straight up where there is none.
pub fn normal<I>(polygon: I) -> [f32; 3]
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    let mut sum = [0.0f64; 3];
    for (a, b) in edges(polygon) {
        let ([ax, ay, az], [bx, by, bz]) = (a.map(f64::from), b.map(f64::from));
        let [x, y, z] = &mut sum;
        *x += (ay - by) * (az + bz);
        *y += (az - bz) * (ax + bx);
        *z += (ax - bx) * (ay + by);
    }
    let length = sum.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        #[allow(clippy::cast_possible_truncation)] // to the nearest float
        sum.map(|value| (value / length) as f32)
    } else {
        [0.0, 0.0, 1.0]
    }
}

/// Whether a point is to the left of an edge that its height meets. Edges are taken from their
/// lower end, so that two areals that share one agree on it.
#[inline]
pub fn crosses([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [x, y]: [f64; 2]) -> bool {
    let ((lx, ly), (hx, hy)) = if ay <= by { ((ax, ay), (bx, by)) } else { ((bx, by), (ax, ay)) };
    (ly <= y) & (y < hy) & ((hx - lx) * (y - ly) > (x - lx) * (hy - ly))
}

/// Whether a point is inside. Of areals that share an edge exactly one holds a point on it; of a
/// single polygon the left and lower edges belong to it, the others do not.
pub fn contains<I>(polygon: I, point: [f64; 2]) -> bool
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    edges(polygon).fold(false, |inside, ([ax, ay, _], [bx, by, _])| {
        inside ^ crosses([ax.into(), ay.into()], [bx.into(), by.into()], point)
    })
}

/// Whether a point is on an edge, ends included.
pub fn touches<I>(polygon: I, point: [f64; 2]) -> bool
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    edges(polygon).any(|([ax, ay, _], [bx, by, _])| {
        on_edge([ax.into(), ay.into()], [bx.into(), by.into()], point)
    })
}

/// Whether a point is on the edge from `a` to `b`, ends included.
#[inline]
pub fn on_edge([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [x, y]: [f64; 2]) -> bool {
    let within = ax.min(bx) <= x && x <= ax.max(bx) && ay.min(by) <= y && y <= ay.max(by);
    within && (bx - ax) * (y - ay) == (by - ay) * (x - ax)
}

/// The centre of gravity; the mean of the corners where there is no area.
pub fn centroid<I>(polygon: I) -> [f64; 2]
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    let corners = polygon.into_iter();
    let Some([ox, oy, _]) = corners.clone().next() else { return [0.0; 2] };
    let (ox, oy) = (f64::from(ox), f64::from(oy));
    let (mut double_area, mut sum, mut mean, mut count) = (0.0, [0.0; 2], [0.0; 2], 0.0);
    for ([ax, ay, _], [bx, by, _]) in edges(corners) {
        let [ax, bx] = [ax, bx].map(|x| f64::from(x) - ox);
        let [ay, by] = [ay, by].map(|y| f64::from(y) - oy);
        let cross = ax * by - bx * ay;
        double_area += cross;
        sum = [sum[0] + (ax + bx) * cross, sum[1] + (ay + by) * cross];
        mean = [mean[0] + ax, mean[1] + ay];
        count += 1.0;
    }
    let [x, y] = if double_area == 0.0 {
        mean.map(|value| value / count)
    } else {
        sum.map(|value| value / (3.0 * double_area))
    };
    [ox + x, oy + y]
}

/// A point well inside: the centre of gravity if it is inside, else the middle of the longest
/// stretch inside the polygon on a level through its middle. `None` for a polygon without inside.
pub fn inner_point<I>(polygon: I) -> Option<[f32; 2]>
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    let corners = polygon.into_iter();
    let centre = centroid(corners.clone());
    if let Some(point) = rounded_inside(corners.clone(), centre) {
        return Some(point);
    }
    let heights = || corners.clone().map(|[_, y, _]| f64::from(y));
    let (low, high) =
        (heights().fold(f64::INFINITY, f64::min), heights().fold(f64::NEG_INFINITY, f64::max));
    // A level through corners may miss: try a few others.
    [0.5, 0.25, 0.75, 0.375, 0.625, 0.125, 0.875].into_iter().find_map(|share| {
        let level = low + (high - low) * share;
        let (from, to) = longest_stretch(corners.clone(), level)?;
        rounded_inside(corners.clone(), [f64::midpoint(from, to), level])
    })
}

/// The point as floats, if it is still inside.
fn rounded_inside<I>(polygon: I, [x, y]: [f64; 2]) -> Option<[f32; 2]>
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    #[allow(clippy::cast_possible_truncation)] // to the nearest float; asked about below
    let point = [x as f32, y as f32];
    contains(polygon, point.map(f64::from)).then_some(point)
}

/// The longest stretch of a level that is inside.
fn longest_stretch<I>(polygon: I, level: f64) -> Option<(f64, f64)>
where
    I: IntoIterator<Item = Corner, IntoIter: Clone>,
{
    let mut met: Vec<f64> = edges(polygon)
        .filter_map(|([ax, ay, _], [bx, by, _])| {
            let [ax, ay, bx, by] = [ax, ay, bx, by].map(f64::from);
            let meets = ay.min(by) <= level && level < ay.max(by);
            meets.then(|| ax + (bx - ax) * ((level - ay) / (by - ay)))
        })
        .collect();
    met.sort_by(f64::total_cmp);
    let pairs = met.as_chunks::<2>().0.iter().map(|&[from, to]| (from, to));
    pairs.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))
}
