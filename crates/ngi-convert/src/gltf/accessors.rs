//! Numbers of a glTF file: accessors, plain and sparse, of any type.

use std::borrow::Cow;

use gltf_json as gj;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index};

use super::open::{Opened, refuse};
use crate::Result;

/// Most bytes an accessor may have that nothing in the file stands for: a sparse one begins with
/// zeros.
const ZEROS_LIMIT: usize = 4 << 20;

impl Opened<'_> {
    /// Whether an accessor has four numbers each.
    pub fn is_vec4(&self, index: Index<Accessor>) -> bool {
        let accessor = self.root.accessors.get(index.value());
        accessor.is_some_and(|accessor| accessor.type_ == Checked::Valid(Type::Vec4))
    }

    /// The elements of an accessor: bytes, how far apart, how many, of which kind.
    fn elements(&self, index: Index<Accessor>) -> Result<Elements<'_>> {
        let place = format!("accessors[{}]", index.value());
        let Some(accessor) = self.root.accessors.get(index.value()) else {
            return refuse(place, "it is not there");
        };
        let (Checked::Valid(component), Checked::Valid(kind)) =
            (accessor.component_type, accessor.type_)
        else {
            return refuse(place, "its type is none of glTF's");
        };
        if let Some(sparse) = &accessor.sparse {
            let (component, normalized) = (component.0, accessor.normalized);
            return self.sparse(accessor, sparse, component, kind, normalized, place);
        }
        let Some(view) = accessor.buffer_view else {
            return refuse(place, "it has no bytes");
        };
        let (bytes, stride) = self.view(view.value(), &place)?;
        let size = component.0.size() * kind.multiplicity();
        let stride = stride.unwrap_or(size);
        let start = accessor.byte_offset.map_or(0, |offset| offset.0);
        let found = || {
            let start = usize::try_from(start).ok()?;
            let count = usize::try_from(accessor.count.0).ok()?;
            let bytes = bytes.get(start..)?;
            let needed = match count.checked_sub(1) {
                Some(rest) => rest.checked_mul(stride)?.checked_add(size)?,
                None => 0,
            };
            (needed <= bytes.len() && stride >= size).then_some((bytes, count))
        };
        let Some((bytes, count)) = found() else {
            let why =
                format!("{} elements of {stride} bytes do not fit its view", accessor.count.0);
            return refuse(place, why);
        };
        let (bytes, normalized) = (Cow::Borrowed(bytes), accessor.normalized);
        Ok(Elements { bytes, stride, size, count, component: component.0, kind, normalized, place })
    }

    /// The elements of a sparse accessor: those of its view, or zeros, with some of them replaced.
    fn sparse(
        &self,
        accessor: &Accessor,
        sparse: &gj::accessor::sparse::Sparse,
        component: ComponentType,
        kind: Type,
        normalized: bool,
        place: String,
    ) -> Result<Elements<'_>> {
        let size = component.size() * kind.multiplicity();
        let count = usize::try_from(accessor.count.0).unwrap_or(usize::MAX);
        let Some(length) = count.checked_mul(size) else {
            return refuse(place, "too many elements");
        };
        let mut bytes = match accessor.buffer_view {
            Some(view) => {
                let (bytes, stride) = self.view(view.value(), &place)?;
                let start = accessor.byte_offset.map_or(0, |offset| offset.0);
                packed(bytes, start, stride.unwrap_or(size), size, count)
            }
            None if length <= ZEROS_LIMIT => Some(vec![0; length]),
            None => return refuse(place, format!("{length} bytes that are not in the file")),
        };
        let found = self.replacements(sparse, size, &place)?;
        let changed = bytes.as_mut().zip(found).and_then(|(bytes, (indices, values))| {
            for (index, value) in indices.into_iter().zip(values.chunks_exact(size)) {
                let start = usize::try_from(index).ok()?.checked_mul(size)?;
                bytes.get_mut(start..start.checked_add(size)?)?.copy_from_slice(value);
            }
            Some(())
        });
        match bytes.filter(|_| changed.is_some()) {
            Some(bytes) => {
                let bytes = Cow::Owned(bytes);
                Ok(Elements {
                    bytes,
                    stride: size,
                    size,
                    count,
                    component,
                    kind,
                    normalized,
                    place,
                })
            }
            None => refuse(place, "what it replaces is not in its views, or not one of its own"),
        }
    }

    /// Which elements of a sparse accessor are replaced, and by which bytes.
    fn replacements(
        &self,
        sparse: &gj::accessor::sparse::Sparse,
        size: usize,
        place: &str,
    ) -> Result<Option<(Vec<u32>, &[u8])>> {
        let Checked::Valid(kind) = sparse.indices.component_type else {
            return refuse(place, "its sparse indices are of no type of glTF's");
        };
        let (indices, _) = self.view(sparse.indices.buffer_view.value(), place)?;
        let (values, _) = self.view(sparse.values.buffer_view.value(), place)?;
        let found = || {
            let count = usize::try_from(sparse.count.0).ok()?;
            let tight = |bytes: &'_ [u8], start: u64, size: usize| {
                let start = usize::try_from(start).ok()?;
                let end = start.checked_add(count.checked_mul(size)?)?;
                (end <= bytes.len()).then_some((start, end))
            };
            let width = kind.0.size();
            let (start, end) = tight(indices, sparse.indices.byte_offset.0, width)?;
            let number = |bytes: &[u8]| {
                let mut four = [0; 4];
                four.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
                u32::from_le_bytes(four)
            };
            let numbers = indices.get(start..end)?.chunks_exact(width).map(number).collect();
            let (start, end) = tight(values, sparse.values.byte_offset.0, size)?;
            Some((numbers, values.get(start..end)?))
        };
        Ok(found())
    }

    /// Vectors of `N` numbers, all of them finite.
    pub fn vectors<const N: usize>(&self, index: Index<Accessor>) -> Result<Vec<[f32; N]>> {
        let elements = self.elements(index)?;
        if elements.kind.multiplicity() != N {
            let (kind, place) = (elements.kind.multiplicity(), elements.place);
            return refuse(place, format!("{kind} numbers per element, not {N}"));
        }
        let mut out = Vec::with_capacity(elements.count);
        for at in 0..elements.count {
            let element = elements.element(at);
            let mut vector = [0.0; N];
            for (number, value) in vector.iter_mut().enumerate() {
                *value = elements.number(element, number)?;
            }
            if !vector.iter().all(|value| value.is_finite()) {
                let why = format!("element {at} is not made of finite numbers");
                return refuse(elements.place.clone(), why);
            }
            out.push(vector);
        }
        Ok(out)
    }

    /// Whole numbers: indices.
    pub fn indices(&self, index: Index<Accessor>) -> Result<Vec<u32>> {
        let elements = self.elements(index)?;
        if elements.kind != Type::Scalar {
            return refuse(elements.place, "indices are single numbers");
        }
        (0..elements.count).map(|at| elements.whole(elements.element(at), 0)).collect()
    }

    /// Four whole numbers per element: joints.
    pub fn joints(&self, index: Index<Accessor>) -> Result<Vec<[u32; 4]>> {
        let elements = self.elements(index)?;
        if elements.kind != Type::Vec4 {
            return refuse(elements.place, "joints come in fours");
        }
        let mut out = Vec::with_capacity(elements.count);
        for at in 0..elements.count {
            let element = elements.element(at);
            let mut four = [0; 4];
            for (number, value) in four.iter_mut().enumerate() {
                *value = elements.whole(element, number)?;
            }
            out.push(four);
        }
        Ok(out)
    }
}

