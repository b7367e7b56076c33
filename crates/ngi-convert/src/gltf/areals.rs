//! Areal maps into glTF documents: one mesh, a material per class.

use std::collections::BTreeMap;

use gltf_json as gj;
use gltf_json::Index;
use gltf_json::material::{AlphaMode, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use ngi_formats::arealmap::{ArealMap, ArealRef};

use super::axes::Turn;
use super::buffer::{Builder, Use};
use super::extras::{self, ArealsExtras, ClassExtras};
use super::materials::unlit;
use crate::Result;
use crate::areals::{class_colour, is_drawable};
use crate::polygon::triangles;

/// Faces of one class.
#[derive(Default)]
struct Group {
    colour: [f32; 3],
    lake: bool,
    areals: usize,
    positions: Vec<[f32; 3]>,
    /// The areal of each vertex.
    numbers: Vec<[f32; 1]>,
    corners: Vec<u32>,
}

/// What such a mesh does not hold.
pub(super) const LEFT_OUT: &str = "links between areals, their anchors and the grid of cells";

/// Adds an areal map to a document, as opaque as `alpha` says; gives its node, and what did not go
/// along.
pub(crate) fn add_areals(
    builder: &mut Builder,
    map: &ArealMap<'_>,
    turn: Turn,
    alpha: f32,
) -> Result<(Index<gj::Node>, Vec<String>)> {
    // Walkable or not, then class.
    let mut groups: BTreeMap<(bool, u32), Group> = BTreeMap::new();
    let mut left_out = 0usize;
    for (index, areal) in map.areals().enumerate() {
        if !is_drawable(&areal) {
            left_out += 1;
            continue;
        }
        let key = (areal.head.is_walkable(), areal.head.class.0);
        groups.entry(key).or_default().add(index, &areal, turn);
    }
    let mut primitives = Vec::with_capacity(groups.len());
    for ((walkable, class), group) in &groups {
        if !group.corners.is_empty() {
            primitives.push(group.primitive(builder, *walkable, *class, alpha)?);
        }
    }
    let mesh = (!primitives.is_empty()).then(|| {
        builder.root.push(gj::Mesh {
            extensions: None,
            extras: None,
            name: Some("areals".into()),
            primitives,
            weights: None,
        })
    });
    let extras = ArealsExtras {
        kind: "areals".into(),
        areals: map.len(),
        cells: [map.across(), map.down()],
    };
    let node = builder.root.push(gj::Node {
        extras: extras::put(&extras)?,
        mesh,
        name: Some("areals".into()),
        ..gj::Node::default()
    });
    let lost = (left_out > 0).then(|| format!("{left_out} areals without a polygon of numbers"));
    Ok((node, lost.into_iter().collect()))
}

impl Group {
    fn add(&mut self, index: usize, areal: &ArealRef<'_>, turn: Turn) {
        let base = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        let polygon: Vec<[f32; 3]> = areal.polygon().collect();
        let flat: Vec<[f64; 2]> =
            polygon.iter().map(|[x, y, _]| [f64::from(*x), f64::from(*y)]).collect();
        for triangle in triangles(&flat) {
            self.corners.extend(triangle.map(|corner| base.saturating_add(corner)));
        }
        #[allow(clippy::cast_precision_loss)] // there are 65,536 areals at most
        let number = index as f32;
        self.numbers.extend(polygon.iter().map(|_| [number]));
        self.positions.extend(polygon.into_iter().map(|corner| turn.out(corner)));
        self.colour = class_colour(areal);
        self.lake = areal.head.class.is_lake();
        self.areals += 1;
    }

    fn primitive(
        &self,
        builder: &mut Builder,
        walkable: bool,
        class: u32,
        alpha: f32,
    ) -> Result<Primitive> {
        let [r, g, b] = self.colour.map(linear);
        let shown = match (self.lake, walkable) {
            (true, _) => format!("class {class}, lake"),
            (false, true) => format!("class {class}"),
            (false, false) => format!("class {class}, not walkable"),
        };
        let extras = ClassExtras { class, walkable, lake: self.lake, areals: self.areals };
        let material = gj::Material {
            alpha_mode: Checked::Valid(match alpha < 1.0 {
                true => AlphaMode::Blend,
                false => AlphaMode::Opaque,
            }),
            double_sided: true,
            name: Some(shown),
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([r, g, b, alpha]),
                metallic_factor: StrengthFactor(0.0),
                ..PbrMetallicRoughness::default()
            },
            extensions: Some(unlit(builder)),
            extras: extras::put(&extras)?,
            ..gj::Material::default()
        };
        let material = builder.root.push(material);
        let plain = Use::Attribute { bounds: false };
        let attributes = BTreeMap::from([
            (
                Checked::Valid(Semantic::Positions),
                builder.floats(&self.positions, Use::Attribute { bounds: true }),
            ),
            // glTF leaves names that begin with "_" to everybody; the crate adds it.
            (
                Checked::Valid(Semantic::Extras("AREAL".into())),
                builder.floats(&self.numbers, plain),
            ),
        ]);
        Ok(Primitive {
            attributes,
            extensions: None,
            extras: None,
            indices: Some(builder.indices(&self.corners)),
            material: Some(material),
            mode: Checked::Valid(Mode::Triangles),
            targets: None,
        })
    }
}

/// A colour's part as light: glTF wants it so. Close to the true curve, and made of operations
/// that round alike everywhere.
fn linear(part: f32) -> f32 {
    part * (part * (part * 0.305_306_02 + 0.682_171_1) + 0.012_522_878)
}
