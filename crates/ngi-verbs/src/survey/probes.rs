//! What no field says by itself: the order of tables, how levels share faces.
//!
//! Only figures ask for these; how fields are used, the schema says.

use ngi_formats::landscape::{Landscape, chunk};
use ngi_formats::msh::resource::{self, ORDER, ORDER_LIT};
use ngi_formats::nres::Archive;
use ngi_formats::{Findings, Mode};

use crate::format::Subject;

/// Hears of one more of a value.
pub type Emit<'e> = &'e mut dyn FnMut(&'static str, i64);

/// Models whose tables are in the order of those without lightmaps.
pub const MODEL_PLAIN_ORDER: &str = "models whose tables are in the order of 14";
/// Models whose tables are in the order of those with lightmaps.
pub const MODEL_LIT_ORDER: &str = "models whose tables are in the order of 16";
/// The size of a node's record, as the directory says it.
pub const MODEL_NODE_SIZE: &str = "size of a model's nodes";
/// The frames of a model.
pub const MODEL_FRAMES: &str = "frames of a model";
/// Models that have a table, by its type.
pub const MODEL_TABLE: &str = "tables of models";
/// Nodes of models that have geometry at a damage stage.
pub const NODE_STAGE: &str = "damage stages of nodes";
/// Landscapes whose tables are in the usual order.
pub const LAND_ORDER: &str = "landscapes whose tables are in order";
/// Squares across a landscape.
pub const LAND_ACROSS: &str = "squares across a landscape";
/// Faces of a landscape's finest level.
pub const LAND_FINE: &str = "faces of level 0";
/// Faces of a landscape's other level.
pub const LAND_COARSE: &str = "faces of level 1";
/// Landscapes with a liquid.
pub const LAND_LIQUID: &str = "landscapes with a liquid";

/// Looks at a thing of a format.
pub fn probe(format: &str, subject: &Subject<'_>, emit: Emit<'_>) {
    match format {
        "msh" => model(subject.bytes, emit),
        "land" => landscape(subject.bytes, emit),
        _ => {}
    }
}

fn types_of(archive: &Archive<'_>) -> Vec<u32> {
    archive.iter().map(|entry| entry.record().type_id.0).collect()
}

fn model(bytes: &[u8], emit: Emit<'_>) {
    let Ok(archive) = Archive::read(bytes) else { return };
    let types = types_of(&archive);
    if types == ORDER {
        emit(MODEL_PLAIN_ORDER, 1);
    } else if types == ORDER_LIT {
        emit(MODEL_LIT_ORDER, 1);
    }
    types.iter().for_each(|type_id| emit(MODEL_TABLE, (*type_id).into()));
    for entry in archive.iter() {
        let record = entry.record();
        match record.type_id.0 {
            resource::NODES => emit(MODEL_NODE_SIZE, record.attr3.into()),
            resource::MAP => emit(MODEL_FRAMES, record.attr2.into()),
            _ => {}
        }
    }
    let mut findings = Findings::new(Mode::Tolerant, false);
    let Ok(model) = ngi_formats::msh::Model::read_tolerant(bytes, &mut findings) else { return };
    for node in model.nodes.iter() {
        let (stages, _) = node.slots.as_chunks::<5>();
        for (stage, levels) in (0..).zip(stages) {
            if levels.iter().any(|slot| *slot != u16::MAX) {
                emit(NODE_STAGE, stage);
            }
        }
    }
}

fn landscape(bytes: &[u8], emit: Emit<'_>) {
    let Ok(archive) = Archive::read(bytes) else { return };
    if types_of(&archive) == chunk::CHUNKS.each_ref().map(|chunk| chunk.type_id) {
        emit(LAND_ORDER, 1);
    }
    let mut findings = Findings::new(Mode::Tolerant, false);
    let Ok(land) = Landscape::read_tolerant(bytes, &mut findings) else { return };
    emit(LAND_ACROSS, land.across.into());
    let squares = land.squares.len();
    let faces = |from: usize| -> i64 {
        land.cells.iter().skip(from).take(squares).map(|cell| i64::from(cell.count)).sum()
    };
    emit(LAND_FINE, faces(0));
    emit(LAND_COARSE, faces(squares));
    let liquid = ngi_formats::landscape::FaceFlags::LIQUID;
    if land.faces.iter().any(|face| face.flags.has(liquid)) {
        emit(LAND_LIQUID, 1);
    }
}
