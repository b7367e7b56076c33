//! Materials of a file as rows of a wear table.
//!
//! A row is found by its name. Numbers that a file brings along belong to the table it was exported
//! with; they count in that very table alone, where several rows have one name.

use ngi_formats::msh::{BatchWord, NONE};
use ngi_formats::text;
use ngi_formats::wear::{Editor, Parser, Section, Wear};

use super::extras::MaterialExtras;
use super::looks::SceneMaterial;
use super::names::{base_name, without_number};
use super::open::refuse;
use super::surfaces::{SurfaceKey, table_number};
use crate::Result;

/// The wear table an import goes by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    /// Names by row.
    names: Vec<String>,
    /// Names by lightmap.
    lightmaps: Vec<String>,
    /// How many rows and lightmaps were there before.
    had: (usize, usize),
    /// The table's text; `None` where there is no table.
    wear: Option<Vec<u8>>,
    /// Which table it is.
    table: Option<String>,
    /// Whether unknown materials get a row of their own.
    may_add: bool,
    /// What a file's materials lose, a line each.
    pub lost: Vec<String>,
    /// What should be known of them, a line each.
    pub told: Vec<String>,
}

/// Rows a batch can name.
const MOST_ROWS: usize = 255;
/// A batch without a lightmap.
const UNLIT: u8 = 0xFF;

impl Rows {
    /// The rows of a wear table, if there is one. A table that cannot be read has none.
    pub fn new(wear: Option<&[u8]>, may_add: bool) -> Self {
        let Some(bytes) = wear else { return Self { may_add: true, ..Self::default() } };
        let Ok(read) = Wear::read(bytes, Parser::File) else {
            let wear = Some(bytes.to_vec());
            return Self { wear, may_add: true, ..Self::default() };
        };
        let names: Vec<String> = read.rows().map(|row| text::decode(row.name)).collect();
        let lightmaps = read.lightmaps().into_iter().flatten();
        let lightmaps: Vec<String> = lightmaps.map(|row| text::decode(row.name)).collect();
        Self {
            had: (names.len(), lightmaps.len()),
            names,
            lightmaps,
            wear: Some(bytes.to_vec()),
            table: Some(table_number(bytes)),
            may_add,
            ..Self::default()
        }
    }

    /// Keeps the numbers of rows that never had a name, where there is no table: whoever comes
    /// later gets another.
    pub fn reserve(&mut self, materials: &[SceneMaterial]) {
        if self.wear.is_some() || !self.names.is_empty() {
            return;
        }
        let most = materials.iter().filter_map(nameless).max();
        let rows = 0..most.map_or(0, |row| usize::from(row) + 1);
        self.names = rows.map(|row| format!("row_{row}")).collect();
        self.had.0 = self.names.len();
    }

    /// Names of rows that were added.
    pub fn added(&self) -> &[String] {
        self.names.get(self.had.0..).unwrap_or_default()
    }

    /// The name of a row.
    pub fn name(&self, row: usize) -> Option<&str> {
        self.names.get(row).map(String::as_str)
    }

