//! Rules about the wear beside a model.

use ngi_formats::msh::Model;
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Findings, Mode};

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
}

/// Compares the batches with the wear, where there is one.
pub fn wear_rows(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Some(wear) = around.wear_of(subject.name) else { return };
    // A wear that cannot be read has its own findings, and so has a model.
    let Ok(wear) = Wear::read(&wear.bytes, Parser::File) else { return };
    let Ok(model) = Model::read_tolerant(subject.bytes, &mut Findings::new(Mode::Tolerant, false))
    else {
        return;
    };
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
