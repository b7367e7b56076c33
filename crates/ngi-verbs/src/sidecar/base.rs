//! Footprints of buildings.

use std::fmt::Write as _;

use ngi_formats::bas::{self, Base};
use ngi_formats::{Code, Findings, kinds};

use super::{PLAIN, Read, Sidecar, model_beside, put_tail};
use crate::format::{Format, Rules, Subject};
use crate::surroundings::Surroundings;

ngi_formats::rules! {
    TRACE = warning(
        "bas.trace",
        "The triangles that a ring was traced on are triangles of the model beside it."
    ) of ["inner[].triangles"];
}

static DOCUMENT: Sidecar = Sidecar {
    id: "bas",
    branches: &bas::DOCUMENT,
    records: bas::RECORDS,
    kaitai: bas::KAITAI,
    tree: bas::tree,
    remains: bas::remains,
    make: |draft, _| bas::make(draft),
    text,
    follow: |before, after| {
        let (bytes, rings) = bas::follow(before, after)?;
        Ok((
            bytes,
            rings.into_iter().map(|ring| format!("{ring} follows the first corner")).collect(),
        ))
    },
    mend: |bytes| {
        let told = |ring| format!("{ring}: the ring ends where it begins");
        Ok(bas::mend(bytes)?.map(|(bytes, rings)| (bytes, rings.into_iter().map(told).collect())))
    },
    ..PLAIN
};

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::BASE, &DOCUMENT, &RULES);

/// Every rule.
static ALL_CODES: &[&[&Code]] = &[bas::CODES, CODES];

static RULES: Rules = Rules::new(ALL_CODES, |subject, findings| {
    bas::check(subject.bytes, findings);
})
.and_neighbours(check_with_neighbours);

fn text(bytes: &[u8]) -> Read<String> {
    let base = Base::read(bytes)?;
    let mut out = String::new();
    for (name, rings) in base.sets() {
        let _ = writeln!(out, "{name} rings: {}", rings.len());
        for (index, ring) in rings.iter().enumerate() {
            let state = if ring.is_closed() { "closed" } else { "open" };
            let (corners, area) = (ring.points.len(), ring.area());
            let _ = writeln!(out, "  {index}: {corners} corners, {state}, area {area:.2}");
            for (at, [x, y, z]) in ring.points.iter().enumerate() {
                let _ = write!(out, "    {at}: {x} {y} {z}");
                if let (Some(triangle), Some(corner)) =
                    (ring.triangles.get(at), ring.corners.get(at))
                {
                    let _ = write!(out, "  at corner {corner} of triangle {triangle}");
                }
                out.push('\n');
            }
        }
    }
    put_tail(base.tail(), &mut out);
    Ok(out)
}

/// Asks once a ring: in the game half of them were traced on another state of the model.
fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Ok(base) = Base::read(subject.bytes) else { return };
    let Some(model) = model_beside(subject, around) else { return };
    let [(_, rings), _] = base.sets();
    for (index, ring) in rings.iter().enumerate() {
        let is_lost = |triangle: &u32| {
            usize::try_from(*triangle).is_ok_and(|triangle| triangle >= model.triangles)
        };
        let lost = ring.triangles.iter().filter(is_lost).count();
        if lost > 0 {
            let path = format_args!("inner[{index}].triangles");
            findings.at(&TRACE, path, || {
                format!("{lost} of {} are none of {}", ring.triangles.len(), model.triangles)
            });
        }
    }
}
