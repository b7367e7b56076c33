//! Materials of a file as rows of a wear table.

use ngi_formats::msh::NONE;
use ngi_formats::text;
use ngi_formats::wear::{Editor, Parser, Section, Wear};

use super::names::base_name;
use super::open::refuse;
use super::scene::SceneMaterial;
use super::surfaces::SurfaceKey;
use crate::Result;

/// The wear table an import goes by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    /// Names by row.
    names: Vec<String>,
    /// The table's text; `None` where there is no table.
    wear: Option<Vec<u8>>,
    /// Whether unknown materials get a row of their own.
    may_add: bool,
    /// Names of rows that were added.
    pub added: Vec<String>,
}

/// Rows a batch can name.
const MOST_ROWS: usize = 255;

impl Rows {
    /// The rows of a wear table, if there is one. A table that cannot be read has none.
    pub fn new(wear: Option<&[u8]>, may_add: bool) -> Self {
        let read = wear.and_then(|bytes| Wear::read(bytes, Parser::File).ok());
        let names = read.map(|wear| wear.rows().map(|row| text::decode(row.name)).collect());
        // Without a table the file's materials are its rows.
        let may_add = may_add || names.is_none();
        Self {
            names: names.unwrap_or_default(),
            wear: wear.map(<[u8]>::to_vec),
            may_add,
            added: Vec::new(),
        }
    }

    /// The table with the rows that were added; `None` where none were.
    pub fn written(&self) -> Result<Option<Vec<u8>>> {
        if self.added.is_empty() {
            return Ok(None);
        }
        let encoded = |name: &String| text::encode(name).unwrap_or_default();
        let Some(wear) = &self.wear else {
            let names: Vec<Vec<u8>> = self.names.iter().map(encoded).collect();
            return Ok(Some(Editor::of_names(&names, &[])?.into_bytes()));
        };
        let mut editor = Editor::open(&Wear::read(wear, Parser::File)?);
        for name in &self.added {
            editor.push(Section::Materials, &encoded(name))?;
        }
        Ok(Some(editor.into_bytes()))
    }

    /// What the batches of a material say: the row its name has, and the rest as the exporter
    /// left it.
    pub(crate) fn key(&mut self, material: Option<&SceneMaterial>) -> Result<SurfaceKey> {
        let extras = material.and_then(|material| material.extras.as_ref());
        let plain = SurfaceKey { row: 0, lightmap: 0xFF, word: 0, portal: NONE };
        let known = extras.map(|extras| SurfaceKey {
            row: extras.row,
            lightmap: extras.lightmap,
            word: extras.word,
            portal: extras.portal,
        });
        let name = material.and_then(|material| material.name.as_deref());
        let said = extras.and_then(|extras| extras.material.as_deref());
        let name = name.map(base_name);
        // A material that still has its name, or never had one, is what the exporter said.
        if let Some(known) = known
            && (name.is_none() || name == said || said.is_none() && is_row_name(name, known.row))
        {
            return Ok(known);
        }
        let row = self.row(name.unwrap_or("DEFAULT"))?;
        Ok(SurfaceKey { row, ..known.unwrap_or(plain) })
    }

    /// The name of a row, as the exporter gives it.
    pub(crate) fn name(&self, row: u8) -> String {
        let name = self.names.get(usize::from(row)).cloned();
        name.unwrap_or_else(|| format!("row_{row}"))
    }

