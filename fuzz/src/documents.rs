//! Things as documents: whatever reads comes back through JSON with the same bytes, and no
//! document makes a panic.

use ngi_convert::{Destination, ExportOptions, ImportOptions, Mip, Resize, Source};
use ngi_formats::nres::TypeId;
use ngi_formats::texm::Texm;
use ngi_formats::tree::Made;
use ngi_verbs::format::{EntryMeta, Form, Format, Subject, of_document_text, recognise};
use ngi_verbs::surroundings::Surroundings;

use crate::{Outcome, materials, msh, nres, rsli};

/// Both forms of the document give the subject back, and never panic on the way.
pub(crate) fn comes_back(format: &Format, subject: &Subject<'_>) -> Outcome {
    let document = format.document;
    let written = |form| {
        let mut text = Vec::new();
        document.write_json(subject, form, &mut text).ok().map(|()| text)
    };
    let Some(full) = written(Form::Full) else { return Outcome::Rejected };
    let back = document.read_json(&full, None).ok();
    let bytes = back.as_ref().map(|made| made.bytes.as_slice());
    assert_eq!(bytes, Some(subject.bytes), "the full form stands alone");
    if let Some((entry, attributes)) = subject.entry.zip(back.and_then(|made| made.attributes)) {
        assert_eq!(attributes, entry.attributes, "the entry comes back too");
    }
    if let Some(short) = written(Form::Short) {
        let back = document.read_json(&short, Some(subject)).map(|made| made.bytes);
        assert_eq!(back.ok().as_deref(), Some(subject.bytes), "the short form needs the original");
    }
    assert!(document.show(subject).is_ok());
    (format.references)(subject);
    Outcome::Accepted
}

/// Archives, models and textures, which their first bytes tell.
pub fn archive_documents(input: &[u8]) -> Outcome {
    let subject = Subject::file("x.lib", input);
    match recognise(&subject) {
        Some(format) => comes_back(format, &subject),
        None => Outcome::Rejected,
    }
}

/// The seeds of all archives, models among them, and of textures.
pub fn seeds() -> Vec<Vec<u8>> {
    [nres::seeds(), rsli::seeds(), msh::seeds(), materials::texm_seeds()].concat()
}

/// Materials, wears and palettes, which their types and names tell. The first byte says what the
/// rest is; for a material the next two are version and flags.
pub fn material_documents(input: &[u8]) -> Outcome {
    let Some((&kind, rest)) = input.split_first() else { return Outcome::Rejected };
    let (name, bytes, entry) = match kind % 3 {
        0 => {
            let Some((&[version, flags], payload)) = rest.split_first_chunk() else {
                return Outcome::Rejected;
            };
            let attributes = [flags.into(), u32::from(version % 9), 0];
            let type_id = TypeId::from(*b"MAT0");
            ("WALL", payload, Some(EntryMeta { type_id, attributes }))
        }
        1 => ("x.wea", rest, None),
        _ => ("x.pal", rest, None),
    };
    let subject = Subject { name, bytes, entry };
    match recognise(&subject) {
        Some(format) => comes_back(format, &subject),
        None => Outcome::Rejected,
    }
}

/// Materials, wears and palettes, each behind the byte that says so.
pub fn material_seeds() -> Vec<Vec<u8>> {
    let kinds = [materials::mat0_seeds(), materials::wear_seeds(), materials::pal_seeds()];
    let mut seeds = Vec::new();
    for (kind, inputs) in (0u8..).zip(kinds) {
        seeds.extend(inputs.into_iter().map(|input| [vec![kind], input].concat()));
    }
    seeds
}

/// Any text is a document that is refused, or one whose bytes have a document again.
pub fn hostile_documents(input: &[u8]) -> Outcome {
    let Ok(document) = of_document_text(input) else { return Outcome::Rejected };
    if !LISTED.contains(&document.id()) {
        return Outcome::Rejected;
    }
    let Ok(Made { bytes, attributes }) = document.read_json(input, None) else {
        return Outcome::Rejected;
    };
    let entry =
        attributes.map(|attributes| EntryMeta { type_id: TypeId::from(*b"MAT0"), attributes });
    let subject = Subject { name: "x", bytes: &bytes, entry };
    assert!(document.tree(&subject, Form::Full).is_ok(), "what was written reads");
    Outcome::Accepted
}

/// Formats whose documents are held to that.
const LISTED: [&str; 4] = ["mat0", "wear", "texm", "pal"];