    /// Whether two rows have one name.
    pub fn same_name(&self, a: u8, b: u8) -> bool {
        let name = |row: u8| self.name(usize::from(row));
        a == b || name(a).zip(name(b)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The table with the rows and lightmaps that were added; `None` where none were.
    pub fn written(&self) -> Result<Option<Vec<u8>>> {
        let lit = self.lightmaps.get(self.had.1..).unwrap_or_default();
        if self.added().is_empty() && lit.is_empty() {
            return Ok(None);
        }
        let encoded = |names: &[String]| -> Vec<Vec<u8>> {
            names.iter().map(|name| text::encode(name).unwrap_or_default()).collect()
        };
        let Some(wear) = &self.wear else {
            let made = Editor::of_names(&encoded(&self.names), &encoded(&self.lightmaps))?;
            return Ok(Some(made.into_bytes()));
        };
        let mut editor = Editor::open(&Wear::read(wear, Parser::File)?);
        for name in encoded(self.added()) {
            editor.push(Section::Materials, &name)?;
        }
        if self.had.1 == 0 && !lit.is_empty() {
            editor.add_lightmaps(&encoded(lit))?;
        } else {
            for name in encoded(lit) {
                editor.push(Section::Lightmaps, &name)?;
            }
        }
        Ok(Some(editor.into_bytes()))
    }

    /// What the batches of a material say: the row its name has, and the rest as the exporter
    /// left it.
    pub(crate) fn key(&mut self, material: Option<&SceneMaterial>) -> Result<SurfaceKey> {
        let row = match material.map(|material| self.find(material)) {
            Some(Ok(row)) => row,
            Some(Err(name)) => self.add(&name)?,
            None => match self.position("DEFAULT") {
                Some(row) => row,
                None => self.add("DEFAULT")?,
            },
        };
        let is_new = row >= self.had.0;
        let row = match u8::try_from(row).ok().filter(|_| row < MOST_ROWS) {
            Some(row) => row,
            None => {
                let name = self.name(row).unwrap_or_default();
                return refuse(format!("material \"{name}\""), "a batch can name 255 rows");
            }
        };
        let extras = material.and_then(|material| material.extras.as_ref());
        let Some(extras) = extras else {
            let word = material.filter(|_| is_new).map_or(0, |material| material.looks.word());
            return Ok(SurfaceKey { row, lightmap: UNLIT, word, portal: NONE });
        };
        let lightmap = self.lightmap(extras)?;
        let lost = lightmap == UNLIT && extras.lightmap != UNLIT;
        let word = if lost { extras.word & !BatchWord::LIGHTMAPPED.0 } else { extras.word };
        Ok(SurfaceKey { row, lightmap, word, portal: extras.portal })
    }

    /// The row that a material has; the name it needs a row for where there is none.
    pub fn find(&mut self, material: &SceneMaterial) -> Result<usize, String> {
        let extras = material.extras.as_ref();
        let said = extras.and_then(|extras| extras.material.as_deref());
        let name = material.name.as_deref();
        let names = [name, name.and_then(without_number), name.map(base_name)];
        let names = || names.into_iter().flatten();
        let still = said
            .filter(|said| name.is_none() || names().any(|name| name.eq_ignore_ascii_case(said)));
        if let (Some(extras), Some(said)) = (extras, still) {
            // Two rows of one name are told apart in the table they were exported with.
            let row = usize::from(extras.row);
            let is_it = self.name(row).is_some_and(|name| name.eq_ignore_ascii_case(said));
            if is_it && extras.table.is_some() && extras.table == self.table {
                return Ok(row);
            }
        }
        if let Some(row) = still.into_iter().chain(names()).find_map(|name| self.position(name)) {
            return Ok(row);
        }
        if let Some(row) = nameless(material) {
            return self.numbered(row);
        }
        Err(still.or(name.map(base_name)).unwrap_or("DEFAULT").to_owned())
    }

    /// A row that had no name when it was exported: the number is all there is.
    fn numbered(&mut self, row: u8) -> Result<usize, String> {
        let number = usize::from(row);
        if self.wear.is_none() {
            return Ok(number);
        }
        let Some(name) = self.name(number) else { return Err(format!("row_{row}")) };
        let line = format!(
            "material row_{row}: it was exported without a wear table; row {row} is {name} here"
        );
        if !self.told.contains(&line) {
            self.told.push(line);
        }
        Ok(number)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    fn add(&mut self, name: &str) -> Result<usize> {
        if !self.may_add {
            let why = format!(
                "the wear table has no such row; it has {}; --new-rows adds one",
                self.names.join(", ")
            );
            return refuse(format!("material \"{name}\""), why);
        }
        check_name(name, "material")?;
        self.names.push(name.to_owned());
        Ok(self.names.len() - 1)
    }

    /// The lightmap of a material: by name too, unless the table is the one it was exported with.
    fn lightmap(&mut self, extras: &MaterialExtras) -> Result<u8> {
        let same = extras.table == self.table;
        if extras.lightmap == UNLIT || same {
            return Ok(extras.lightmap);
        }
        let number = match &extras.lightmap_name {
            None => Some(usize::from(extras.lightmap))
                .filter(|&number| self.wear.is_none() || number < self.lightmaps.len()),
            Some(name) => {
                let is_it = |known: &String| known.eq_ignore_ascii_case(name);
                match self.lightmaps.iter().position(is_it) {
                    None if self.may_add => {
                        check_name(name, "lightmap")?;
                        self.lightmaps.push(name.clone());
                        Some(self.lightmaps.len() - 1)
                    }
                    found => found,
                }
            }
        };
        let number = number.and_then(|number| u8::try_from(number).ok());
        if number.is_none() {
            let name = extras.lightmap_name.clone().unwrap_or_else(|| extras.lightmap.to_string());
            let line = format!("lightmap {name}: the wear table has none; --new-rows adds it");
            if !self.lost.contains(&line) {
                self.lost.push(line);
            }
        }
        Ok(number.unwrap_or(UNLIT))
    }
}

/// Refuses a name that no wear table can hold.
fn check_name(name: &str, what: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | ';');
    if name.is_empty() || !name.chars().all(plain) || name.len() > 31 {
        let why = "no wear table can hold this name: at most 31 plain characters";
        return refuse(format!("{what} \"{name}\""), why);
    }
    Ok(())
}

/// The number of a row that had no name when it was exported.
fn nameless(material: &SceneMaterial) -> Option<u8> {
    let extras = material.extras.as_ref();
    if extras.is_some_and(|extras| extras.material.is_some()) {
        return None;
    }
    match material.name.as_deref() {
        Some(name) => base_name(name).strip_prefix("row_")?.parse().ok().filter(|&row| row < UNLIT),
        None => extras.map(|extras| extras.row),
    }
}

#[cfg(test)]
mod tests {
    use super::super::looks::Looks;
    use super::*;

    const WEAR: &[u8] = b"4\r\n0 METAL\r\n1 RUST\r\n2 METAL\r\n3 PLATE.001\r\n";

    /// What the exporter said: row, name, table.
    type Said<'a> = (u8, Option<&'a str>, Option<&'a [u8]>);

    fn material(name: &str, extras: Option<Said<'_>>) -> SceneMaterial {
        let extras = extras.map(|(row, material, table)| MaterialExtras {
            row,
            lightmap: 0,
            word: 0x2100,
            portal: NONE,
            material: material.map(Into::into),
            blend: None,
            lightmap_name: Some("HALL.0".into()),
            table: table.map(table_number),
        });
        SceneMaterial { name: Some(name.into()), extras, looks: Looks::default() }
    }

    fn row(rows: &mut Rows, material: &SceneMaterial) -> u8 {
        rows.key(Some(material)).unwrap().row
    }

    #[test]
    fn rows_go_by_name_and_numbers_break_ties_in_the_same_table() {
        let mut rows = Rows::new(Some(WEAR), false);
        for name in ["METAL", "METAL#2", "METAL.001", "METAL#2.001", "metal"] {
            let same = material(name, Some((2, Some("METAL"), Some(WEAR))));
            assert_eq!(row(&mut rows, &same), 2, "{name}");
            let other = material(name, Some((2, Some("METAL"), Some(b"3\r\n0 A\r\n"))));
            assert_eq!(row(&mut rows, &other), 0, "{name} of another table");
            let unknown = material(name, Some((1, Some("METAL"), None)));
            assert_eq!(row(&mut rows, &unknown), 0, "{name} of no known table");
        }
        // Renamed: the new name's row, the other flags as they were.
        let key = rows.key(Some(&material("rust", Some((2, Some("METAL"), Some(WEAR)))))).unwrap();
        assert_eq!((key.row, key.lightmap, key.word), (1, 0, 0x2100));
        assert_eq!(row(&mut rows, &material("Rust", None)), 1);
        // A row may really be called so.
        assert_eq!(row(&mut rows, &material("PLATE.001", None)), 3);
        let renumbered = material("PLATE.001.002", Some((0, Some("PLATE.001"), None)));
        assert_eq!(row(&mut rows, &renumbered), 3);
        let error = rows.key(Some(&material("GOLD", None))).unwrap_err().to_string();
        assert!(error.contains("METAL, RUST") && error.contains("--new-rows"), "{error}");
    }

    #[test]
    fn lightmaps_go_by_name_too() {
        let wear = b"1\r\n0 METAL\r\n\r\nLIGHTMAPS\r\n2\r\n0 YARD.0\r\n1 HALL.0\r\n";
        let foreign = material("METAL", Some((0, Some("METAL"), Some(WEAR))));
        let key = Rows::new(Some(wear), false).key(Some(&foreign)).unwrap();
        assert_eq!((key.lightmap, key.word), (1, 0x2100));
        let mut dark = Rows::new(Some(WEAR), false);
        let key = dark.key(Some(&material("METAL", Some((0, Some("METAL"), None))))).unwrap();
        assert_eq!((key.lightmap, key.word), (UNLIT, 0x100));
        assert_eq!(dark.lost.len(), 1, "{:?}", dark.lost);
        let mut growing = Rows::new(Some(WEAR), true);
        let key = growing.key(Some(&material("METAL", Some((0, Some("METAL"), None))))).unwrap();
        assert_eq!(key.lightmap, 0);
        let written = growing.written().unwrap().unwrap();
        assert!(written.ends_with(b"\r\n\r\nLIGHTMAPS\r\n1\r\n0 HALL.0\r\n"));
    }

    #[test]
    fn rows_are_added_on_request() {
        let wear = b"1\r\n0 METAL\r\n";
        let mut rows = Rows::new(Some(wear), true);
        assert_eq!(row(&mut rows, &material("GOLD", None)), 1);
        assert_eq!(row(&mut rows, &material("gold", None)), 1);
        let written = rows.written().unwrap().unwrap();
        let read = Wear::read(&written, Parser::File).unwrap();
        let names: Vec<_> = read.rows().map(|row| row.name.to_vec()).collect();
        assert_eq!(names, [b"METAL".to_vec(), b"GOLD".to_vec()]);
        assert!(rows.key(Some(&material("two words", None))).is_err());
    }

    #[test]
    fn without_a_table_the_materials_are_the_rows() {
        let mut rows = Rows::new(None, false);
        let known = material("B", Some((7, Some("B"), Some(WEAR))));
        assert_eq!(row(&mut rows, &known), 0, "its number belongs to another table");
        assert_eq!(row(&mut rows, &material("A", None)), 1);
        assert_eq!(rows.key(None).unwrap().row, 2);
        let written = rows.written().unwrap().unwrap();
        assert_eq!(Wear::read(&written, Parser::File).unwrap().rows().len(), 3);
    }

    #[test]
    fn rows_without_names_keep_their_numbers() {
        let nameless = material("row_2", Some((2, None, None)));
        let materials = [material("GOLD", None), material("row_2", Some((2, None, None)))];
        let mut rows = Rows::new(None, false);
        rows.reserve(&materials);
        assert_eq!(row(&mut rows, &materials[0]), 3, "nobody's number");
        assert_eq!(row(&mut rows, &materials[1]), 2);
        let mut rows = Rows::new(Some(WEAR), false);
        assert_eq!(row(&mut rows, &nameless), 2);
        assert!(rows.told.iter().any(|line| line.contains("row 2 is METAL")), "{:?}", rows.told);
        let beyond = material("row_9", Some((9, None, None)));
        assert!(rows.key(Some(&beyond)).is_err());
    }
}
