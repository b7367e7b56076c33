//! Rules of the vertex streams.

use super::budget::Budget;
use super::codes;
use crate::Findings;
use crate::geometry::{Normal, shading};
use crate::msh::read::Model;
use crate::msh::resource::{RESOURCES, count_of};
use crate::schema::Stream;

pub(super) fn check(model: &Model<'_>, findings: &mut Findings) {
    check_lengths(model, findings);
    check_positions(model, findings);
    if findings.asks(&codes::NORMAL_LENGTH) {
        check_normals(model, findings);
    }
    if findings.asks(&codes::NORMAL_STALE) {
        check_stale(model, findings);
    }
    if findings.asks(&codes::UV_STRADDLE) {
        check_straddle(model, findings);
    }
}

/// A model's vertices, decoded where somebody asks for one.
struct Vertices<'m> {
    positions: Stream<'m, [f32; 3]>,
    normals: Stream<'m, Normal>,
}

impl shading::Shaded for Vertices<'_> {
    fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    #[inline]
    fn position(&self, vertex: usize) -> Option<[f32; 3]> {
        self.positions.get(vertex)
    }

    #[inline]
    fn normal(&self, vertex: usize) -> Option<[f32; 3]> {
        self.normals.get(vertex).map(Normal::direction)
    }
}

/// Normals that the faces around them have left behind.
fn check_stale(model: &Model<'_>, findings: &mut Findings) {
    let Some(normals) = model.normals else { return };
    let mut left = 4 * model.indices.len() + model.batches.len();
    // Batches that cover the same indices over and over say nothing new.
    let batches = model.batches.iter().enumerate().map_while(move |(batch, record)| {
        left = left.checked_sub(usize::from(record.index_count) + 1)?;
        Some(batch)
    });
    let faces = batches.flat_map(|batch| model.batch_faces(batch));
    let vertices = Vertices { positions: model.positions, normals };
    let stale = shading::stale(&vertices, faces);
    if let Some(first) = stale.first() {
        findings.at(&codes::NORMAL_STALE, format_args!("normals[{first}]"), || {
            shading::told_stale(stale.len())
        });
    }
}

fn check_lengths(model: &Model<'_>, findings: &mut Findings) {
    let vertices = model.positions.len();
    for known in RESOURCES.iter().filter(|known| known.per_vertex) {
        let Some(place) = model.place(known.type_id) else { continue };
        let (count, _) = count_of(known, false, place.payload.len());
        if count > vertices {
            findings.at(&codes::STREAM_LONG, format_args!("{}[{vertices}]", known.name), || {
                format!("{count} records for {vertices} vertices")
            });
        }
    }
}

fn check_positions(model: &Model<'_>, findings: &mut Findings) {
    let finite = |position: [f32; 3]| position.iter().all(|value| value.is_finite());
    // Without branches, so that the sound case runs through many at a time.
    if model
        .positions
        .iter()
        .fold(true, |all, [x, y, z]| all & x.is_finite() & y.is_finite() & z.is_finite())
    {
        return;
    }
    for (index, position) in model.positions.iter().enumerate() {
        if !finite(position) {
            findings.at(&codes::POSITION_NUMBER, format_args!("positions[{index}]"), || {
                format!("{position:?}")
            });
        }
    }
}

fn check_normals(model: &Model<'_>, findings: &mut Findings) {
    let Some(normals) = model.normals else { return };
    // (127 · (1 ± 0.0133))², rounded outwards: 15,702.. and 16,561.. .
    let unit = 15_702..=16_561;
    for (index, normal) in normals.iter().enumerate() {
        let squared: i32 = normal.xyz.iter().map(|&value| i32::from(value).pow(2)).sum();
        if !unit.contains(&squared) {
            findings.at(&codes::NORMAL_LENGTH, format_args!("normals[{index}]"), || {
                let length = f64::from(squared).sqrt() / 127.0;
                format!("its length is {length:.4}")
            });
        }
    }
}

/// How many triangles span more than 32 turns of their texture, by how the numbers are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Straddle {
    /// Read as signed numbers, as this library does.
    pub signed: usize,
    /// Read as unsigned numbers, as the engine's own expansion does.
    pub unsigned: usize,
    /// First index of the first such triangle.
    pub first_index: Option<usize>,
}

/// Half the range of a stored coordinate: 32 turns.
const HALF_RANGE: u16 = 0x8000;

/// Counts the triangles whose texture coordinates are so far apart that signed and unsigned
/// reading cannot both be meant.
pub fn straddling(model: &Model<'_>) -> Straddle {
    let mut found = Straddle::default();
    let Some(uvs) = model.uvs else { return found };
    let mut budget = Budget::for_model(model);
    for (batch, record) in model.batches.iter().enumerate() {
        if !budget.spend(usize::from(record.index_count)) {
            break;
        }
        for (number, [a, b, c]) in model.batch_faces(batch).enumerate() {
            let (Some(a), Some(b), Some(c)) = (uvs.get(a), uvs.get(b), uvs.get(c)) else {
                continue;
            };
            let signed = |values: [i16; 3]| {
                let [low, high] = [values.iter().min(), values.iter().max()];
                low.zip(high).is_some_and(|(low, high)| high.abs_diff(*low) > HALF_RANGE)
            };
            let unsigned = |values: [i16; 3]| {
                let values = values.map(i16::cast_unsigned);
                let [low, high] = [values.iter().min(), values.iter().max()];
                low.zip(high).is_some_and(|(low, high)| high - low > HALF_RANGE)
            };
            let (us, vs) = ([a.u, b.u, c.u], [a.v, b.v, c.v]);
            if signed(us) || signed(vs) {
                found.signed += 1;
                let start = usize::try_from(record.index_start).unwrap_or_default();
                found.first_index.get_or_insert(start + number * 3);
            }
            found.unsigned += usize::from(unsigned(us) || unsigned(vs));
        }
    }
    found
}

fn check_straddle(model: &Model<'_>, findings: &mut Findings) {
    // Two numbers more than 32 turns apart cannot both be within 16 of zero.
    let Some(uvs) = model.uvs else { return };
    let wide = |value: i16| value.unsigned_abs() > HALF_RANGE / 2;
    if !uvs.iter().fold(false, |any, uv| any | wide(uv.u) | wide(uv.v)) {
        return;
    }
    let Straddle { signed, unsigned, first_index } = straddling(model);
    if signed == 0 {
        return;
    }
    let first = first_index.unwrap_or_default();
    findings.at(&codes::UV_STRADDLE, format_args!("indices[{first}]"), || format!(
            "{signed} triangles span more than 32 turns read as signed numbers, {unsigned} as unsigned"
        ));
}
