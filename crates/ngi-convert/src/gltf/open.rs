//! glTF files opened: JSON, buffers, numbers. Nothing in a file is trusted.
//!
//! The glTF crate's own validation indexes with numbers from the file, so it is not used: every
//! number is looked up here, and what is not there is refused by name.

use std::borrow::Cow;

use gltf_json as gj;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index};
use ngi_vfs::Bytes;

use crate::importer::Source;
use crate::{Error, Result};

/// Most bytes a `data:` URI may unfold to.
const DATA_LIMIT: usize = 256 << 20;
/// Extensions that may be required: what they mean is understood, or does not matter here.
const UNDERSTOOD: [&str; 5] = [
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_materials_unlit",
    "KHR_materials_emissive_strength",
    "KHR_lights_punctual",
];

/// Extensions that are refused with more than their name: what to do instead.
const COMPRESSED: [(&str, &str); 3] = [
    ("KHR_draco_mesh_compression", "in Blender: Data, Mesh, Compression off"),
    ("EXT_meshopt_compression", "with gltfpack: without -c and -cc"),
    ("KHR_meshopt_compression", "with gltfpack: without -c and -cc"),
];

/// Most bytes an accessor may have that nothing in the file stands for: a sparse one begins with
/// zeros.
const ZEROS_LIMIT: usize = 4 << 20;

/// A refusal: where in the file, and why.
pub(crate) fn refuse<T>(place: impl Into<String>, why: impl Into<String>) -> Result<T> {
    Err(Error::json(place, why))
}

/// The bytes of a buffer.
enum Content<'a> {
    Inside(Cow<'a, [u8]>),
    Beside(Bytes),
}

impl AsRef<[u8]> for Content<'_> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Inside(bytes) => bytes,
            Self::Beside(bytes) => bytes,
        }
    }
}

/// An opened file.
pub(super) struct Opened<'a> {
    /// The JSON.
    pub root: gj::Root,
    buffers: Vec<Content<'a>>,
}

impl<'a> Opened<'a> {
    /// Opens a `.glb` or `.gltf`.
    pub fn new(source: &Source<'a>) -> Result<Self> {
        let (json, bin) = match source.bytes.starts_with(b"glTF") {
            true => chunks(source.bytes)?,
            false => (source.bytes, None),
        };
        let root: gj::Root = serde_json::from_slice(&super::webp::as_any_picture(json))
            .map_err(|error| Error::json("glTF", format!("no glTF JSON: {error}")))?;
        if !root.asset.version.starts_with("2.") {
            return refuse("asset.version", format!("\"{}\", not 2.x", root.asset.version));
        }
        let strange = |name: &&String| !UNDERSTOOD.contains(&name.as_str());
        if let Some(name) = root.extensions_required.iter().find(strange) {
            let how = COMPRESSED.iter().find(|(known, _)| known == name).map(|(_, how)| how);
            let why = match how {
                Some(how) => {
                    format!("{name}: its geometry is compressed; export it without ({how})")
                }
                None => format!("{name} is needed to read the file; export it without"),
            };
            return refuse("extensionsRequired", why);
        }
        let mut buffers = Vec::new();
        for (index, buffer) in root.buffers.iter().enumerate() {
            let place = format!("buffers[{index}]");
            let content = match &buffer.uri {
                None => match bin.filter(|_| index == 0) {
                    Some(bin) => Content::Inside(Cow::Borrowed(bin)),
                    None => return refuse(place, "its bytes are not in the file"),
                },
                Some(uri) => resource(uri, source, &place)?,
            };
            let have = content.as_ref().len() as u64;
            if have < buffer.byte_length.0 {
                let why = format!("{} bytes, but there are {have}", buffer.byte_length.0);
                return refuse(place, why);
            }
            buffers.push(content);
        }
        Ok(Self { root, buffers })
    }

    /// The bytes of an image: a PNG, a JPEG or a WebP.
    pub fn image(&self, index: usize, source: &Source<'_>) -> Result<Vec<u8>> {
        let place = format!("images[{index}]");
        let Some(image) = self.root.images.get(index) else {
            return refuse(place, "it is not there");
        };
        match (&image.uri, &image.buffer_view) {
            (Some(uri), _) => Ok(resource(uri, source, &place)?.as_ref().to_vec()),
            (None, Some(view)) => Ok(self.view(view.value(), &place)?.0.to_vec()),
            (None, None) => refuse(place, "it has neither a URI nor bytes"),
        }
    }

