//! What batches look like: wear row → material → texture.

use ngi_engine::resolve::{Found, LevelNames, NoTexture, Taken, names};
use ngi_formats::msh::Part;
use ngi_formats::pal::BAD_TEXTURE_NAME;
use ngi_formats::texm::{Texm, UvRect};
use ngi_formats::wear::{Parser, Wear, message};
use ngi_formats::{mat0, text};
use rayon::prelude::*;

use crate::exporter::{Destination, ExportOptions, OutFile};
use crate::texture;
use crate::tree::{Hash, PictureLinks};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::{LIGHTMAPS, MATERIALS, Surroundings, TEXTURES, subject_of};

/// What tells the surfaces of a model apart: everything a batch says besides its geometry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SurfaceKey {
    /// Row of the wear table.
    pub row: u8,
    /// Lightmap of the wear table, 0xFF for none.
    pub lightmap: u8,
    /// Flags.
    pub word: u32,
    /// Node of the room beyond a portal; 0xFFFF elsewhere.
    pub portal: u16,
}

impl SurfaceKey {
    /// The key of a mesh's part.
    pub fn of(part: &Part) -> Self {
        let Part { word, material, lightmap, portal, faces: _ } = part;
        Self { row: *material, lightmap: *lightmap, word: word.0, portal: *portal }
    }
}

/// How a surface is mixed with what lies behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Blend {
    /// Not at all.
    #[default]
    Opaque,
    /// By its alpha.
    Alpha,
    /// What glTF has no word for; the engine's name of it.
    Other(&'static str),
}

/// Where the pictures of a document are kept.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pictures<'a> {
    /// In the document.
    Inside,
    /// In files beside it, named after it.
    Beside(&'a Destination<'a>),
    /// In files that many documents share; somebody else writes them.
    Shared(&'a PictureLinks),
}

impl<'a> Pictures<'a> {
    /// Where the pictures of a file go: shared where the options say so, else `own`.
    pub fn shared_or(options: &'a ExportOptions, own: Self) -> Self {
        options.pictures.as_ref().map_or(own, Self::Shared)
    }
}

/// Asks for the pictures that a model or a landscape shares with others.
pub(crate) fn link_pictures(subject: &Subject<'_>, around: &Surroundings, links: &PictureLinks) {
    let [ground, _] = LevelNames::of_landscape(subject.name).wears;
    for wear in [around.wear_of(subject.name), around.sibling(&ground)].into_iter().flatten() {
        Surfaces::of_wear(&wear.name, Some(&wear.bytes), around, Pictures::Shared(links));
    }
}

/// One picture, as a PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The texture's name.
    pub name: String,
    /// A PNG file; empty where somebody else writes it.
    pub png: Vec<u8>,
    /// Where the file is, seen from the document; `None` where it goes into the document.
    pub uri: Option<String>,
}

/// What a wear row looks like.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Surface {
    /// Name of the material; `None` without a wear table.
    pub name: Option<String>,
    /// Colour the texture is multiplied with where light falls.
    pub diffuse: [f32; 3],
    /// Colour of its own light.
    pub glow: [f32; 3],
    /// Opacity.
    pub alpha: f32,
    /// How it is blended.
    pub blend: Blend,
    /// Index of its picture.
    pub picture: Option<usize>,
    /// The part of the picture that is used: u, v, width, height in turns.
    pub cell: Option<[f32; 4]>,
}

impl Surface {
    /// A white one: what stands in where nothing is known.
    pub fn unknown() -> Self {
        Self { diffuse: [1.0; 3], alpha: 1.0, ..Self::default() }
    }
}

/// All surfaces of a model's wear table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surfaces {
    /// By wear row.
    pub rows: Vec<Surface>,
    /// By lightmap: name and picture.
    pub lightmaps: Vec<(String, Option<usize>)>,
    /// The pictures, each once.
    pub pictures: Vec<Picture>,
    /// Which wear table it is, see [`table_number`]; `None` without one.
    pub table: Option<String>,
    /// What could not be found, one thing per line.
    pub lost: Vec<String>,
}

impl Surfaces {
    /// What the wear table beside a model and the game's libraries say.
    pub fn of_model(subject: &Subject<'_>, around: &Surroundings, pictures: Pictures<'_>) -> Self {
        let wear = around.wear_of(subject.name);
        let wear = wear.as_ref().map(|wear| &wear.bytes[..]);
        Self::of_wear(&names::wear_of(subject.name), wear, around, pictures)
    }

    /// Looks up the rows of a wear table in the game's libraries. `name` is the file name of the
    /// wear table, for the message if there is no such file.
    pub fn of_wear(
        name: &str,
        wear: Option<&[u8]>,
        around: &Surroundings,
        pictures: Pictures<'_>,
    ) -> Self {
        let mut finder = Finder { around, textures: Vec::new(), found: Self::default() };
        match wear {
            Some(wear) => finder.read_wear(wear),
            None => finder.found.lost.push(message::wear_missing(name)),
        }
        finder.finish(pictures)
    }

