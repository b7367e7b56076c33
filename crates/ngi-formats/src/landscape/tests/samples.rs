//! Landscapes that tests share.

use crate::landscape::{GroundPlan, Lake, LandscapeDoc, Surface, check};
pub use crate::msh::tests::samples::{edited, entry, payload};
use crate::{Findings, Mode};

/// A hash that looks random and is the same on every machine.
pub fn noise(x: usize, y: usize, seed: u64) -> u64 {
    let mut value = (x as u64) << 32 ^ y as u64 ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

/// Hills, mixed materials, a lake in the middle.
pub fn hills(quads: usize, squares: usize, seed: u64) -> GroundPlan {
    let mut plan = GroundPlan::flat([quads, quads], [squares, squares], 10.0);
    for y in 0..=quads {
        for x in 0..=quads {
            let point = plan.point(x, y).unwrap();
            let from_middle = |at: usize| (at as f32 * 2.0 - quads as f32) / quads as f32;
            let (dx, dy) = (from_middle(x), from_middle(y));
            let bowl = (dx * dx + dy * dy) * 30.0;
            plan.heights[point] = bowl + (noise(x, y, seed) % 64) as f32 / 16.0;
        }
    }
    plan.alphas = (0..plan.heights.len()).map(|p| (noise(p, 7, seed) % 5) as f32 / 4.0).collect();
    for (quad, surface) in plan.surfaces.iter_mut().enumerate() {
        let pick = noise(quad % quads / 2, quad / quads / 2, seed) % 6;
        let second = [None, None, None, Some(2), Some(3), Some(2)][pick as usize];
        *surface = Surface { material: 1 + (pick % 3) as u8, second };
    }
    plan.lake = Some(Lake { level: 6.0, surface: 4, bed: 5, lava: false });
    plan
}

/// The bytes of a small landscape with everything in it.
pub fn bytes() -> Vec<u8> {
    hills(8, 2, 3).build().unwrap().write().unwrap()
}

/// All findings of a check with every rule on.
pub fn findings(bytes: &[u8]) -> Findings {
    let mut findings = Findings::new(Mode::Strict, true);
    check(bytes, &mut findings);
    crate::tables::tests::assert_fields(bytes, &findings, "land.");
    findings
}

/// The codes found, each once, in the order of their names.
pub fn codes_of(bytes: &[u8]) -> Vec<&'static str> {
    let mut codes: Vec<_> = findings(bytes).list().iter().map(|finding| finding.code.id).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Changes a landscape through its document, attributes included.
pub fn doc(change: impl FnOnce(&mut LandscapeDoc)) -> Vec<u8> {
    let mut doc = LandscapeDoc::open(&bytes()).unwrap();
    change(&mut doc);
    doc.write().unwrap()
}