    /// The bytes of a view and its stride.
    fn view(&self, index: usize, place: &str) -> Result<(&[u8], Option<usize>)> {
        let Some(view) = self.root.buffer_views.get(index) else {
            return refuse(place, format!("bufferViews[{index}] is not there"));
        };
        let start = view.byte_offset.map_or(0, |offset| offset.0);
        let bytes = || {
            let buffer = self.buffers.get(view.buffer.value())?.as_ref();
            let start = usize::try_from(start).ok()?;
            let length = usize::try_from(view.byte_length.0).ok()?;
            buffer.get(start..start.checked_add(length)?)
        };
        let Some(bytes) = bytes() else {
            let why = format!("{} bytes at {start} are not in its buffer", view.byte_length.0);
            return refuse(format!("bufferViews[{index}]"), why);
        };
        Ok((bytes, view.byte_stride.map(|stride| stride.0)))
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

/// The JSON and the buffer of a `.glb`.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    let word = |at: usize| {
        let four = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
        four.map(|four| u32::from_le_bytes(*four))
    };
    if word(4) != Some(2) {
        return refuse("glb", "its version is not 2");
    }
    let (mut at, mut json, mut bin) = (12, None, None);
    while let (Some(length), Some(kind)) = (word(at), word(at + 4)) {
        let start = at + 8;
        let body = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
        let Some(body) = body.and_then(|end| bytes.get(start..end)) else {
            return refuse("glb", format!("a chunk of {length} bytes at {at} is cut off"));
        };
        match &kind.to_le_bytes() {
            b"JSON" if json.is_none() => json = Some(body),
            b"BIN\0" if bin.is_none() => bin = Some(body),
            _ => {}
        }
        at = start + body.len().next_multiple_of(4);
    }
    match json {
        Some(json) => Ok((json, bin)),
        None => refuse("glb", "it has no JSON"),
    }
}

/// What a URI names: bytes inside the JSON, or a file beside it. Nothing else is looked at.
fn resource(uri: &str, source: &Source<'_>, place: &str) -> Result<Content<'static>> {
    if let Some(data) = uri.strip_prefix("data:") {
        let Some((_, text)) = data.split_once(";base64,") else {
            return refuse(place, "a data: URI that is not base64");
        };
        return match decode_base64(text) {
            Some(bytes) => Ok(Content::Inside(Cow::Owned(bytes))),
            None => refuse(place, "its base64 is broken or too long"),
        };
    }
    let Some(name) = decode_percent(uri).filter(|name| is_plain_name(name)) else {
        let why = format!("\"{uri}\" does not name a file beside the glTF; nothing else is read");
        return refuse(place, why);
    };
    match (source.beside)(&name) {
        Some(bytes) => Ok(Content::Beside(bytes)),
        None => refuse(place, format!("{name} is not there")),
    }
}

/// Whether a name cannot lead anywhere else.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| !matches!(c, '/' | '\\' | ':' | '\0');
    !name.is_empty() && name != "." && name != ".." && name.chars().all(plain)
}

fn decode_percent(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let value = digit(bytes.next())? * 16 + digit(bytes.next())?;
        out.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(out).ok()
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    if text.len() / 4 * 3 > DATA_LIMIT {
        return None;
    }
    let digits = text.trim_end_matches('=');
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 3);
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in digits.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(u8::try_from((bits >> held) & 0xFF).ok()?);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYmE=", b"fooba"),
            ("//79", b"\xff\xfe\xfd"),
        ] {
            assert_eq!(decode_base64(text).as_deref(), Some(bytes), "{text}");
        }
        assert_eq!(decode_base64("Zm9v!"), None);
    }

    #[test]
    fn only_names_beside_the_file_are_followed() {
        for name in ["a.bin", "with space.png", "ä.bin"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in ["", ".", "..", "../a.bin", "/etc/passwd", "a/b", "a\\b", "c:x", "file:x"] {
            assert!(!is_plain_name(name), "{name}");
        }
        assert_eq!(decode_percent("a%20b").as_deref(), Some("a b"));
        assert_eq!(decode_percent("%2e%2E/x").as_deref(), Some("../x"));
        assert_eq!(decode_percent("%2"), None);
        assert_eq!(decode_percent("%ff"), None, "not UTF-8");
    }
}
