//! Rules about the wear beside a model.

use ngi_engine::resolve::names;
use ngi_formats::msh::Model;
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Findings, Mode};

use crate::format::Subject;
use crate::surroundings::Surroundings;

ngi_formats::rules! {
    WEAR_ROW = error(
        "msh.batch.wear-row",
        "The material of a batch is a row of the wear table beside the model."
    ) of ["batches[].material"]
        game "The engine looks for the row after the end of the table; the result is unknown."
        mend "ngi set PATH batches[N].material=ROW, or add a row to the wear table: ngi set \
        ARCHIVE/NAME.wea rows[+].name=MATERIAL";
    LIGHTMAP_ROW = error(
        "msh.batch.lightmap-row",
        "The lightmap of a batch is in the wear table beside the model."
    ) of ["batches[].lightmap"];
    WEAR_MISSING = warning(
        "msh.wear.missing",
        "The wear table of a model in an archive is beside it, or an object names one for it."
    ) of ["batches"]
        game "The model has no materials: its appearance is unknown (a guess: it uses the first \
        material of the library)."
        mend "ngi import wear.json -o ARCHIVE/NAME.wea    puts a wear table beside the model";
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
    let Some(game) = around.game() else { return false };
    let named = game.wears_named_for(archive, model);
    named.iter().any(|(inside, member)| around.entry(inside, member).is_some())
}
