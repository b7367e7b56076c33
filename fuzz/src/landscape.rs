//! Landscapes: any bytes, any edits, any plan.

use ngi_formats::landscape::masks::{CompactMask, to_compact, to_full};
use ngi_formats::landscape::{
    Change, FaceFlags, GroundPlan, Lake, Landscape, LandscapeDoc, Surface, check, read_strict,
    straddling,
};
use ngi_formats::{Findings, Mode};

use crate::Outcome;
use crate::nres::{both, edit_document};

/// Whatever the bytes are, they are read or refused, checked and walked without a panic, and
/// nothing leads outside a table.
pub fn read(input: &[u8]) -> Outcome {
    both(input, read_one)
}

fn read_one(input: &[u8]) -> Outcome {
    let mut strict = Findings::new(Mode::Strict, true);
    check(input, &mut strict);
    assert_eq!(strict.first_error().is_none(), read_strict(input).is_ok());
    let mut left_out = Findings::new(Mode::Tolerant, false);
    let Ok(land) = Landscape::read_tolerant(input, &mut left_out) else { return Outcome::Rejected };
    assert_eq!(left_out.first_error().is_none(), Landscape::read(input).is_ok());
    walk(&land);
    Outcome::Accepted
}

/// Follows every reference. A file may name the same faces over and over, so cells are walked
/// only so far.
fn walk(land: &Landscape<'_>) {
    if let Some(grid) = land.grid() {
        for point in [[0.0, 0.0], [1e9, -1e9], [f32::NAN, f32::INFINITY], grid.origin] {
            let [x, y] = point;
            assert!(grid.square_at(x, y).is_none_or(|square| square < grid.len()));
        }
    }
    for square in 0..land.squares.len() {
        for level in 0..16 {
            assert!(land.cell(square, level).is_none_or(|(cell, _)| cell < land.cells.len()));
        }
    }
    let mut left = 100_000usize;
    for cell in land.cells.iter() {
        assert!(land.cell_faces(&cell).end <= land.faces.len());
        let Some(rest) = left.checked_sub(usize::from(cell.count)) else { break };
        left = rest;
        let entries: usize = land.batches(&cell).map(|batch| batch.entries.len()).sum();
        assert_eq!(entries, land.cell_order(&cell).len());
    }
    for face in land.faces.iter() {
        let _ = land.corners(&face);
        let compacted = to_compact(face.flags);
        assert_eq!(to_full(compacted.mask).flags | compacted.unmapped, face.flags);
    }
    assert!(land.split() <= land.faces.len());
    let _ = (straddling(land), to_full(CompactMask::default()), FaceFlags::GROUND);
}

/// Whatever reads, writes back to the same bytes.
pub fn round_trip(input: &[u8]) -> Outcome {
    both(input, |input| {
        let Ok(doc) = LandscapeDoc::open(input) else { return Outcome::Rejected };
        assert_eq!(doc.write().as_deref(), Ok(input));
        let mut same = doc.clone();
        assert!(same.follow(&doc, &[]).unwrap_or_default().is_empty(), "nothing changed");
        let mut mended = doc;
        if mended.mend().is_ok() {
            assert!(mended.write().is_ok());
        }
        Outcome::Accepted
    })
}

/// The first 32 bytes drive edits of the landscape behind them.
pub fn edit(input: &[u8]) -> Outcome {
    edit_document(input, LandscapeDoc::open, LandscapeDoc::write, apply)
}

fn apply(doc: &mut LandscapeDoc, [command, a, b, c]: [u8; 4]) -> ngi_formats::Result<()> {
    let index = usize::from(u16::from_le_bytes([a, b]));
    match command % 6 {
        0 => doc.set_materials(index, c, (c & 1 == 0).then_some(c / 2)),
        1 => doc.set_alpha(index, f32::from(c) / 255.0),
        2 => doc.set_heights(&[(index, f32::from(c)), (index / 2, -f32::from(c))]),
        3 => doc.set_liquid_level(f32::from(c)),
        4 => doc.bake_cell(index),
        _ => match Change::ALL.get(index % Change::ALL.len()) {
            Some(&change) => doc.refresh(change),
            None => Ok(()),
        },
    }
}

