//! Rules about the wear beside a model.

use ngi_engine::resolve::names;
use ngi_formats::msh::Model;
use ngi_formats::nres::Archive;
use ngi_formats::objects::{LIBRARY, Slot, resolve};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Findings, Mode, text};

use crate::format::Subject;
use crate::surroundings::Surroundings;

ngi_formats::rules! {
    WEAR_ROW = error(
        "msh.batch.wear-row",
        "The material of a batch is a row of the wear beside the model."
    ) of ["batches[].material"];
    LIGHTMAP_ROW = error(
        "msh.batch.lightmap-row",
        "The lightmap of a batch is one of the wear beside the model."
    ) of ["batches[].lightmap"];
    WEAR_MISSING = warning(
        "msh.wear.missing",
        "The wear of a model in an archive lies beside it, or an object names one for it."
    ) of ["batches"];
}

/// Compares the batches with the wear; says so where there is none.
pub fn wear_rows(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    // A model that cannot be read has its own findings, and so has a wear.
    let Ok(model) = Model::read_tolerant(subject.bytes, &mut Findings::new(Mode::Tolerant, false))
    else {
        return;
    };
    let Some(wear) = around.wear_of(subject.name) else {
        return wear_missing(subject, &model, around, findings);
    };
    let Ok(wear) = Wear::read(&wear.bytes, Parser::File) else { return };
    let rows = wear.rows().len();
    let lightmaps = wear.lightmaps().map_or(0, |rows| rows.len());
    for (index, batch) in model.batches.iter().enumerate() {
        if usize::from(batch.material) >= rows {
            findings.at(&WEAR_ROW, format_args!("batches[{index}].material"), || {
                format!("names row {} of {rows}, counted from 0", batch.material)
            });
        }
        if let Some(lightmap) = batch.lightmap().filter(|row| usize::from(*row) >= lightmaps) {
            findings.at(&LIGHTMAP_ROW, format_args!("batches[{index}].lightmap"), || {
                format!("names lightmap {lightmap} of {lightmaps}, counted from 0")
            });
        }
    }
}

/// Says that a model has no wear anywhere. A file outside of archives is nothing the game finds, so
/// that nobody knows where its wear will be.
fn wear_missing(
    subject: &Subject<'_>,
    model: &Model<'_>,
    around: &Surroundings,
    findings: &mut Findings,
) {
    let Some(archive) = around.parent().filter(|_| subject.entry.is_some()) else { return };
    let archive = archive.name();
    if model.batches.is_empty() || is_named_by_object(subject.name, &archive, around) {
        return;
    }
    findings.at(&WEAR_MISSING, "batches", || {
        let wear = names::wear_of(subject.name);
        format!("{wear} is not in {archive}: nothing says which materials the rows are")
    });
}

/// Whether an object that is this model names a wear that is there.
fn is_named_by_object(model: &str, archive: &str, around: &Surroundings) -> bool {
    let library = || around.game()?.file(&text::decode(LIBRARY))?.bytes().ok();
    let Some(bytes) = library() else { return false };
    let Ok(objects) = Archive::read(&bytes) else { return false };
    let named = |slot: &Slot| (text::decode(slot.archive.name()), text::decode(slot.member.name()));
    objects.iter().any(|object| {
        let Ok(resolved) = resolve(&objects, LIBRARY, object.name()) else { return false };
        let is_it = resolved.part(b".msh").is_some_and(|part| {
            let (inside, member) = named(&part.slot);
            inside.eq_ignore_ascii_case(archive) && member.eq_ignore_ascii_case(model)
        });
        let wear = resolved.part(b".wea").filter(|_| is_it).map(|part| named(&part.slot));
        wear.is_some_and(|(inside, member)| around.entry(&inside, &member).is_some())
    })
}