/// Elements of a view, one behind the other.
fn packed(bytes: &[u8], start: u64, stride: usize, size: usize, count: usize) -> Option<Vec<u8>> {
    let bytes = bytes.get(usize::try_from(start).ok()?..)?;
    let needed = match count.checked_sub(1) {
        Some(rest) => rest.checked_mul(stride)?.checked_add(size)?,
        None => 0,
    };
    if needed > bytes.len() || stride < size {
        return None;
    }
    let element = |at: usize| bytes.get(at * stride..at * stride + size).unwrap_or_default();
    Some((0..count).flat_map(element).copied().collect())
}

struct Elements<'a> {
    bytes: Cow<'a, [u8]>,
    stride: usize,
    size: usize,
    count: usize,
    component: ComponentType,
    kind: Type,
    normalized: bool,
    place: String,
}

impl Elements<'_> {
    fn element(&self, at: usize) -> &[u8] {
        let start = at.saturating_mul(self.stride);
        self.bytes.get(start..start.saturating_add(self.size)).unwrap_or_default()
    }

    /// The bytes of the n-th number of an element.
    fn part<const N: usize>(&self, element: &[u8], number: usize) -> Result<[u8; N]> {
        let bytes = element.get(number * N..).and_then(|bytes| bytes.first_chunk::<N>());
        match bytes {
            Some(bytes) => Ok(*bytes),
            None => refuse(self.place.clone(), "an element is cut off"),
        }
    }

    fn number(&self, element: &[u8], at: usize) -> Result<f32> {
        let scaled = |value: f32, most: f32| match self.normalized {
            true => (value / most).max(-1.0),
            false => value,
        };
        Ok(match self.component {
            ComponentType::F32 => f32::from_le_bytes(self.part(element, at)?),
            ComponentType::U8 => scaled(f32::from(self.part::<1>(element, at)?[0]), 255.0),
            ComponentType::I8 => {
                scaled(f32::from(i8::from_le_bytes(self.part(element, at)?)), 127.0)
            }
            ComponentType::U16 => {
                scaled(f32::from(u16::from_le_bytes(self.part(element, at)?)), 65_535.0)
            }
            ComponentType::I16 => {
                scaled(f32::from(i16::from_le_bytes(self.part(element, at)?)), 32_767.0)
            }
            ComponentType::U32 => return refuse(self.place.clone(), "32-bit whole numbers"),
        })
    }

    fn whole(&self, element: &[u8], at: usize) -> Result<u32> {
        Ok(match self.component {
            ComponentType::U8 => u32::from(self.part::<1>(element, at)?[0]),
            ComponentType::U16 => u32::from(u16::from_le_bytes(self.part(element, at)?)),
            ComponentType::U32 => u32::from_le_bytes(self.part(element, at)?),
            _ => return refuse(self.place.clone(), "not whole numbers"),
        })
    }
}
