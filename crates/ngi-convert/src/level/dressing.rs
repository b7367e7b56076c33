//! What the ground wears: rows of the two wears, and which of them lies where.

use std::io::Cursor;
use std::path::Path;

use ngi_formats::landscape::{FaceFlags, GroundPlan, GroundUv, Landscape, Surface};
use ngi_formats::text;
use ngi_formats::wear::{self, Parser, Wear};
use ngi_formats::{Findings, Mode};
use ngi_verbs::query::LevelFiles;
use ngi_vfs::{Bytes, locate};
use png::{ColorType, Transformations};

use super::heights::Heights;
use crate::{Error, Result};

/// Rows for a level that is like no other, as the shipped game has them: the footing of buildings,
/// then four kinds of ground.
const SHIPPED: [&str; 5] = ["B_S0", "L01", "L03", "L05", "L07"];
/// Water and its bed, where a level has none yet.
const WATER: [&str; 2] = ["WATER", "WATER_BOT"];
/// Lava and its bed.
const LAVA: [&str; 2] = ["ENV_NLAVA", "ENV_LAVA_BOT"];

/// The files of a level that another one is made like.
#[derive(Debug, Clone)]
pub struct LikeLevel {
    /// What it is called.
    pub path: String,
    /// Its landscape.
    pub land: Bytes,
    /// Its wears.
    pub wears: [Option<Bytes>; 2],
    /// Its areals.
    pub map: Option<Bytes>,
}

impl LikeLevel {
    /// Opens a level by its folder, its base name or one of its files.
    pub fn open(path: &Path) -> Result<Self> {
        let files = LevelFiles::new(path);
        let read = |suffix: &str| {
            let found = locate(&files.path(suffix)).ok();
            found.map(|node| node.bytes()).transpose()
        };
        let land = read(".msh")?.ok_or_else(|| {
            Error::Usage(format!("{}: no level: it holds no Land.msh", ngi_vfs::shown(path)))
        })?;
        Ok(Self {
            path: ngi_vfs::shown(path),
            land,
            wears: [read("1.wea")?, read("2.wea")?],
            map: read(".map")?,
        })
    }
}

/// The rows of a level's wears, and what they are for.
#[derive(Debug, Clone)]
pub(super) struct Dressing {
    rows: Vec<Vec<u8>>,
    donors: Vec<Vec<u8>>,
    /// Rows of dry ground.
    pub ground: Vec<u8>,
    /// Surface and bed of a liquid.
    liquid: Option<[u8; 2]>,
    /// Whether that is lava.
    lava: bool,
    /// Units per turn of the textures, where another level says so.
    pub turn: Option<f32>,
    /// The wears as they are, until a row is added.
    original: Option<[Bytes; 2]>,
}

impl Dressing {
    /// Rows with the names that the shipped game has.
    pub fn shipped() -> Self {
        let rows: Vec<Vec<u8>> = SHIPPED.iter().map(|name| name.as_bytes().to_vec()).collect();
        let donors = rows.clone();
        let ground = vec![1, 2, 3, 4];
        Self { rows, donors, ground, liquid: None, lava: false, turn: None, original: None }
    }

    /// The rows of another level, and what its faces use them for.
    pub fn of_level(like: &LikeLevel) -> Result<Self> {
        let names = |wear: &Option<Bytes>| -> Vec<Vec<u8>> {
            let wear = wear.as_ref().and_then(|wear| Wear::read(wear, Parser::File).ok());
            wear.map(|wear| wear.rows().map(|row| row.name.to_vec()).collect()).unwrap_or_default()
        };
        let [rows, mut donors] = like.wears.each_ref().map(names);
        if rows.is_empty() {
            return Err(Error::Usage(format!("{}: its Land1.wea is not there", like.path)));
        }
        donors.resize_with(rows.len(), || rows.first().cloned().unwrap_or_default());
        let original = match &like.wears {
            [Some(first), Some(second)] => Some([first.clone(), second.clone()]),
            _ => None,
        };
        let mut broken = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(&like.land, &mut broken)?;
        let mut dressing = Self {
            rows,
            donors,
            ground: Vec::new(),
            liquid: None,
            lava: false,
            turn: turn_of(&land),
            original,
        };
        dressing.take_uses(&land);
        Ok(dressing)
    }