    /// Whether two rows have one name.
    pub(crate) fn same_name(&self, a: u8, b: u8) -> bool {
        let name = |row: u8| self.names.get(usize::from(row));
        a == b || name(a).zip(name(b)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
    }

    fn row(&mut self, name: &str) -> Result<u8> {
        // Where there was no table, the exporter named rows by their numbers.
        let numbered = || name.strip_prefix("row_")?.parse::<u8>().ok();
        if let Some(row) = numbered().filter(|_| self.wear.is_none()) {
            return Ok(row);
        }
        let same = |known: &String| known.eq_ignore_ascii_case(name);
        let row = match self.names.iter().position(same) {
            Some(row) => row,
            None if self.may_add => {
                let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | ';');
                if name.is_empty() || !name.chars().all(plain) || name.len() > 31 {
                    let why = "no wear table can hold this name: at most 31 plain characters";
                    return refuse(format!("material \"{name}\""), why);
                }
                self.names.push(name.to_owned());
                self.added.push(name.to_owned());
                self.names.len() - 1
            }
            None => {
                let why = format!(
                    "the wear table has no such row; it has {}; --new-rows adds one",
                    self.names.join(", ")
                );
                return refuse(format!("material \"{name}\""), why);
            }
        };
        match u8::try_from(row).ok().filter(|_| row < MOST_ROWS) {
            Some(row) => Ok(row),
            None => refuse(format!("material \"{name}\""), "row 255: a batch can name 255 rows"),
        }
    }
}

/// Whether a name is the one given to a row that had none.
fn is_row_name(name: Option<&str>, row: u8) -> bool {
    name.is_some_and(|name| name == format!("row_{row}"))
}

#[cfg(test)]
mod tests {
    use super::super::extras::MaterialExtras;
    use super::*;

    fn material(name: &str, extras: Option<(u8, &str)>) -> SceneMaterial {
        let extras = extras.map(|(row, material)| MaterialExtras {
            row,
            lightmap: 3,
            word: 0x100,
            portal: NONE,
            material: Some(material.into()),
            blend: None,
            lightmap_name: None,
        });
        SceneMaterial { name: Some(name.into()), extras, image: None, see_through: false }
    }

    #[test]
    fn what_the_exporter_said_counts_while_the_name_stays() {
        let mut rows = Rows::new(Some(b"2\r\n0 METAL\r\n1 RUST\r\n"), false);
        for name in ["METAL", "METAL#2", "METAL.001", "METAL#2.001"] {
            let key = rows.key(Some(&material(name, Some((0, "METAL"))))).unwrap();
            assert_eq!((key.row, key.lightmap, key.word), (0, 3, 0x100), "{name}");
        }
        // Renamed: the new name's row, the other flags as they were.
        let key = rows.key(Some(&material("rust", Some((0, "METAL"))))).unwrap();
        assert_eq!((key.row, key.lightmap), (1, 3));
        assert_eq!(rows.key(Some(&material("Rust", None))).unwrap().row, 1);
        let error = rows.key(Some(&material("GOLD", None))).unwrap_err().to_string();
        assert!(error.contains("METAL, RUST") && error.contains("--new-rows"), "{error}");
    }

    #[test]
    fn rows_are_added_on_request() {
        let wear = b"1\r\n0 METAL\r\n";
        let mut rows = Rows::new(Some(wear), true);
        assert_eq!(rows.key(Some(&material("GOLD", None))).unwrap().row, 1);
        assert_eq!(rows.key(Some(&material("gold", None))).unwrap().row, 1);
        let written = rows.written().unwrap().unwrap();
        let read = Wear::read(&written, Parser::File).unwrap();
        let names: Vec<_> = read.rows().map(|row| row.name.to_vec()).collect();
        assert_eq!(names, [b"METAL".to_vec(), b"GOLD".to_vec()]);
        assert!(rows.key(Some(&material("two words", None))).is_err());
    }

    #[test]
    fn without_a_table_the_materials_are_the_rows() {
        let mut rows = Rows::new(None, false);
        assert_eq!(rows.key(Some(&material("B", None))).unwrap().row, 0);
        assert_eq!(rows.key(Some(&material("A", None))).unwrap().row, 1);
        assert_eq!(rows.key(None).unwrap().row, 2);
        let written = rows.written().unwrap().unwrap();
        assert_eq!(Wear::read(&written, Parser::File).unwrap().rows().len(), 3);
    }
}
