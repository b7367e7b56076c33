//! A list of buildings as a tree of fields, and back.
//!
//! `text` is the whole file, so that comments and spaces come back. Where the sections say something
//! else than the text, the sections count, and the rest of the text stays. Without a text one is
//! made. A file that cannot be followed has its text and no sections.

use std::ops::Range;

use super::category::Category;
use super::edit::Editor;
use super::read::{BuildDat, SectionAt};
use crate::Result;
use crate::tree::{At, Draft, Form, Items, Made, Node, Told, branches};

branches! {
    /// Members of the document of a list of buildings.
    pub static DOCUMENT = {
        /// Categories of buildings; null if the text cannot be parsed.
        sections: Form::List(&Form::Object(SECTION)), optional, rebuilt;
        /// Text of the whole file. If it differs from the sections, the sections take precedence.
        text: Form::Text, optional, rebuilt;
    }
}

branches! {
    static SECTION = {
        /// Category, one of the twelve that the engine knows.
        name: Form::Text, rebuilt;
        /// Bits of the category; null if the engine does not know it.
        mask: Form::ANY, told;
        /// Paths of the building descriptions, from the first upgrade level to the last.
        paths: Form::List(&Form::Text), rebuilt;
    }
}

/// The fields of a list, with their places in the text.
pub fn tree(bytes: &[u8]) -> Node<'_> {
    let sections = BuildDat::read(bytes).ok().map(|list| sections(bytes, list.sections));
    Node::object(
        DOCUMENT,
        [
            Some(sections.map_or_else(|| Told::Null.into(), Into::into)),
            Some(Node::Text(bytes.into(), At::Offset(0))),
        ],
    )
}

fn sections(bytes: &[u8], sections: Vec<SectionAt>) -> Items<'_> {
    let span = move |at: Range<usize>| {
        let start = At::Offset(at.start);
        Node::Text(bytes.get(at).unwrap_or_default().into(), start)
    };
    Items::new(sections.len(), move |index| {
        let Some(SectionAt { name, paths, .. }) = sections.get(index).cloned() else {
            return Told::Null.into();
        };
        let category = Category::named(bytes.get(name.clone()).unwrap_or_default());
        let mask = category.map_or(Told::Null, |known| Told::Number(known.mask.into()));
        let paths = Items::new(paths.len(), move |place| {
            paths.get(place).cloned().map_or_else(|| Told::Null.into(), span)
        });
        Node::object(SECTION, [Some(span(name)), Some(mask.into()), Some(paths.into())])
    })
}

/// Names and paths of all sections.
type Wanted = Vec<(Vec<u8>, Vec<Vec<u8>>)>;

/// The list that a draft describes.
pub fn make(draft: &Draft) -> Result<Made> {
    let made = |bytes| Ok(Made { bytes, attributes: None });
    if !draft.has("sections") {
        return made(draft.bytes("text")?.to_vec());
    }
    let path = |path: &Draft| match path {
        Draft::Bytes(path) => path.clone(),
        _ => Vec::new(),
    };
    let mut wanted: Wanted = Vec::new();
    for section in draft.items("sections") {
        let paths = section.items("paths").iter().map(path).collect();
        wanted.push((section.bytes("name")?.to_vec(), paths));
    }
    if !draft.has("text") {
        return made(Editor::of_sections(&wanted)?.into_bytes());
    }
    let mut editor = Editor::open(&BuildDat::read(draft.bytes("text")?)?);
    change(&mut editor, &wanted)?;
    made(editor.into_bytes())
}

/// Gives a list as many sections as are wanted: new ones come last, and of the others those go
/// that say something else.
fn match_count(editor: &mut Editor, wanted: &Wanted) -> Result<()> {
    for (name, _) in wanted.iter().skip(editor.list()?.len()) {
        editor.add_section(name)?;
    }
    while editor.list()?.len() > wanted.len() {
        let list = editor.list()?;
        let same = |(section, (name, paths)): (super::Section<'_>, &(Vec<u8>, Vec<Vec<u8>>))| {
            section.name() == name && section.paths().map(|path| path.path).eq(paths)
        };
        let gone = list.sections().zip(wanted).position(|pair| !same(pair));
        let gone = gone.unwrap_or(wanted.len());
        editor.remove_section(gone)?;
    }
    Ok(())
}

/// Makes a list say what is wanted, and touches nothing that says it already.
fn change(editor: &mut Editor, wanted: &Wanted) -> Result<()> {
    match_count(editor, wanted)?;
    for (index, (name, paths)) in wanted.iter().enumerate() {
        let (old_name, old_paths) = {
            let list = editor.list()?;
            let section = list.get(index);
            let old_name = section.map(|section| section.name().to_vec()).unwrap_or_default();
            let old: Vec<Vec<u8>> = section
                .map(|section| section.paths().map(|path| path.path.to_vec()).collect())
                .unwrap_or_default();
            (old_name, old)
        };
        if old_name != *name {
            editor.rename(index, name)?;
        }
        for place in (paths.len()..old_paths.len()).rev() {
            editor.remove(index, place)?;
        }
        for (place, path) in paths.iter().enumerate() {
            match old_paths.get(place) {
                Some(old) if old == path => {}
                Some(_) => editor.set_path(index, place, path)?,
                None => editor.push(index, path)?,
            }
        }
    }
    Ok(())
}