    /// Finds out which rows are ground, liquid and bed.
    fn take_uses(&mut self, land: &Landscape<'_>) {
        let (mut surface, mut bed) = (None, None);
        let mut ground = [false; 256];
        for face in land.level_faces(0).filter_map(|index| land.faces.get(index)) {
            if face.is_liquid() {
                surface.get_or_insert(face.material);
                self.lava |= !face.flags.has(FaceFlags::NOT_LAVA);
            } else if face.flags.has(FaceFlags::BED) {
                bed.get_or_insert(face.material);
            } else {
                for row in [Some(face.material), face.second()].into_iter().flatten() {
                    ground.get_mut(usize::from(row)).into_iter().for_each(|used| *used = true);
                }
            }
        }
        // Where no face has the flag, that there is none says nothing.
        let flagged = land.faces.iter().any(|face| face.flags.has(FaceFlags::NOT_LAVA));
        self.lava &= flagged;
        self.liquid = surface.zip(bed).map(|(surface, bed)| [surface, bed]);
        let used = (0u8..=255).zip(ground).filter(|(_, used)| *used).map(|(row, _)| row);
        self.ground = used.filter(|&row| usize::from(row) < self.rows.len()).collect();
        if self.ground.is_empty() {
            self.ground.push(u8::from(self.rows.len() > 1));
        }
    }

    /// Whether its liquid is lava.
    pub fn has_lava(&self) -> bool {
        self.lava
    }

    /// How many rows there are.
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The name of a row.
    pub fn name(&self, row: u8) -> Option<String> {
        self.rows.get(usize::from(row)).map(|name| text::decode(name))
    }

    /// Rows of a name, in order.
    pub fn rows_named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = u8> + 's {
        let numbered = self.rows.iter().zip(0u8..);
        numbered
            .filter(move |(row, _)| text::decode(row).eq_ignore_ascii_case(name))
            .map(|(_, n)| n)
    }

    /// The row of a name; a new one where there is none. A new row gives its own microtexture.
    pub fn row(&mut self, name: &str) -> Result<(u8, bool)> {
        if let Some(row) = self.rows_named(name).next() {
            return Ok((row, false));
        }
        let bytes = text::encode(name).filter(|bytes| !bytes.is_empty());
        let plain = |bytes: &Vec<u8>| bytes.iter().all(|byte| !byte.is_ascii_whitespace());
        let bytes = bytes
            .filter(plain)
            .ok_or_else(|| Error::Usage(format!("\"{name}\" is no name of a material")))?;
        // 255 means none.
        let row = u8::try_from(self.rows.len()).ok().filter(|&row| row < 255);
        let row = row.ok_or_else(|| Error::Usage("more than 255 materials".into()))?;
        self.rows.push(bytes.clone());
        self.donors.push(bytes);
        self.original = None;
        Ok((row, true))
    }

    /// Surface and bed of water or lava; new rows where there are none.
    pub fn liquid(&mut self, lava: bool) -> Result<([u8; 2], bool)> {
        if let Some(liquid) = self.liquid.filter(|_| self.lava || !lava) {
            return Ok((liquid, self.lava));
        }
        let [surface, bed] = if lava { LAVA } else { WATER };
        let liquid = [self.row(surface)?.0, self.row(bed)?.0];
        (self.liquid, self.lava) = (Some(liquid), lava);
        Ok((liquid, lava))
    }

    /// `Land1.wea` and `Land2.wea`.
    pub fn wears(&self) -> Result<[Vec<u8>; 2]> {
        if let Some(original) = &self.original {
            return Ok(original.each_ref().map(|wear| wear.to_vec()));
        }
        let made = |names: &[Vec<u8>]| -> Result<Vec<u8>> {
            Ok(wear::Editor::of_names(names, &[])?.into_bytes())
        };
        Ok([made(&self.rows)?, made(&self.donors)?])
    }
}

