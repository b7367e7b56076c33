//! glTF files opened: JSON, buffers, numbers. Nothing in a file is trusted.
//!
//! The glTF crate's own validation indexes with numbers from the file, so it is not used: every
//! number is looked up here, and what is not there is refused by name.

use std::borrow::Cow;

use gltf_json as gj;
use ngi_vfs::Bytes;

use super::uris::resource;
use crate::importer::Source;
use crate::{Error, Result};

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

/// A refusal: where in the file, and why.
pub(crate) fn refuse<T>(place: impl Into<String>, why: impl Into<String>) -> Result<T> {
    Err(Error::json(place, why))
}

/// The bytes of a buffer.
pub(super) enum Content<'a> {
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
    pub(super) fn view(&self, index: usize, place: &str) -> Result<(&[u8], Option<usize>)> {
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
