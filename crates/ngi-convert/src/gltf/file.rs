//! glTF as files: one `.glb`, or a `.gltf` with what belongs to it beside it.

use gltf_json as gj;
use gltf_json::validation::USize64;

use serde_json::{Map, Value};

use super::buffer::{Builder, Extension};
use super::surfaces::Pictures;
use crate::exporter::{Destination, ExportOptions, OutFile};
use crate::{Error, Result};

/// How a glTF document is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// One binary file.
    Glb,
    /// JSON, a `.bin`, and pictures as files of their own.
    Gltf,
}

impl Container {
    /// How a file with this name is kept.
    pub fn of(to: &Destination<'_>) -> Self {
        if to.suffix == "gltf" { Self::Gltf } else { Self::Glb }
    }

    /// Where its pictures go.
    pub fn pictures<'a>(self, to: &'a Destination<'a>, options: &'a ExportOptions) -> Pictures<'a> {
        let own = match self {
            Self::Glb => Pictures::Inside,
            Self::Gltf => Pictures::Beside(to),
        };
        Pictures::shared_or(options, own)
    }
}

/// Largest buffer a `.glb` can hold.
const LIMIT: usize = 0xFFFF_FF00;

/// The files of a finished document; the one that was asked for first.
pub(crate) fn write_file(
    mut builder: Builder,
    pictures: Vec<OutFile>,
    container: Container,
    to: &Destination<'_>,
) -> Result<Vec<OutFile>> {
    let bin = std::mem::take(&mut builder.bin);
    if bin.len() > LIMIT {
        return Err(Error::Usage("more than 4 GB of geometry: glTF cannot hold it".into()));
    }
    let uri = (container == Container::Gltf).then(|| to.named("bin"));
    if !bin.is_empty() {
        builder.root.buffers = vec![gj::Buffer {
            byte_length: USize64(bin.len() as u64),
            name: None,
            uri: uri.clone(),
            extensions: None,
            extras: None,
        }];
    }
    let broken = |error: gj::Error| Error::Usage(format!("glTF: {error}"));
    if !builder.extensions.is_empty() {
        return extended(&builder, &bin, uri, pictures, (container, to));
    }
    match container {
        Container::Glb => {
            let json = builder.root.to_vec().map_err(broken)?;
            Ok(vec![OutFile { name: to.name(), bytes: glb(&json, &bin)? }])
        }
        Container::Gltf => {
            let mut json = builder.root.to_vec_pretty().map_err(broken)?;
            json.push(b'\n');
            let mut files = vec![OutFile { name: to.name(), bytes: json }];
            if let Some(name) = uri.filter(|_| !bin.is_empty()) {
                files.push(OutFile { name, bytes: bin });
            }
            files.extend(pictures);
            Ok(files)
        }
    }
}

/// The same for a document with extensions that the JSON has no fields for.
fn extended(
    builder: &Builder,
    bin: &[u8],
    uri: Option<String>,
    pictures: Vec<OutFile>,
    (container, to): (Container, &Destination<'_>),
) -> Result<Vec<OutFile>> {
    let broken = |error: serde_json::Error| Error::Usage(format!("glTF: {error}"));
    let mut root = serde_json::to_value(&builder.root).map_err(broken)?;
    for Extension { node, name, value } in &builder.extensions {
        let place = match node {
            Some(node) => root.get_mut("nodes").and_then(|nodes| nodes.get_mut(*node)),
            None => Some(&mut root),
        };
        let Some(place) = place.and_then(Value::as_object_mut) else { continue };
        let extensions = place.entry("extensions").or_insert_with(|| Value::Object(Map::new()));
        if let Some(extensions) = extensions.as_object_mut() {
            extensions.insert((*name).to_owned(), value.clone());
        }
    }
    if container == Container::Glb {
        let json = serde_json::to_vec(&root).map_err(broken)?;
        return Ok(vec![OutFile { name: to.name(), bytes: glb(&json, bin)? }]);
    }
    let mut json = serde_json::to_vec_pretty(&root).map_err(broken)?;
    json.push(b'\n');
    let mut files = vec![OutFile { name: to.name(), bytes: json }];
    if let Some(name) = uri.filter(|_| !bin.is_empty()) {
        files.push(OutFile { name, bytes: bin.to_vec() });
    }
    files.extend(pictures);
    Ok(files)
}

/// A `.glb`: a header, the JSON padded with spaces, the buffer padded with zeros.
fn glb(json: &[u8], bin: &[u8]) -> Result<Vec<u8>> {
    let padded = |bytes: &[u8], fill: u8| {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), fill);
        bytes
    };
    let mut chunks = vec![(*b"JSON", padded(json, b' '))];
    if !bin.is_empty() {
        chunks.push((*b"BIN\0", padded(bin, 0)));
    }
    let length = |bytes: usize| {
        u32::try_from(bytes).map_err(|_| Error::Usage("more than 4 GB: no .glb holds it".into()))
    };
    let total = chunks.iter().map(|(_, bytes)| bytes.len() + 8).sum::<usize>() + 12;
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(b"glTF");
    out.extend_from_slice(&2u32.to_le_bytes());
    out.extend_from_slice(&length(total)?.to_le_bytes());
    for (kind, bytes) in chunks {
        out.extend_from_slice(&length(bytes.len())?.to_le_bytes());
        out.extend_from_slice(&kind);
        out.extend_from_slice(&bytes);
    }
    Ok(out)
}