/// The documents of the other seeds.
pub fn document_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let mut add = |name: &str, bytes: &[u8], entry| {
        let subject = Subject { name, bytes, entry };
        let mut text = Vec::new();
        if let Some(format) = recognise(&subject)
            && format.document.write_json(&subject, Form::Full, &mut text).is_ok()
        {
            seeds.push(text);
        }
    };
    for input in materials::mat0_seeds() {
        if let Some((&[version, flags], payload)) = input.split_first_chunk() {
            let attributes = [flags.into(), version.into(), 0];
            let entry = EntryMeta { type_id: TypeId::from(*b"MAT0"), attributes };
            add("WALL", payload, Some(entry));
        }
    }
    materials::wear_seeds().iter().for_each(|input| add("x.wea", input, None));
    materials::texm_seeds().iter().for_each(|input| add("x", input, None));
    materials::pal_seeds().iter().take(1).for_each(|input| add("x.pal", input, None));
    seeds
}

/// Most pixels of a picture: what a body may take is measured by its input, and PNG packs well.
const MOST_PIXELS: u64 = 1 << 14;

/// Any picture that we read ourselves (PNG, DDS) is refused, or becomes a texture that reads. The
/// first byte picks the format, whether the picture is resized, and whether it is dithered.
pub fn texture_import(input: &[u8]) -> Outcome {
    let Some((&choice, picture)) = input.split_first() else { return Outcome::Rejected };
    let word = |at: usize| picture.get(at..).and_then(|rest| rest.first_chunk()).copied();
    let side = |at: usize| u64::from(u32::from_be_bytes(word(at).unwrap_or_default()));
    let little = |at: usize| u64::from(u32::from_le_bytes(word(at).unwrap_or_default()));
    let pixels = match picture {
        [0x89, b'P', b'N', b'G', ..] => side(16) * side(20),
        [b'D', b'D', b'S', b' ', ..] => little(12) * little(16),
        _ => return Outcome::Rejected,
    };
    if pixels > MOST_PIXELS {
        return Outcome::Rejected;
    }
    let Some(format) = ngi_verbs::format::of_id("texm") else { return Outcome::Rejected };
    let formats = [8888, 888, 565, 556, 4444, 88, 0, 2];
    let pixel_format = formats.get(usize::from(choice & 15)).copied();
    let (dither, small) = (choice & 16 != 0, choice & 32 != 0);
    let resize = small.then_some(Resize::To(5, 3));
    let options = ImportOptions { pixel_format, dither, resize, ..ImportOptions::default() };
    let source = Source { name: "a.png", suffix: "png", bytes: picture, beside: &|_| None };
    let Ok(imported) = ngi_convert::import(format.kind, &source, &options) else {
        return Outcome::Rejected;
    };
    assert!(Texm::read_strict(&imported.bytes).is_ok(), "what was made reads");
    Outcome::Accepted
}

/// Textures of all formats as pictures, and blocks.
pub fn picture_seeds() -> Vec<Vec<u8>> {
    let Some(format) = ngi_verbs::format::of_id("texm") else { return Vec::new() };
    let options = ExportOptions { mip: Mip::Usual, ..ExportOptions::default() };
    let picture = |(place, (texture, suffix)): (usize, (Vec<u8>, &str))| {
        let (subject, to) = (Subject::file("a", &texture), Destination { stem: "a", suffix });
        let made = ngi_convert::export(format.kind, &subject, &Surroundings::none(), &to, &options)
            .ok()?;
        let choice = u8::try_from(place % 48).unwrap_or_default();
        Some([vec![choice], made.files.into_iter().next()?.bytes].concat())
    };
    let textures = materials::texm_seeds().into_iter();
    let both = textures.flat_map(|texture| [(texture.clone(), "png"), (texture, "dds")]);
    let mut seeds: Vec<Vec<u8>> = both.enumerate().filter_map(picture).collect();
    seeds.extend([*b"DXT1", *b"DXT3", *b"DXT5"].map(blocks));
    seeds
}

/// 8 x 8 pixels in blocks, with their smaller copies.
fn blocks(letters: [u8; 4]) -> Vec<u8> {
    let mut words = vec![124u32, 0x2_1007, 8, 8, 0, 0, 4];
    words.extend([0; 11]);
    words.extend([32, 4, u32::from_le_bytes(letters), 0, 0, 0, 0, 0, 0x40_1008, 0, 0, 0, 0]);
    let mut bytes = b"\0DDS ".to_vec();
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend((0..7 * 16).map(|at: u8| at.wrapping_mul(37)));
    bytes
}
