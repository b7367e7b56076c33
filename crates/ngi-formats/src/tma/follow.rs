//! What repeats something else: worked out anew after a change, and where it does not fit.

use super::edit::{MissionBuf, Object};
use super::parts::Range;
use super::types::{PropertyKind, WholeRange};

impl MissionBuf {
    /// Brings what repeats something else in line with it: `ClanID` with the owner and `LogicalID`
    /// with the logical id of buildings and units, where these were changed since `before`. Gives a
    /// line for each. Properties that were changed themselves stay.
    pub fn follow(&mut self, before: &Self) -> Vec<String> {
        if self.objects.len() != before.objects.len() {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for (index, (object, old)) in self.objects.iter_mut().zip(&before.objects).enumerate() {
            if object.owner != old.owner && same(object, old, b"ClanID") {
                object.copy(index, b"ClanID", object.owner, &mut lines);
            }
            if object.logical_id != old.logical_id && same(object, old, b"LogicalID") {
                object.copy(index, b"LogicalID", object.logical_id, &mut lines);
            }
        }
        lines
    }

    /// Brings everything that repeats something else in line with it, and numbers the routes from
    /// 0 on. Gives a line for each change.
    pub fn mend(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, route) in (0..).zip(&mut self.routes) {
            if route.id != index {
                lines.push(format!("routes[{index}].id: {} becomes {index}", route.id));
                route.id = index;
            }
        }
        for (index, object) in self.objects.iter_mut().enumerate() {
            if !object.kind.is_owned() {
                continue;
            }
            if self.object_version.has_owner() {
                object.copy(index, b"ClanID", object.owner, &mut lines);
            }
            if self.object_version.has_logical_id() {
                object.copy(index, b"LogicalID", object.logical_id, &mut lines);
            }
        }
        lines
    }
}

/// Whether two objects say the same in a property.
fn same(a: &Object, b: &Object, name: &[u8]) -> bool {
    let value = |object: &Object| {
        let own = object.properties.iter().find(|property| property.name == name);
        own.map(|property| property.words)
    };
    value(a) == value(b)
}

impl Object {
    /// Has the properties of a name say a number. Where both bounds were the value, they
    /// stay the value.
    fn copy(&mut self, index: usize, name: &[u8], number: i32, lines: &mut Vec<String>) {
        for (place, property) in self.properties.iter_mut().enumerate() {
            if property.name != name || property.kind != PropertyKind::WHOLE {
                continue;
            }
            let Range::Whole(WholeRange { value, min, max }) = property.range() else { continue };
            if value == number {
                continue;
            }
            let is_fixed = min == value && max == value;
            let (min, max) = if is_fixed { (number, number) } else { (min, max) };
            property.words = Range::Whole(WholeRange { value: number, min, max }).words();
            lines.push(format!(
                "objects[{index}].properties[{place}].whole.value: {value} becomes {number}"
            ));
        }
    }
}