/// How wide a turn of the ground's textures is: asked of the first face that tells.
fn turn_of(land: &Landscape<'_>) -> Option<f32> {
    land.level_faces(0).filter_map(|index| land.faces.get(index)).find_map(|face| {
        let [[ax, ..], [bx, ..], [cx, ..]] = land.corners(&face)?;
        let uv = |vertex: u16| land.material_uvs.get(usize::from(vertex)).unwrap_or_default();
        let [[au, _], [bu, _], [cu, _]] = GroundUv::decode_triangle(face.vertices.map(uv));
        let turn = [(bx - ax, bu - au), (cx - ax, cu - au)]
            .into_iter()
            .find(|(way, turns)| way.abs() > 1.0 && turns.abs() > 0.01)
            .map(|(way, turns)| way / turns)?;
        (10.0..=5000.0).contains(&turn).then_some(turn)
    })
}

/// A picture that says which ground lies where. North is up.
#[derive(Debug, Clone)]
pub(super) enum Splat {
    /// A row of the wear for each pixel: a picture with a palette, or a grey one.
    Rows { size: [usize; 2], rows: Vec<u8> },
    /// How much of the first three kinds of ground; black is the fourth.
    Weights { size: [usize; 2], colours: Vec<[u8; 3]> },
}

impl Splat {
    /// Reads a PNG.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let refused = |error: png::DecodingError| Error::Usage(format!("no PNG: {error}"));
        let limits = png::Limits { bytes: 1 << 28 };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
        let info = decoder.read_header_info().map_err(refused)?;
        let (width, height) = info.size();
        let indexed = info.color_type == ColorType::Indexed;
        if u64::from(width) * u64::from(height) > 1 << 26 {
            return Err(Error::Usage(format!("{width} × {height} pixels are too many")));
        }
        if indexed && info.bit_depth != png::BitDepth::Eight {
            return Err(Error::Usage("a picture of rows has 8 bits per pixel".into()));
        }
        decoder.set_transformations(match indexed {
            true => Transformations::IDENTITY,
            false => Transformations::EXPAND | Transformations::STRIP_16,
        });
        let mut reader = decoder.read_info().map_err(refused)?;
        let size = reader.output_buffer_size();
        let mut raw = vec![0; size.ok_or_else(|| Error::Usage("too large".into()))?];
        let frame = reader.next_frame(&mut raw).map_err(refused)?;
        raw.truncate(frame.buffer_size());
        let size = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        Ok(match frame.color_type.samples() {
            1 => Self::Rows { size, rows: raw },
            2 => Self::Rows { size, rows: raw.into_iter().step_by(2).collect() },
            channels => {
                let pixels = raw.chunks_exact(channels);
                let colours = pixels.filter_map(|pixel| pixel.first_chunk::<3>().copied());
                Self::Weights { size, colours: colours.collect() }
            }
        })
    }

    /// The first row that there is no material for.
    pub fn stray(&self, rows: usize) -> Option<u8> {
        match self {
            Self::Rows { rows: all, .. } => {
                all.iter().copied().find(|&row| usize::from(row) >= rows || row == 255)
            }
            Self::Weights { .. } => None,
        }
    }

    /// The row at a place; shares of the way from west to east and from south to north.
    pub fn row_at(&self, [east, north]: [f64; 2], ground: &[u8]) -> u8 {
        let (Self::Rows { size: [width, height], .. }
        | Self::Weights { size: [width, height], .. }) = self;
        // 0 at least, and no more than the last pixel.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let along = |share: f64, count: usize| {
            ((share * count as f64).max(0.0) as usize).min(count.saturating_sub(1))
        };
        let at = along(1.0 - north, *height) * width + along(east, *width);
        let kind = |number: usize| {
            ground.get(number).or_else(|| ground.last()).copied().unwrap_or_default()
        };
        match self {
            Self::Rows { rows, .. } => rows.get(at).copied().unwrap_or_else(|| kind(0)),
            Self::Weights { colours, .. } => {
                let parts = colours.get(at).copied().unwrap_or_default();
                // What is darker than a quarter is black: the fourth kind.
                let (strongest, _) =
                    parts.into_iter().enumerate().fold((3, 63), |best, (at, part)| {
                        if part > best.1 { (at, part) } else { best }
                    });
                kind(strongest)
            }
        }
    }
}

