//! A landscape that somebody changed field by field: what follows from the change is brought up to
//! date, the rest stays.

use super::derive::Derived;
use crate::Result;
use crate::follow::{FOLLOWS, told};
use crate::geometry::adjacency::weld;
use crate::geometry::follow::States;
use crate::landscape::LandscapeDoc;
use crate::landscape::flags::FaceFlags;
use crate::landscape::types::MICRO_TURN;
use crate::landscape::types::{Face, GroundUv, UV_STEPS};
use crate::schema::Record as _;
use crate::tables::OwnedTable;

impl Derived {
    /// Everything that can be worked out, in an order in which it can.
    pub const ALL: [Self; 7] = [
        Self::Neighbours,
        Self::FaceNormals,
        Self::VertexNormals,
        Self::CellBounds,
        Self::Header,
        Self::SecondFlag,
        Self::Order,
    ];
}

impl LandscapeDoc {
    /// Brings up to date what follows from everything that is not as it was `before`, but for what
    /// is to be kept. Only values that depend on a change do change; a value that was given, or was
    /// not what would be worked out here, stays. Says what changed.
    ///
    /// Vertices at the place of one that moved move along: the ground stays closed.
    ///
    /// Fails, and changes nothing, where references lead nowhere.
    pub fn follow(&mut self, before: &Self, keep: &[Derived]) -> Result<Vec<String>> {
        let mut after = self.clone();
        let mut lines = Vec::new();
        lines.extend(after.move_along(before));
        lines.extend(after.follow_micro_uvs(before));
        let (was, now) = (before.worked_out()?, after.worked_out()?);
        for derived in Derived::ALL.into_iter().filter(|derived| !keep.contains(derived)) {
            after.follow_one(derived, before, &was, &now, &mut lines)?;
        }
        *self = after;
        Ok(lines)
    }

    /// What of the things that can be worked out is stored differently.
    pub fn differing(&self, other: &Self) -> Vec<Derived> {
        let faces = |differ: fn(&Face, &Face) -> bool| {
            self.faces.len() == other.faces.len()
                && self.faces.iter().zip(other.faces.iter()).any(|(a, b)| differ(a, b))
        };
        let cells = self.cells.iter().zip(other.cells.iter());
        let differs = |derived: &Derived| match derived {
            Derived::Neighbours => faces(|a, b| (a.neighbours, a.twins) != (b.neighbours, b.twins)),
            Derived::FaceNormals => faces(|a, b| a.normal != b.normal),
            Derived::SecondFlag => false,
            Derived::VertexNormals => self.normals.records != other.normals.records,
            Derived::CellBounds => {
                let mut cells = cells.clone();
                cells.any(|(a, b)| {
                    (a.aabb.write(), a.sphere.write()) != (b.aabb.write(), b.sphere.write())
                })
            }
            Derived::Header => self.header.write() != other.header.write(),
            Derived::Order => self.order.records != other.order.records,
        };
        Derived::ALL.into_iter().filter(differs).collect()
    }

    /// A copy with everything worked out but the draw order, which keeps what it is made of.
    pub(super) fn worked_out(&self) -> Result<Self> {
        let mut fresh = self.clone();
        for derived in Derived::ALL.into_iter().filter(|derived| *derived != Derived::Order) {
            fresh.compute(derived)?;
        }
        Ok(fresh)
    }

    fn follow_one(
        &mut self,
        derived: Derived,
        before: &Self,
        was: &Self,
        now: &Self,
        lines: &mut Vec<String>,
    ) -> Result<()> {
        let faces = States {
            before: &before.faces.records,
            was: &was.faces.records,
            now: &now.faces.records,
        };
        let cells = States {
            before: &before.cells.records,
            was: &was.cells.records,
            now: &now.cells.records,
        };
        let normals = States {
            before: &before.normals.records,
            was: &was.normals.records,
            now: &now.normals.records,
        };
        let (table, field, changed) = match derived {
            Derived::Neighbours => {
                let links = |face: &Face| (face.neighbours, face.twins);
                let set = |face: &mut Face, now: &Face| {
                    (face.neighbours, face.twins) = (now.neighbours, now.twins);
                };
                ("faces", ".neighbours", faces.follow(&mut self.faces.records, links, set))
            }
            Derived::FaceNormals => {
                let set = |face: &mut Face, now: &Face| face.normal = now.normal;
                ("faces", ".normal", faces.follow(&mut self.faces.records, |face| face.normal, set))
            }
            Derived::SecondFlag => {
                let flag = |face: &Face| face.flags.has(FaceFlags::SECOND_MATERIAL);
                let set = |face: &mut Face, now: &Face| {
                    face.flags = face.flags.with(FaceFlags::SECOND_MATERIAL, flag(now));
                };
                ("faces", ".flags", faces.follow(&mut self.faces.records, flag, set))
            }
            // Normals of new vertices came with them.
            Derived::VertexNormals if before.normals.len() != self.normals.len() => return Ok(()),
            Derived::VertexNormals => (
                "normals",
                "",
                normals.follow(&mut self.normals.records, |n| n.xyz, |n, now| n.xyz = now.xyz),
            ),
            Derived::CellBounds => {
                let aabb = cells.follow(
                    &mut self.cells.records,
                    |cell| cell.aabb.write(),
                    |cell, now| cell.aabb = now.aabb,
                );
                lines.extend(told("cells", ".aabb", &aabb, FOLLOWS));
                let spheres = cells.follow(
                    &mut self.cells.records,
                    |cell| cell.sphere.write(),
                    |cell, now| cell.sphere = now.sphere,
                );
                ("cells", ".sphere", spheres)
            }
            Derived::Header => {
                let given = before.header.write() != self.header.write();
                if !given && was.header.write() != now.header.write() {
                    self.header = now.header;
                    lines.push(format!("header.corners {FOLLOWS}"));
                }
                return Ok(());
            }
            Derived::Order => return self.follow_order(before, lines),
        };
        lines.extend(told(table, field, &changed, FOLLOWS));
        Ok(())
    }

