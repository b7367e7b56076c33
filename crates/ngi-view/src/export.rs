//! What is open as a file of another program: handed out, changes included.

use ngi_convert::{Destination, ExportOptions, Exported, OutFile, export, table};
use ngi_formats::kinds::FileKind;
use ngi_verbs::format::Form;
use ngi_verbs::surroundings::{Game, Surroundings};

use crate::App;
use crate::document::{Document, with_changes};
use crate::platform::spawn;

/// The suffixes that things of a kind can be exported to: what other programs read, its document,
/// its bytes as they are.
pub fn suffixes(kind: &FileKind) -> Vec<&'static str> {
    let known = table::exporters(kind).iter().map(|exporter| exporter.suffix);
    known.chain(["json", "bin"]).collect()
}

impl App {
    /// Exports what is open.
    pub(crate) fn export(&mut self, suffix: String) {
        let current = self.current.as_ref();
        let Some(document) = current.and_then(|current| current.document.clone()) else { return };
        let place = self.place.clone();
        let folder = self.settings.export_folder.clone();
        self.hand_out_to = folder.or_else(|| Some(crate::platform::out_folder()));
        self.hand_out_job = Some(spawn("export", &self.wake, move |worker| {
            let drawn = place.as_ref().map(|place| with_changes(&document, place)).transpose()?;
            let game = drawn.and_then(|(_, game)| game);
            let exported = exported(&document, game.as_ref(), &suffix)?;
            exported.files.into_iter().for_each(|file| worker.send(file));
            match [exported.lost, exported.broken].concat().as_slice() {
                [] => Ok(()),
                lost => Err(lost.join("; ")),
            }
        }));
    }
}

/// The files of an export.
pub fn exported(
    document: &Document,
    game: Option<&Game>,
    suffix: &str,
) -> Result<Exported, String> {
    let subject = document.subject();
    let stem = document.name.rsplit_once('.').map_or(document.name.as_str(), |(stem, _)| stem);
    let to = Destination { stem, suffix };
    let one = |bytes| {
        Ok(Exported { files: vec![OutFile { name: to.name(), bytes }], ..Exported::default() })
    };
    match suffix {
        "bin" => one(document.bytes().to_vec()),
        "json" => {
            let mut out = Vec::new();
            let written = document.format.document.write_json(&subject, Form::Full, &mut out);
            written.map_err(|error| error.to_string())?;
            one(out)
        }
        _ => {
            let around = Surroundings::of(&document.node, game);
            let options = ExportOptions::default();
            export(document.format.kind, &subject, &around, &to, &options)
                .map_err(|error| error.to_string())
        }
    }
}
