//! Rules of single areals, and of their sum.

use super::codes::{
    ANCHOR, AREA, AREA_CLOSE, CLASS, CORNERS, FINITE, FLAT, NORMAL, RESERVED, TILING, WALKABLE,
    WINDING,
};
use crate::arealmap::geometry::{crosses, edges};
use crate::arealmap::read::{ArealMap, ArealRef};
use crate::{Code, Findings};

/// How far the length of a normal may be from 1.
const NORMAL_SLACK: f64 = 2e-7;

/// What one walk around a polygon tells.
struct Walked {
    finite: bool,
    area: f64,
    holds_anchor: bool,
}

fn walk(areal: &ArealRef<'_>) -> Walked {
    let [x, y, z] = areal.head.anchor.map(f64::from);
    let [ox, oy, _] = areal.corner(0).unwrap_or_default().map(f64::from);
    let mut walked = Walked { finite: (x + y + z).is_finite(), area: 0.0, holds_anchor: false };
    for (a, b) in edges(areal.polygon()) {
        let ([ax, ay, az], [bx, by, _]) = (a.map(f64::from), b.map(f64::from));
        walked.finite &= (ax + ay + az).is_finite();
        walked.area += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
        walked.holds_anchor ^= crosses([ax, ay], [bx, by], [x, y]);
    }
    walked.area /= 2.0;
    walked
}

pub(super) fn check(map: &ArealMap<'_>, base: u64, findings: &mut Findings) {
    let mut sum = 0.0;
    let mut finite = true;
    for (index, areal) in map.areals().enumerate() {
        let walked = walk(&areal);
        let mut add = |code: &'static Code, field: &str, at: usize, why: &dyn Fn() -> String| {
            let at = base + (areal.offset() + at) as u64;
            findings.add(code, || (format!("areals[{index}].{field}"), Some(at), why()));
        };
        check_head(&areal, &mut add);
        check_shape(&areal, &walked, &mut add);
        sum += walked.area.abs();
        finite &= walked.finite;
    }
    if finite {
        check_tiling(map, sum, findings);
    }
}

type Add<'f> = dyn FnMut(&'static Code, &str, usize, &dyn Fn() -> String) + 'f;

fn check_head(areal: &ArealRef<'_>, add: &mut Add<'_>) {
    let head = &areal.head;
    let reserved = [
        ("unk_0x0c", 0x0c, head.unk_0x0c.to_bits()),
        ("unk_0x24", 0x24, head.unk_0x24),
        ("unk_0x2c", 0x2c, head.unk_0x2c),
    ];
    for (name, at, word) in reserved {
        if word != 0 {
            add(&RESERVED, name, at, &|| format!("it is {word:#x}"));
        }
    }
    let squares: f64 = head.normal.iter().map(|value| f64::from(*value).powi(2)).sum();
    // Near 1 the square is off by twice as much.
    if !((squares - 1.0).abs() <= 2.0 * NORMAL_SLACK) {
        add(&NORMAL, "normal", 0x14, &|| format!("its length is {}", squares.sqrt()));
    }
    if head.walkable > 1 {
        add(&WALKABLE, "walkable", 0x20, &|| format!("it is {}", head.walkable));
    }
    if !head.class.is_in_game() {
        add(&CLASS, "class", 0x28, &|| format!("it is {}", head.class.0));
    }
}

fn check_shape(areal: &ArealRef<'_>, walked: &Walked, add: &mut Add<'_>) {
    let (head, corners) = (&areal.head, areal.corner_count());
    if corners < 3 {
        return add(&CORNERS, "vertex_count", 0x30, &|| format!("there are {corners}"));
    }
    if !walked.finite {
        let numbers = |point: &[f32; 3]| point.iter().all(|value| value.is_finite());
        let at = areal.polygon().position(|corner| !numbers(&corner));
        let field = at.map_or("anchor".into(), |corner| format!("polygon[{corner}]"));
        let offset = at.map_or(0, |corner| 0x38 + corner * 12);
        return add(&FINITE, &field, offset, &|| "not finite numbers".into());
    }
    if walked.area == 0.0 {
        return add(&FLAT, "polygon", 0x38, &|| format!("{corners} corners enclose nothing"));
    }
    if walked.area < 0.0 {
        add(&WINDING, "polygon", 0x38, &|| "its corners go clockwise".into());
    }
    let area = walked.area.abs();
    let off = (f64::from(head.area) - area).abs() / area;
    if !(off <= 0.15) {
        add(&AREA, "area", 0x10, &|| format!("{} is stored, {area:.2} is right", head.area));
    } else if off > 0.02 {
        add(&AREA_CLOSE, "area", 0x10, &|| format!("{} is stored, {area:.2} is right", head.area));
    }
    if !walked.holds_anchor {
        let [x, y, _] = head.anchor;
        add(&ANCHOR, "anchor", 0, &|| format!("{x}, {y} is outside"));
    }
}

fn check_tiling(map: &ArealMap<'_>, sum: f64, findings: &mut Findings) {
    if !findings.asks(&TILING) {
        return;
    }
    let Some(frame) = map.frame() else { return };
    let [width, height] = [0, 1].map(|axis: usize| {
        let [low, high] = [frame.min, frame.max].map(|side| side.get(axis).copied().unwrap_or(0.0));
        f64::from(high) - f64::from(low)
    });
    let whole = width * height;
    if (sum - whole).abs() > whole * 0.01 {
        findings.add(&TILING, || {
            let why = format!("the areals cover {sum:.1}, the map {width} × {height} = {whole:.1}");
            ("areals".into(), None, why)
        });
    }
}
