//! Sounds: as documents (`ngi.swav/1`), as readable text, compared.
//!
//! ```json
//! {"schema": "ngi.swav/1", "size": 40,
//!  "chunks": [{"id": "fmt ", "size": 16, "format": {"codec": 1, "channels": 1, …}},
//!             {"id": "data", "size": 3, "data": "80ff00", "pad": "00"}],
//!  "tail": "", "derived": {"codec": "PCM", "samples": 3, "seconds": 0.000136}}
//! ```
//! Sizes that are left out are counted; `derived` is not read back. `show --json` leaves the samples
//! out.

use std::fmt::Write as _;

use ngi_formats::kinds::{self, SOUND_TYPE};
use ngi_formats::schema::Shape;
use ngi_formats::swav::{self, Samples, Sound, WaveFormat};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings};
use serde_json::{Value, json};

use crate::diff::Difference;
use crate::document::compare;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::{Result, show};

// The type is the directory's: the rule speaks of no field of the sound.
ngi_formats::rules! {
    ENTRY_TYPE = warning("swav.entry.type", "The entry of a sound has the type SWAV.")
        mend "ngi edit ARCHIVE set NAME type=SWAV";
}

/// Sounds in the table of formats.
pub struct SoundDocument;

/// What can be done with them.
pub static FORMAT: Format = Format::new(&kinds::SOUND, &SoundDocument, &RULES);

/// Every rule.
static ALL_CODES: &[&[&Code]] = &[swav::CODES, CODES];

static RULES: Rules = Rules::new(ALL_CODES, check_alone);

impl Document for SoundDocument {
    fn id(&self) -> &'static str {
        "swav"
    }

    fn branches(&self) -> &'static [Branch] {
        swav::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        swav::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(swav::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        let samples = if form == Form::Full { Samples::Shown } else { Samples::LeftOut };
        Ok(swav::tree(subject.bytes, samples)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        swav::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        Ok(swav::make(draft, original)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(text(&Sound::read(subject.bytes)?))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        let [left, right] = [a, b].map(|subject| swav::tree(subject.bytes, Samples::LeftOut).ok());
        let mut found = compare::compare(&left?, &right?, &["derived"]);
        let [a, b] = [a, b].map(|subject| Sound::read(subject.bytes).ok()?.data());
        let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
        let differing = a.iter().zip(b).filter(|(a, b)| a != b).count();
        if differing > 0 {
            let text = format!("samples: {differing} of {} bytes differ", a.len());
            found.push(Difference::summary(text, Value::Null, Value::Null));
        }
        Some(found)
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    swav::check(subject.bytes, findings);
    if let Some(entry) = subject.entry.filter(|entry| entry.type_id != SOUND_TYPE) {
        findings.at(&ENTRY_TYPE, "", || {
            format!("its type is {}; `ngi edit ARCHIVE set NAME type=SWAV` mends it", entry.type_id)
        });
    }
}

fn text(sound: &Sound<'_>) -> String {
    let mut out = String::new();
    if sound.is_empty() {
        return "empty: nothing is heard\n".into();
    }
    if let Some(format) = sound.format() {
        let WaveFormat { codec, channels, rate, block_size, bits, .. } = format;
        let name = codec.name().unwrap_or("unknown");
        let _ = writeln!(out, "codec: {name} ({})", codec.0);
        let _ = writeln!(out, "rate: {rate}");
        let _ = writeln!(out, "channels: {channels}");
        let _ = writeln!(out, "bits: {bits}");
        let _ = writeln!(out, "block: {block_size} bytes");
    }
    let _ = writeln!(out, "length: {:.3} s ({} samples)", sound.seconds(), sound.frames());
    let rows: Vec<Value> = sound
        .chunks()
        .enumerate()
        .map(|(index, chunk)| {
            let id = chunk.id.escape_ascii().to_string();
            json!({"chunk": index, "id": id, "offset": chunk.offset, "size": chunk.size})
        })
        .collect();
    let _ = writeln!(out, "chunks: {}", rows.len());
    for line in show::table(&rows).unwrap_or_default().lines().filter(|_| !rows.is_empty()) {
        let _ = writeln!(out, "  {line}");
    }
    if !sound.tail().is_empty() {
        let _ = writeln!(out, "bytes behind the last chunk: {}", sound.tail().len());
    }
    out
}

#[cfg(test)]
mod tests {
    use ngi_formats::swav::Pcm;

    use super::*;
    use crate::document::{edit, from_value};
    use crate::format::EntryMeta;

    fn sample() -> Vec<u8> {
        let samples: Vec<i16> = (0..3000i16).map(|at| at % 100 * 200).collect();
        Pcm::of_samples(1, 22_050, &samples).to_adpcm().unwrap()
    }

    #[test]
    fn documents_go_both_ways() {
        let plain = Pcm { channels: 1, rate: 22_050, bits: 8, data: vec![128, 0, 255] }.to_wave();
        for bytes in [sample(), plain.clone(), [&plain[..], b"tail"].concat(), Vec::new()] {
            let file = Subject::file("a.wav", &bytes);
            let mut text = Vec::new();
            SoundDocument.write_json(&file, Form::Full, &mut text).unwrap();
            assert_eq!(SoundDocument.read_json(&text, None).unwrap().bytes, bytes);
        }
        let mut text = Vec::new();
        let file = Subject::file("a.wav", &plain);
        SoundDocument.write_json(&file, Form::Full, &mut text).unwrap();
        let value: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value["chunks"][0]["format"]["rate"], 22_050);
        assert_eq!(value["chunks"][1]["data"], "8000ff");
        assert_eq!(value["derived"]["codec"], "PCM");
        // Sizes that are left out are counted.
        let mut value = value;
        value.as_object_mut().unwrap().remove("size");
        value["chunks"][1].as_object_mut().unwrap().remove("size");
        value["chunks"][1].as_object_mut().unwrap().remove("pad");
        assert_eq!(from_value(&SoundDocument, &value, None).unwrap().bytes, plain);
    }

    #[test]
    fn a_sound_is_told_and_set() {
        let bytes = sample();
        let subject = Subject::file("a.wav", &bytes);
        let told = SoundDocument.show(&subject).unwrap();
        for line in ["codec: MS ADPCM (2)", "rate: 22050", "length: 0.136 s (3000 samples)"] {
            assert!(told.contains(line), "{told}");
        }
        let fields = [("chunks[0].format.rate".to_owned(), "11025".to_owned())];
        let edited = edit::set(&SoundDocument, &subject, &fields).unwrap();
        assert_eq!(Sound::read(&edited.bytes).unwrap().format().unwrap().rate, 11_025);
        let found = SoundDocument.diff(&subject, &Subject::file("a.wav", &edited.bytes)).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].field, "chunks[0].format.rate");
    }

    #[test]
    fn an_entry_of_another_type_is_told() {
        let bytes = sample();
        let found = |letters: [u8; 4]| {
            let entry = Some(EntryMeta { type_id: letters.into(), attributes: [0, 0, 1] });
            let mut findings = Findings::new(ngi_formats::Mode::Strict, true);
            check_alone(&Subject { name: "a.wav", bytes: &bytes, entry }, &mut findings);
            findings.list().iter().map(|finding| finding.code.id).collect::<Vec<_>>()
        };
        assert_eq!(found(*b"SWAV"), [""; 0]);
        assert_eq!(found(*b"WAVE"), ["swav.entry.type"]);
    }
}
