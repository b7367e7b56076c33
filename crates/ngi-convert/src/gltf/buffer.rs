//! The binary part of a glTF file, and the accessors that say what lies where in it.

use std::collections::HashMap;

use gltf_json as gj;
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Stride, Target};
use gltf_json::validation::{Checked, USize64};
use gltf_json::{Accessor, Index};
use serde_json::{Value, json};

/// A glTF document being made: its JSON and its one buffer.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    /// The JSON.
    pub root: gj::Root,
    /// The buffer.
    pub bin: Vec<u8>,
    /// Extensions that the JSON has no fields for.
    pub extensions: Vec<Extension>,
    /// Textures that are there, by their pictures.
    pub(super) textures: HashMap<(String, u64), Index<gj::Texture>>,
}

/// An extension of the document or of one of its nodes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Extension {
    /// The node; `None` for the document.
    pub node: Option<usize>,
    /// What it is called.
    pub name: &'static str,
    /// What it says.
    pub value: Value,
}

/// What a run of numbers is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// A vertex attribute; positions say their bounds.
    Attribute {
        /// Whether smallest and largest values are given.
        bounds: bool,
    },
    /// Times of an animation: with bounds.
    Times,
    /// Values of an animation.
    Values,
}

fn size(value: usize) -> USize64 {
    USize64(value as u64)
}

impl Builder {
    /// Appends bytes at a multiple of four; gives the view on them.
    pub fn view(
        &mut self,
        bytes: &[u8],
        target: Option<Target>,
        stride: Option<usize>,
    ) -> Index<gj::buffer::View> {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let offset = self.bin.len();
        self.bin.extend_from_slice(bytes);
        self.root.push(gj::buffer::View {
            buffer: Index::new(0),
            byte_length: size(bytes.len()),
            byte_offset: Some(size(offset)),
            byte_stride: stride.map(Stride),
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        })
    }

    /// Appends vectors of `N` floats.
    pub fn floats<const N: usize>(&mut self, values: &[[f32; N]], purpose: Use) -> Index<Accessor> {
        let bytes: Vec<u8> =
            values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let (target, stride) = match purpose {
            Use::Attribute { .. } => (Some(Target::ArrayBuffer), Some(4 * N)),
            Use::Times | Use::Values => (None, None),
        };
        let view = self.view(&bytes, target, stride);
        let bounded = matches!(purpose, Use::Attribute { bounds: true } | Use::Times);
        let bound = |pick: fn(f32, f32) -> f32| {
            let first = values.first().filter(|_| bounded)?;
            let all = values.iter().fold(*first, |mut bound, value| {
                bound
                    .iter_mut()
                    .zip(value)
                    .for_each(|(bound, &value)| *bound = pick(*bound, value));
                bound
            });
            // Twice as many digits as the numbers have: what is read back is exactly the bound.
            Some(json!(all.map(f64::from).to_vec()))
        };
        let kind = match N {
            1 => Type::Scalar,
            2 => Type::Vec2,
            3 => Type::Vec3,
            _ => Type::Vec4,
        };
        let (min, max) = (bound(f32::min), bound(f32::max));
        self.accessor(view, ComponentType::F32, kind, values.len(), min, max)
    }

    /// Appends indices, as short as they can be.
    pub fn indices(&mut self, indices: &[u32]) -> Index<Accessor> {
        // 65,535 itself means "start anew" to some programs.
        let largest = indices.iter().copied().max().unwrap_or(0);
        let short: Option<Vec<u16>> = match largest < u32::from(u16::MAX) {
            true => indices.iter().map(|&index| u16::try_from(index).ok()).collect(),
            false => None,
        };
        let (bytes, component): (Vec<u8>, _) = match short {
            Some(short) => {
                (short.iter().flat_map(|index| index.to_le_bytes()).collect(), ComponentType::U16)
            }
            None => {
                (indices.iter().flat_map(|index| index.to_le_bytes()).collect(), ComponentType::U32)
            }
        };
        let view = self.view(&bytes, Some(Target::ElementArrayBuffer), None);
        self.accessor(view, component, Type::Scalar, indices.len(), None, None)
    }

    fn accessor(
        &mut self,
        view: Index<gj::buffer::View>,
        component: ComponentType,
        kind: Type,
        count: usize,
        min: Option<Value>,
        max: Option<Value>,
    ) -> Index<Accessor> {
        self.root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: size(count),
            component_type: Checked::Valid(GenericComponentType(component)),
            extensions: None,
            extras: None,
            type_: Checked::Valid(kind),
            min,
            max,
            name: None,
            normalized: false,
            sparse: None,
        })
    }
}