/// Bytes as a plan: what is made breaks no rule and is made the same again.
pub fn generate(input: &[u8]) -> Outcome {
    let plan = plan_of(input);
    let Ok(doc) = plan.build() else { return Outcome::Rejected };
    let Ok(bytes) = doc.write() else { return Outcome::Rejected };
    let mut findings = Findings::new(Mode::Strict, false);
    check(&bytes, &mut findings);
    assert!(findings.is_empty(), "{:?}", findings.list().first());
    assert_eq!(plan.build().and_then(|doc| doc.write()), Ok(bytes));
    Outcome::Accepted
}

fn plan_of(input: &[u8]) -> GroundPlan {
    let mut numbers = input.iter().copied().chain(std::iter::repeat(0));
    let mut next = || numbers.next().unwrap_or(0);
    let squares = [usize::from(next() % 4), usize::from(next() % 4)];
    let [x, y] = squares;
    let quads = [x * usize::from(next() % 7), y * usize::from(next() % 7)];
    let mut plan = GroundPlan::flat(quads, squares, f32::from(next()) / 8.0);
    plan.origin = [f32::from(next()) - 128.0, f32::from(next()) * 8.0];
    plan.texture_turn = f32::from(next());
    plan.lake = (next() & 1 == 0).then(|| Lake {
        level: f32::from(next()),
        surface: next(),
        bed: next(),
        lava: next() & 1 == 0,
    });
    if next() & 1 == 0 {
        plan.alphas = vec![0.0; plan.heights.len()];
    }
    for height in &mut plan.heights {
        *height = f32::from(next());
    }
    for alpha in &mut plan.alphas {
        *alpha = f32::from(next()) / 255.0;
    }
    for surface in &mut plan.surfaces {
        let pick = next();
        let second = (pick & 4 != 0).then_some(pick >> 4);
        *surface = Surface { material: pick & 3, second };
    }
    plan
}

fn sample() -> Vec<u8> {
    let mut plan = GroundPlan::flat([4, 4], [2, 2], 10.0);
    for (point, height) in plan.heights.iter_mut().enumerate() {
        *height = ((point * 7) % 11) as f32;
    }
    if let Some(surface) = plan.surfaces.first_mut() {
        *surface = Surface { material: 2, second: Some(3) };
    }
    plan.lake = Some(Lake { level: 1.0, surface: 4, bed: 5, lava: true });
    plan.build().and_then(|doc| doc.write()).unwrap_or_default()
}

/// Landscapes that read.
pub fn seeds() -> Vec<Vec<u8>> {
    let flat = |quads, squares, spacing| {
        let plan = GroundPlan::flat(quads, squares, spacing);
        plan.build().and_then(|doc| doc.write()).unwrap_or_default()
    };
    vec![sample(), flat([1, 1], [1, 1], 1.0), flat([6, 4], [3, 2], 25.0)]
}

/// Commands, then a landscape.
pub fn edit_seeds() -> Vec<Vec<u8>> {
    let commands =
        |first: u8| (0..32).map(move |n: u8| if n.is_multiple_of(4) { first + n / 4 } else { n });
    (0..6).map(|first| commands(first).chain(sample()).collect()).collect()
}

/// Plans.
pub fn plan_seeds() -> Vec<Vec<u8>> {
    let plan = |shape: [u8; 4]| {
        let rest = (0..200u8).map(|n| n.wrapping_mul(37) % 64);
        shape.into_iter().chain([80, 9, 9, 50, 0, 3, 6, 7, 1, 0]).chain(rest).collect()
    };
    vec![plan([1, 1, 1, 1]), plan([2, 3, 2, 1]), plan([3, 3, 4, 6])]
}