    /// The file of a surface's picture, where it is one of its own.
    pub fn file_of(&self, surface: &Surface) -> Option<&str> {
        self.pictures.get(surface.picture?)?.uri.as_deref()
    }

    /// The pictures that are files of their own.
    pub fn files(&self) -> Vec<OutFile> {
        let file = |picture: &Picture| {
            let name = picture.uri.clone().filter(|_| !picture.png.is_empty())?;
            Some(OutFile { name, bytes: picture.png.clone() })
        };
        self.pictures.iter().filter_map(file).collect()
    }
}

/// Looks surfaces up.
struct Finder<'a> {
    around: &'a Surroundings,
    /// Textures in the order they were met: where they are, and what they are called.
    textures: Vec<(&'static str, Vec<u8>)>,
    found: Surfaces,
}

impl Finder<'_> {
    fn read_wear(&mut self, bytes: &[u8]) {
        let wear = match Wear::read(bytes, Parser::File) {
            Ok(wear) => wear,
            Err(error) => return self.found.lost.push(format!("materials: {error}")),
        };
        self.found.table = Some(table_number(bytes));
        for row in wear.rows() {
            let surface = self.surface(row.name);
            self.found.rows.push(surface);
        }
        for row in wear.lightmaps().into_iter().flatten() {
            let name = text::decode(row.name);
            let picture = match self.around.texture(LIGHTMAPS, row.name) {
                Ok(_) => Some(self.texture(LIGHTMAPS, row.name)),
                Err(NoTexture::BadName) => {
                    self.found.lost.push(format!("lightmap {name}: {BAD_TEXTURE_NAME}"));
                    None
                }
                Err(NoTexture::Missing) => {
                    if self.around.has_library(LIGHTMAPS) {
                        self.found.lost.push(message::lightmap_missing(row.name));
                    }
                    None
                }
            };
            self.found.lightmaps.push((name, picture));
        }
    }

    /// The place of a texture among the pictures.
    fn texture(&mut self, library: &'static str, name: &[u8]) -> usize {
        let same =
            |(at, known): &(&str, Vec<u8>)| *at == library && known.eq_ignore_ascii_case(name);
        self.textures.iter().position(same).unwrap_or_else(|| {
            self.textures.push((library, name.to_vec()));
            self.textures.len() - 1
        })
    }

    /// What a material looks like in its first phase; where it is missing, what the engine takes
    /// for it.
    fn surface(&mut self, name: &[u8]) -> Surface {
        let named = Surface { name: Some(text::decode(name)), ..Surface::unknown() };
        if !self.around.has_library(MATERIALS) {
            return named;
        }
        let material = self.around.material(name);
        if material.as_ref().is_none_or(|material| material.taken != Taken::Named) {
            self.found.lost.push(message::material_missing(name));
        }
        let Some(material) = material else { return named };
        let attributes = material.attributes();
        let phase = match mat0::Material::read(&material.found.bytes, attributes) {
            Ok(material) => material.phase(0).unwrap_or_default(),
            Err(error) => {
                self.found.lost.push(format!("material {}: {error}", material.found.name));
                return named;
            }
        };
        self.look(named, &phase, attributes)
    }

    fn look(
        &mut self,
        named: Surface,
        phase: &mat0::Phase,
        attributes: mat0::Attributes,
    ) -> Surface {
        let [r, g, b, _] = phase.diffuse;
        let colour = |bytes: [u8; 3]| bytes.map(|byte| f32::from(byte) / 255.0);
        let blend = match attributes.flags.blend() {
            mat0::BlendMode::OPAQUE => Blend::Opaque,
            mat0::BlendMode::ALPHA => Blend::Alpha,
            other => Blend::Other(other.name()),
        };
        let picture = phase.texture_name().map(|texture| self.texture(TEXTURES, texture));
        Surface {
            diffuse: colour([r, g, b]),
            glow: colour(phase.ambient),
            alpha: (f32::from(phase.opacity) * 0.01).min(1.0),
            blend,
            picture,
            cell: picture.and_then(|picture| self.cell(picture, phase.cell)),
            ..named
        }
    }

    /// The cell of a texture's page in turns; `None` for the whole texture.
    fn cell(&self, picture: usize, cell: i8) -> Option<[f32; 4]> {
        let (library, name) = self.textures.get(picture)?;
        cell_of(self.around, library, name, cell)
    }

    /// Encodes the pictures, side by side on all cores.
    fn finish(mut self, pictures: Pictures<'_>) -> Surfaces {
        let made: Vec<_> = self
            .textures
            .par_iter()
            .map(|(library, name)| match pictures {
                Pictures::Inside => encode(self.around, library, name, None),
                Pictures::Beside(to) => {
                    let file = to.named(&format!("{}.png", plain(&text::decode(name))));
                    encode(self.around, library, name, Some(file))
                }
                Pictures::Shared(links) => link(self.around, library, name, links),
            })
            .collect();
        // Pictures that could not be made leave a gap: indices stay.
        let mut places = Vec::with_capacity(made.len());
        for made in made {
            places.push(match made {
                Ok(picture) => {
                    self.found.pictures.push(picture);
                    Some(self.found.pictures.len() - 1)
                }
                Err(why) => {
                    self.found.lost.push(why);
                    None
                }
            });
        }
        let place = |picture: &mut Option<usize>| {
            *picture = picture.and_then(|at| places.get(at).copied().flatten());
        };
        self.found.rows.iter_mut().for_each(|row| place(&mut row.picture));
        self.found.lightmaps.iter_mut().for_each(|(_, picture)| place(picture));
        self.found
    }
}