    /// The draw order of cells whose faces have other materials. An order that was given stays.
    fn follow_order(&mut self, before: &Self, lines: &mut Vec<String>) -> Result<()> {
        if before.order.records != self.order.records && before.order.len() == self.order.len() {
            return Ok(());
        }
        let looks = |doc: &Self, cell: usize| -> Option<Vec<([u8; 2], bool)>> {
            let faces = doc.faces.get(doc.cells.get(cell)?.run())?;
            let look = |face: &Face| (face.pair(), face.flags.has(FaceFlags::NOT_GROUND));
            Some(faces.iter().map(look).collect())
        };
        let runs = |doc: &Self, cell: usize| doc.cells.get(cell).map(|cell| cell.run());
        let mut baked = Vec::new();
        for cell in 0..self.cells.len() {
            let same = runs(before, cell) == runs(self, cell);
            if !same || looks(before, cell) != looks(self, cell) {
                self.bake_cell(cell)?;
                baked.push(cell);
            }
        }
        if let Some((first, rest)) = baked.split_first() {
            let more =
                if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            lines.push(format!("order: that of cells[{first}]{more} {FOLLOWS}"));
        }
        // A level may do without them, so only who brings the first second material gets them.
        let has_second = |doc: &Self| doc.faces.iter().any(|face| face.second().is_some());
        if has_second(self) && !has_second(before) && self.alphas.is_none() {
            self.alphas = Some(OwnedTable::from(vec![1.0; self.positions.len()]));
            lines.push("alphas: 1 at every vertex, for the second materials".into());
        }
        Ok(())
    }

    /// Moves vertices along that were at the place of one that moved.
    fn move_along(&mut self, before: &Self) -> Option<String> {
        if before.positions.len() != self.positions.len() {
            return None;
        }
        let place_of = weld(&before.positions.records);
        let mut moved_to = std::collections::HashMap::new();
        let bits = |place: &[f32; 3]| place.map(f32::to_bits);
        let pairs = before.positions.iter().zip(self.positions.iter()).zip(&place_of);
        for ((_, new), place) in pairs.filter(|((old, new), _)| bits(old) != bits(new)) {
            // Two that moved to different places were meant to part.
            let to = moved_to.entry(*place).or_insert(Some(*new));
            *to = to.filter(|to| bits(to) == bits(new));
        }
        let mut along = Vec::new();
        let all = self.positions.iter_mut().zip(before.positions.iter()).zip(&place_of);
        for (vertex, ((position, old), place)) in all.enumerate() {
            let Some(Some(to)) = moved_to.get(place) else { continue };
            if bits(position) == bits(old) && bits(position) != bits(to) {
                *position = *to;
                along.push(vertex);
            }
        }
        told("positions", "", &along, "moved along: at the same place as one that was moved")
    }

    /// Microtexture coordinates of vertices that moved sideways: they go with the place.
    fn follow_micro_uvs(&mut self, before: &Self) -> Option<String> {
        let steps = f64::from(UV_STEPS / MICRO_TURN);
        let mut followed = Vec::new();
        let moved = before.positions.iter().zip(self.positions.iter());
        let uvs = before.micro_uvs.iter().zip(self.micro_uvs.records.iter_mut());
        for (vertex, (([x, y, _], [to_x, to_y, _]), (old, uv))) in moved.zip(uvs).enumerate() {
            let [east, north] = [(to_x, x), (to_y, y)].map(|(to, from)| {
                let way = (f64::from(*to) - f64::from(*from)) * steps;
                // Saturates; what is no number becomes 0.
                #[allow(clippy::cast_possible_truncation)]
                let whole = way.round() as i64;
                u16::try_from(whole.rem_euclid(0x1_0000)).unwrap_or_default()
            });
            if (east, north) != (0, 0) && *old == *uv {
                *uv = GroundUv { u: uv.u.wrapping_add(east), v: uv.v.wrapping_sub(north) };
                followed.push(vertex);
            }
        }
        told("micro_uvs", "", &followed, FOLLOWS)
    }
}
