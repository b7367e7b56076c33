//! The ground that areals lie on.

use ngi_engine::landscape::Ground;
use ngi_engine::resolve::names::{LEVEL_FILE, stem};
use ngi_formats::landscape::{FaceFilter, FaceFlags, Landscape};
use ngi_formats::{Findings, Mode};

use crate::importer::{ImportOptions, Source};

/// A ground, and what it is called.
pub(super) struct Below {
    /// Name of its file.
    pub name: String,
    ground: Ground,
}

impl Below {
    /// The landscape beside the reference, else beside the file.
    pub fn find(source: &Source<'_>, options: &ImportOptions<'_>) -> Option<Self> {
        let like = options.like.as_ref().map(|like| format!("{}.msh", stem(like.name)));
        let around = options.around.zip(like);
        let beside_like = around.and_then(|(around, name)| {
            let found = around.sibling(&name)?;
            Self::read(&name, &found.bytes)
        });
        let names = [format!("{}.msh", source.stem()), LEVEL_FILE.to_owned()];
        let beside = || names.iter().find_map(|name| Self::read(name, &(source.beside)(name)?));
        beside_like.or_else(beside)
    }

    fn read(name: &str, bytes: &[u8]) -> Option<Self> {
        let mut broken = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(bytes, &mut broken).ok()?;
        Some(Self { name: name.to_owned(), ground: Ground::of(&land) })
    }

    /// The height at a place: of a lake, that of its surface.
    pub fn height(&self, at: [f32; 2], lake: bool) -> Option<f32> {
        let dry = FaceFilter { forbidden: FaceFlags::LIQUID_SURFACE, ..FaceFilter::default() };
        let filter = if lake { FaceFilter::default() } else { dry };
        self.ground.height(at, &filter).map(|found| found.z)
    }
}