/// A number by which a wear table is known again: it follows from all its bytes.
pub(crate) fn table_number(wear: &[u8]) -> String {
    Hash::new().add(wear).text()
}

/// The cell of a texture's page in turns; `None` for the whole texture.
fn cell_of(around: &Surroundings, library: &str, name: &[u8], cell: i8) -> Option<[f32; 4]> {
    let found = around.texture(library, name).ok()?;
    let texture = Texm::read(&found.bytes).ok()?;
    let rect = texture.page()?.rects.get(usize::try_from(cell).ok()?)?;
    let UvRect { u0, v0, du, dv } = rect.uv(texture.header().skipped(0));
    Some([u0, v0, du, dv]).filter(|values| values.iter().all(|value| value.is_finite()))
}

/// A material of the game, and the cell of its texture that its first phase shows.
pub(super) enum FirstCell {
    /// There is no such material.
    Missing,
    /// The whole texture, or none.
    Whole,
    /// A part of it, in turns.
    Cell([f32; 4]),
}

/// The cell that a material shows first.
pub(super) fn first_cell(around: &Surroundings, material: &[u8]) -> FirstCell {
    let Some(material) = around.material(material).filter(|found| found.taken == Taken::Named)
    else {
        return FirstCell::Missing;
    };
    let phase = mat0::Material::read(&material.found.bytes, material.attributes());
    let phase = phase.ok().and_then(|material| material.phase(0));
    let cell = phase.and_then(|phase| cell_of(around, TEXTURES, phase.texture_name()?, phase.cell));
    cell.map_or(FirstCell::Whole, FirstCell::Cell)
}

/// A picture that many documents share.
fn link(
    around: &Surroundings,
    library: &'static str,
    name: &[u8],
    links: &PictureLinks,
) -> Result<Picture, String> {
    let found = texture_of(around, library, name)?;
    let uri = links.uri(library, &found)?;
    Ok(Picture { name: text::decode(name), png: Vec::new(), uri: Some(uri) })
}

/// A texture, or why there is none.
fn texture_of(around: &Surroundings, library: &str, name: &[u8]) -> Result<Found, String> {
    around.texture(library, name).map_err(|why| {
        let name = text::decode(name);
        match why {
            NoTexture::Missing => format!("texture {name}: not in {library}"),
            NoTexture::BadName => format!("texture {name}: {BAD_TEXTURE_NAME}"),
        }
    })
}

/// The texture of a material's first phase; `None` where there is no such material or texture.
pub(crate) fn first_texture(around: &Surroundings, material: &[u8]) -> Option<String> {
    let material = around.material(material)?;
    let phase =
        mat0::Material::read(&material.found.bytes, material.attributes()).ok()?.phase(0)?;
    phase.texture_name().map(text::decode)
}

fn encode(
    around: &Surroundings,
    library: &str,
    name: &[u8],
    uri: Option<String>,
) -> Result<Picture, String> {
    let found = texture_of(around, library, name)?;
    let name = text::decode(name);
    let wrong = |error: crate::Error| format!("texture {name}: {error}");
    let to = Destination { stem: "texture", suffix: "png" };
    let beside = Surroundings::of(&found.node, around.game());
    let exported =
        texture::export_picture(&subject_of(&found), &beside, &to, &ExportOptions::default());
    let png = exported.map_err(wrong)?.files.into_iter().next();
    let png = png.ok_or_else(|| format!("texture {name}: no picture"))?.bytes;
    Ok(Picture { name, png, uri })
}

/// A name that is safe in a file name and in a URI.
fn plain(name: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    name.chars().map(|c| if safe(c) { c } else { '_' }).collect()
}