/// Which row lies at each point, where no picture says so: by height over the water, and by slope.
pub(super) fn by_slope(plan: &GroundPlan, ground: &[u8]) -> Vec<u8> {
    let kind =
        |number: usize| ground.get(number).or_else(|| ground.last()).copied().unwrap_or_default();
    let [across, down] = plan.quads;
    let height = |x: usize, y: usize| plan.position(x.min(across), y.min(down))[2];
    let mut rows = Vec::with_capacity((across + 1) * (down + 1));
    for y in 0..=down {
        for x in 0..=across {
            let here = height(x, y);
            let around =
                [(x + 1, y), (x, y + 1), (x.saturating_sub(1), y), (x, y.saturating_sub(1))];
            let step = around.iter().map(|&(x, y)| (height(x, y) - here).abs()).fold(0.0, f32::max);
            let shore = plan.lake.is_some_and(|lake| here < lake.level + 3.0);
            rows.push(match step / plan.spacing {
                slope if slope > 0.85 => kind(2),
                _ if shore => kind(0),
                _ => kind(1),
            });
        }
    }
    rows
}

/// Puts rows on the quads of a plan. Two kinds that border on each other blend into one another:
/// every other kind lies over those before and behind it.
pub(super) fn dress(plan: &mut GroundPlan, points: &[u8], ground: &[u8]) {
    let [across, down] = plan.quads;
    let place = |row: u8| ground.iter().position(|&known| known == row);
    let lies_over = |row: u8| place(row).is_some_and(|place| place % 2 == 1);
    let at = |x: usize, y: usize| points.get(y * (across + 1) + x).copied().unwrap_or_default();
    plan.surfaces.clear();
    for y in 0..down {
        for x in 0..across {
            let corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
            let mut kinds = corners.to_vec();
            kinds.sort_unstable();
            kinds.dedup();
            plan.surfaces.push(match kinds.as_slice() {
                &[a, b] if lies_over(a) != lies_over(b) => {
                    let (material, over) = if lies_over(b) { (a, b) } else { (b, a) };
                    Surface { material, second: Some(over) }
                }
                _ => Surface { material: most_of(corners), second: None },
            });
        }
    }
    plan.alphas = points.iter().map(|&row| if lies_over(row) { 1.0 } else { 0.0 }).collect();
}

/// What most corners have; the first of them on a tie.
fn most_of(corners: [u8; 4]) -> u8 {
    let count = |row: u8| corners.iter().filter(|&&other| other == row).count();
    let best = corners.iter().copied().reduce(|a, b| if count(b) > count(a) { b } else { a });
    best.unwrap_or_default()
}

/// Rows at the points of a plan, from a picture.
pub(super) fn by_picture(plan: &GroundPlan, splat: &Splat, ground: &[u8]) -> Vec<u8> {
    let [across, down] = plan.quads;
    let share = |at: usize, count: usize| at as f64 / count.max(1) as f64;
    (0..=down)
        .flat_map(|y| (0..=across).map(move |x| [share(x, across), share(y, down)]))
        .map(|place| splat.row_at(place, ground))
        .collect()
}

/// A plan of so many quads and squares with the heights of a grid.
pub(super) fn plan_of(heights: &Heights, quads: [usize; 2], squares: [usize; 2]) -> GroundPlan {
    let [across, down] = quads;
    let ([east, north], [west, south]) = (heights.reach(), heights.origin);
    #[allow(clippy::cast_possible_truncation)] // to the nearest float
    let spacing = (east / across as f64) as f32;
    let mut plan = GroundPlan::flat(quads, squares, spacing);
    #[allow(clippy::cast_possible_truncation)]
    let origin = [west as f32, south as f32];
    plan.origin = origin;
    let share = |at: usize, count: usize, reach: f64| reach * at as f64 / count as f64;
    #[allow(clippy::cast_possible_truncation)]
    let height = |[x, y]: [usize; 2]| {
        heights.at([west + share(x, across, east), south + share(y, down, north)]) as f32
    };
    plan.heights = (0..=down).flat_map(|y| (0..=across).map(move |x| [x, y])).map(height).collect();
    plan
}
