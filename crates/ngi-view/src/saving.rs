//! Everything that was changed, saved in one step: all of it, or nothing.

use ngi_verbs::replace::{Replacement, replace_all};

use crate::App;
use crate::document::Document;
use crate::open::Written;
use crate::platform::{self, Place};

impl App {
    /// Saves every changed document. What cannot be saved keeps its changes, and so does the rest.
    pub(crate) fn save_all(&mut self) {
        let Some(place) = self.place.clone() else { return };
        let open = self.current.iter().filter_map(|current| {
            let document = current.document.as_ref().filter(|document| document.is_changed())?;
            Some((&current.path, document))
        });
        let all: Vec<(&String, &Document)> = open.chain(self.changed.iter()).collect();
        if all.is_empty() {
            return;
        }
        let written = platform::guarded(|| write(&all, &place));
        let paths: Vec<String> = all.into_iter().map(|(path, _)| path.clone()).collect();
        if written.is_ok() {
            self.were_written(&paths, &place);
        }
        self.saved(written);
    }

    /// Says, at the first change of a file, that it could not be saved where it is.
    pub(crate) fn warn_of_read_only(&mut self, document: &Document) {
        let file = document.node.file();
        if !self.told_read_only.insert(file.path()) {
            return;
        }
        if platform::is_read_only(&file) {
            let text = self.texts().read_only;
            self.complain(format!("{}: {text}", file.path()));
        }
    }

    fn were_written(&mut self, paths: &[String], place: &Place) {
        paths.iter().for_each(|path| platform::saved(place, path));
        self.beside_was_written();
        self.changed.clear();
        let Some(current) = &mut self.current else { return };
        if let Some(document) = current.document.as_mut().filter(|document| document.is_changed()) {
            document.was_written();
            current.bytes = document.bytes().to_vec().into();
        }
    }
}

/// Writes all of it.
fn write(all: &[(&String, &Document)], place: &Place) -> Result<Written, String> {
    let mut replacements: Vec<Replacement> = Vec::new();
    for (path, document) in all {
        let fresh = place.vfs.locate(path).map_err(|error| error.to_string())?;
        replacements.push(document.replacement(fresh)?);
    }
    let title = match all {
        [(path, _)] => format!("change {path}"),
        many => format!("change {} files", many.len()),
    };
    let saved = replace_all(replacements, true, &title).map_err(|error| error.to_string())?;
    let paths: Vec<String> = saved.iter().map(|saved| saved.path.display().to_string()).collect();
    let files = saved.into_iter().flat_map(|saved| std::iter::once(saved.path).chain(saved.backup));
    Ok(Written { text: paths.join(", "), files: files.collect() })
}
