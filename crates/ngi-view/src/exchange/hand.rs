//! What is open, handed to others: copied, opened with another program;
//! and what was written, taken back.

use ngi_convert::table;
use ngi_verbs::format::Form;

use super::Came;
use crate::App;
use crate::platform::{self, Place, spawn};

impl App {
    /// The path of what is selected, to the clipboard: on disk, where it is there.
    pub(crate) fn copy_path(&mut self, path: Option<String>) {
        let Some(path) = path.or_else(|| self.selected.clone()) else { return };
        let folder = self.place.as_ref().and_then(Place::folder);
        let text =
            folder.map_or_else(|| path.clone(), |folder| ngi_vfs::shown(&folder.join(&path)));
        self.copy(text);
    }

    /// What is open as its document, to the clipboard.
    pub(crate) fn copy_json(&mut self) {
        let current = self.current.as_ref();
        let Some(document) = current.and_then(|current| current.document.as_ref()) else { return };
        let mut out = Vec::new();
        let written =
            document.format.document.write_json(&document.subject(), Form::Full, &mut out);
        match written {
            Ok(()) => self.copy(String::from_utf8_lossy(&out).into_owned()),
            Err(error) => self.complain(error.to_string()),
        }
    }

    fn copy(&mut self, text: String) {
        let first: String = text.lines().next().unwrap_or_default().chars().take(80).collect();
        self.window().copy_text(text);
        self.say(format!("{} {first}", self.texts().copied));
    }

    /// Exports what is open as is usual for it, and has the system open that.
    pub(crate) fn open_with(&mut self) {
        let current = self.current.as_ref();
        let Some(document) = current.and_then(|current| current.document.clone()) else { return };
        let (game, wake) = (self.game.clone(), self.wake.clone());
        let title = format!("{} {}", self.texts().open_with, document.node.path());
        self.exchange.job = Some(spawn("export", &wake, move |worker| {
            let suffix = table::usual(document.format.kind);
            let exported = crate::export::exported(&document, game.as_ref(), suffix)?;
            let path = platform::open_elsewhere(&exported.files)?;
            worker.send(Came::Told(title, vec![ngi_vfs::shown(&path)]));
            Ok(())
        }));
    }

    /// Finds everything of the same format that has a value in such a field, as `ngi find --where`
    /// does, and shows it as pictures.
    pub(crate) fn find_value(&mut self, field: &str, text: &str) {
        let (Some(place), Some(kind)) = (self.place.clone(), self.open_kind()) else { return };
        let condition = format!("{}={text}", any_row(field));
        self.exchange.job = Some(spawn("find", &self.wake, move |worker| {
            let found = platform::find_value(&place.root()?, kind.id, &condition, worker)?;
            worker.send(Came::Found(condition, found));
            Ok(())
        }));
    }

    /// Mends what is open, as a change like any other.
    pub(crate) fn mend(&mut self) {
        let mut lines = Vec::new();
        self.edit(|document| {
            lines = document.mend()?;
            Ok(())
        });
        match lines.len() {
            0 => self.say(self.texts().nothing_to_mend),
            count => self.say(format!("{} {count}: {}", self.texts().mended, lines.join("; "))),
        }
    }

    /// Takes back what was written last into the game folder, as `ngi undo` does.
    pub(crate) fn undo_written(&mut self) {
        let folder = self.place.as_ref().and_then(Place::folder);
        let Some(folder) = folder.filter(|_| !self.has_changes()) else {
            self.complain(self.texts().undo_written_not);
            return;
        };
        match platform::undo_written(&folder) {
            Ok(title) => {
                self.say(format!("{} {title}", self.texts().taken_back));
                self.read_again();
            }
            Err(why) => self.complain(why),
        }
    }
}

/// The path of a field with every row of its lists: `phases[*].opacity`.
fn any_row(field: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in field.chars() {
        if letter == '[' {
            out.push_str("[*");
        }
        inside = (inside || letter == '[') && letter != ']';
        if !inside {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::any_row;

    #[test]
    fn numbers_of_rows_become_any() {
        for (field, any) in [
            ("phases[0].opacity", "phases[*].opacity"),
            ("a[12][3].b", "a[*][*].b"),
            ("flags", "flags"),
            ("", ""),
        ] {
            assert_eq!(any_row(field), any);
        }
    }
}
