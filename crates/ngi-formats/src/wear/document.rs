//! A wear as a tree of fields, and back.
//!
//! `text` is the whole file, so that line ends, spaces and whatever nothing reads come back. Where
//! the rows say something else than the text, the rows count, and the rest of the text stays.
//! Without a text one is made. A file that cannot be followed has its text and no rows.

use super::edit::Editor;
use super::parse::Parser;
use super::read::{Row, Section, Wear};
use crate::Result;
use crate::schema::Kind;
use crate::tree::{At, Draft, Form, Items, Made, Node, Piece, Told, branches};

branches! {
    /// Members of a wear table's document.
    pub static DOCUMENT = {
        /// Materials of a model or landscape; null if the text cannot be parsed.
        rows: Form::List(&Form::Object(ROW)), optional, rebuilt;
        /// Lightmaps of a model; null if there are none.
        lightmaps: Form::List(&Form::Object(ROW)), optional, rebuilt, = M "one, in 21 wear tables";
        /// Text of the whole file. If the rows differ from it, the rows apply.
        text: Form::Text, optional, rebuilt;
    }
}

branches! {
    static ROW = {
        /// Number before the name. The engine ignores it and counts rows by position.
        id: Form::Value(Kind::Digits), optional, rebuilt;
        /// Material or lightmap of the row.
        name: Form::Text, rebuilt;
    }
}

/// The fields of a wear, with their places in the text.
pub fn tree(bytes: &[u8]) -> Node<'_> {
    let wear = Wear::read(bytes, Parser::File).ok();
    let table = |section: Section| {
        let wear = wear.as_ref().filter(|wear| wear.table(section).is_some());
        wear.map_or_else(|| Told::Null.into(), |wear| rows(wear.section(section).collect()).into())
    };
    let text = Node::Text(bytes.into(), At::Offset(0));
    let tables = [Section::Materials, Section::Lightmaps].map(|section| Some(table(section)));
    Node::object(DOCUMENT, tables.into_iter().chain([Some(text)]))
}

fn rows(rows: Vec<Row<'_>>) -> Items<'_> {
    Items::new(rows.len(), move |index| {
        let row = rows.get(index);
        let id = row.map(|row| {
            let at = At::Offset(row.id_offset);
            Piece { kind: Kind::Digits, bytes: row.id.into(), at }.into()
        });
        let name = row.map(|row| Node::Text(row.name.into(), At::Offset(row.name_offset)));
        Node::object(ROW, [id, name])
    })
}

/// A row of a draft. Without a number it keeps the one it has.
struct Wanted<'d> {
    id: Option<i32>,
    name: &'d [u8],
}

/// The wear that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let made = |bytes| Ok(Made { bytes, attributes: None });
    if !draft.has("rows") {
        return made(draft.bytes("text")?.to_vec());
    }
    let (rows, lightmaps) = (wanted(draft, "rows")?, wanted(draft, "lightmaps")?);
    let mut editor = if draft.has("text") {
        Editor::open(&Wear::read(draft.bytes("text")?, Parser::File)?)
    } else {
        let names = |rows: &[Wanted<'_>]| -> Vec<Vec<u8>> {
            rows.iter().map(|row| row.name.to_vec()).collect()
        };
        Editor::of_names(&names(&rows), &names(&lightmaps))?
    };
    change(&mut editor, Section::Materials, &rows)?;
    if draft.has("lightmaps") {
        change(&mut editor, Section::Lightmaps, &lightmaps)?;
    } else if editor.wear()?.lightmaps().is_some() {
        editor.remove_lightmaps()?;
    }
    made(editor.into_bytes())
}

fn wanted<'d>(draft: &'d Draft, name: &str) -> Result<Vec<Wanted<'d>>> {
    let row = |row: &'d Draft| {
        let id = row.has("id").then(|| row.number("id")).transpose()?;
        Ok(Wanted { id, name: row.bytes("name")? })
    };
    draft.items(name).iter().map(row).collect()
}

/// Makes a table say what is wanted, and touches nothing that says it already.
fn change(editor: &mut Editor, section: Section, wanted: &[Wanted<'_>]) -> Result<()> {
    if section == Section::Lightmaps && editor.wear()?.lightmaps().is_none() {
        let names: Vec<&[u8]> = wanted.iter().map(|row| row.name).collect();
        editor.add_lightmaps(&names)?;
    }
    let there: Vec<(Option<i32>, Vec<u8>)> = {
        let wear = editor.wear()?;
        wear.section(section).map(|row| (row.id_number(), row.name.to_vec())).collect()
    };
    for index in (wanted.len()..there.len()).rev() {
        editor.remove(section, index)?;
    }
    for (index, row) in wanted.iter().enumerate() {
        let (id, name) = match there.get(index) {
            Some((id, name)) => (*id, name.as_slice()),
            None => {
                editor.push(section, row.name)?;
                let made = editor.wear()?.section(section).nth(index);
                (made.and_then(|made| made.id_number()), row.name)
            }
        };
        if name != row.name {
            editor.rename(section, index, row.name)?;
        }
        if let Some(wanted) = row.id.filter(|wanted| Some(*wanted) != id) {
            editor.set_id(section, index, wanted)?;
        }
    }
    Ok(())
}
