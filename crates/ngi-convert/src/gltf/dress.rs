//! What becomes of the materials of a file: which are in the game already, which are new, which
//! changed.
//!
//! What the game has is used as it is. It is changed only on request, and then in place: phases,
//! tracks, flags and unknown words that the file says nothing of stay.

use std::collections::BTreeMap;

use ngi_engine::resolve::{Found, FoundMaterial};
use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::texm::{Image, Texm};
use ngi_verbs::format::EntryMeta;
use ngi_verbs::surroundings::{MATERIALS, TEXTURES};

use super::libraries::Libraries;
use super::looks::{Alpha, SceneMaterial};
use super::paint::{self, Differences, Paint};
use super::rows::Rows;
use super::shown::{Picture, Pictures, SUFFIX, Shown, repainted};
use super::textures::{Named, NewTextures};
use crate::Result;
use crate::importer::{ImportOptions, LibraryEntry, Source};
use crate::texture;

/// What is to become of materials.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Dress<'a> {
    /// What there is.
    libraries: Libraries<'a>,
    /// Whether materials are made.
    materials: bool,
    /// Whether textures are made.
    textures: bool,
    /// Whether materials of new rows that the game has are changed.
    replace: bool,
    /// Whether materials of other rows are changed.
    update: bool,
}

impl<'a> Dress<'a> {
    /// As the options say.
    pub fn of(options: &ImportOptions<'a>) -> Self {
        Self {
            libraries: Libraries::of(options),
            materials: options.new_materials,
            textures: options.new_textures,
            replace: options.replace_materials,
            update: options.update_materials,
        }
    }
}

/// Entries for the libraries, and how they came about.
#[derive(Debug, Default)]
pub(super) struct Dressed {
    pub entries: Vec<LibraryEntry>,
    pub carried: Vec<String>,
    pub computed: Vec<String>,
    pub lost: Vec<String>,
    pub told: Vec<String>,
}

/// Looks at every material of a file that has a row.
pub(super) fn dress(
    how: &Dress<'_>,
    rows: &mut Rows,
    materials: &[SceneMaterial],
    picture: Picture<'_>,
) -> Result<Dressed> {
    let mut dresser = Dresser {
        how,
        pictures: Pictures::of(picture),
        textures: NewTextures::default(),
        jobs: Vec::new(),
        out: Dressed::default(),
    };
    if !how.libraries.know_materials() && !how.materials && !how.textures {
        return Ok(dresser.out);
    }
    let mut of_rows: BTreeMap<usize, Vec<&SceneMaterial>> = BTreeMap::new();
    for material in materials {
        if let Ok(row) = rows.find(material) {
            of_rows.entry(row).or_default().push(material);
        }
    }
    // Rows of one name have one material.
    let mut of_names: BTreeMap<String, (usize, Vec<&SceneMaterial>)> = BTreeMap::new();
    for (row, materials) in of_rows {
        let Some(name) = rows.name(row) else { continue };
        let known = of_names.entry(name.to_ascii_lowercase()).or_insert((row, Vec::new()));
        known.1.extend(materials);
    }
    let first_new = rows.len() - rows.added().len();
    let mut ordered: Vec<(usize, Vec<&SceneMaterial>)> = of_names.into_values().collect();
    ordered.sort_by_key(|(row, _)| *row);
    for (row, materials) in &ordered {
        let Some(name) = rows.name(*row) else { continue };
        dresser.decide(name, *row >= first_new, materials);
    }
    dresser.work()?;
    Ok(dresser.out)
}

/// A material to be made or changed.
struct Job<'a> {
    /// What it is called.
    name: String,
    /// What it is made of; from nothing if `None`.
    base: Option<FoundMaterial>,
    /// Whether the base is the material itself.
    in_place: bool,
    material: &'a SceneMaterial,
    shown: Option<Shown>,
    differences: Differences,
}

impl Job<'_> {
    /// The texture of the first phase before.
    fn old_texture(&self) -> Option<Vec<u8>> {
        let base = self.base.as_ref()?;
        let material = ngi_formats::mat0::Material::read(&base.found.bytes, base.attributes());
        Some(material.ok()?.phase(0)?.texture_name()?.to_vec())
    }
}

struct Dresser<'a> {
    how: &'a Dress<'a>,
    pictures: Pictures<'a>,
    textures: NewTextures,
    jobs: Vec<Job<'a>>,
    out: Dressed,
}

impl<'a> Dresser<'a> {
    /// What becomes of the material of a row. `materials` are those of the file that have it.
    fn decide(&mut self, name: &str, is_new: bool, materials: &[&'a SceneMaterial]) {
        let Some(found) = self.how.libraries.material(name) else {
            return self.decide_unknown(name, is_new, materials);
        };
        let (take, option) = match is_new {
            true => (self.how.replace, "--replace-materials"),
            false => (self.how.update, "--update-materials"),
        };
        let differing: Vec<Job<'a>> = materials
            .iter()
            .filter_map(|material| self.compared(material, &found, true))
            .filter(|job| job.differences.any())
            .collect();
        if is_new && (!take || differing.is_empty()) {
            self.out.carried.push(format!("material {name}: the game has it, used as it is"));
        }
        let Some(job) = differing.first() else { return };
        if take && self.how.materials {
            self.tell_unlike(&differing);
            self.jobs.extend(differing.into_iter().next());
        } else {
            let what = job.differences.text();
            let verb = if what.contains(" and ") { "differ" } else { "differs" };
            let line = format!(
                "material {name}: its {what} {verb} from the game's; {option} takes it over"
            );
            self.out.told.push(line);
        }
    }

    /// What becomes of a material that the game does not have.
    fn decide_unknown(&mut self, name: &str, is_new: bool, materials: &[&'a SceneMaterial]) {
        if !is_new && !self.how.update {
            return;
        }
        if !self.how.materials && !self.how.textures {
            let line = format!("material {name}: the game has none; --materials makes it");
            return self.out.told.push(line);
        }
        // A copy of another material under a new name is that one but for what changed.
        let said = |material: &SceneMaterial| material.extras.as_ref()?.material.clone();
        let jobs: Vec<Job<'a>> = materials
            .iter()
            .map(|&material| {
                let base = said(material).and_then(|said| self.how.libraries.material(&said));
                let job = base.and_then(|base| self.compared(material, &base, false));
                Job { name: name.to_owned(), ..job.unwrap_or_else(|| self.fresh(material)) }
            })
            .collect();
        self.tell_unlike(&jobs);
        self.jobs.extend(jobs.into_iter().next());
    }

    /// A material held against one that is there; `None` where that cannot be read.
    fn compared(
        &mut self,
        material: &'a SceneMaterial,
        found: &FoundMaterial,
        in_place: bool,
    ) -> Option<Job<'a>> {
        let old = MaterialBuf::read(&found.found.bytes, found.attributes()).ok()?;
        let texture = old.phases.first()?.texture_name().map(<[u8]>::to_vec);
        let texture = texture.and_then(|name| self.how.libraries.texture(&name));
        let had = texture.as_ref().and_then(|found| self.how.libraries.picture_of(found));
        let name = found.found.name.clone();
        let shown = match self.pictures.shown(&material.looks) {
            Ok(shown) => shown,
            Err(why) => {
                self.out.told.push(format!("material {name}: its picture: {why}"));
                return None;
            }
        };
        let image = shown.as_ref().map(|shown| &*shown.image);
        let paint = Paint::of(&material.looks, material.extras.as_ref(), image);
        let mut differences = paint.differences(&old);
        // What the texture's format cannot tell apart is no difference.
        differences.picture = had.as_ref() != image
            && !texture.zip(shown.as_ref()).is_some_and(|(texture, shown)| {
                repainted(&texture, shown).is_ok_and(|made| made.bytes == *texture.bytes)
            });
        Some(Job { name, base: Some(found.clone()), in_place, material, shown, differences })
    }

    /// A material made from nothing.
    fn fresh(&mut self, material: &'a SceneMaterial) -> Job<'a> {
        let name = material.name.clone().unwrap_or_default();
        let shown = self.pictures.shown(&material.looks).unwrap_or_else(|why| {
            self.out.lost.push(format!("material {name}: its picture: {why}"));
            None
        });
        let differences = Differences { picture: shown.is_some(), ..Differences::default() };
        Job { name, base: None, in_place: false, material, shown, differences }
    }

    /// Says that a row has one look where the file has several for it.
    fn tell_unlike(&mut self, jobs: &[Job<'_>]) {
        let Some((first, others)) = jobs.split_first() else { return };
        let image = |job: &Job<'_>| job.shown.as_ref().map(|shown| shown.image.clone());
        let paint = |job: &Job<'_>| {
            Paint::of(&job.material.looks, job.material.extras.as_ref(), image(job).as_deref())
        };
        for other in others {
            if paint(other) != paint(first) || image(other) != image(first) {
                let called = |job: &Job<'_>| job.material.name.clone().unwrap_or_default();
                let line = format!(
                    "material {}: it looks unlike {}, but both are row {}; give it a name of its \
                     own",
                    called(other),
                    called(first),
                    first.name
                );
                self.out.lost.push(line);
            }
        }
    }

    /// Makes everything that was decided on.
    fn work(&mut self) -> Result<()> {
        let jobs = std::mem::take(&mut self.jobs);
        let mut repainted = Vec::new();
        for job in &jobs {
            self.make(job, &jobs, &mut repainted)?;
        }
        Ok(())
    }

    fn make(
        &mut self,
        job: &Job<'_>,
        jobs: &[Job<'_>],
        repainted: &mut Vec<Vec<u8>>,
    ) -> Result<()> {
        let name = &job.name;
        let mut material = match &job.base {
            Some(base) => MaterialBuf::read(&base.found.bytes, base.attributes())?,
            None => MaterialBuf::of_texture(b"", BlendMode::OPAQUE)?,
        };
        let before = material.clone();
        let image = job.shown.as_ref().map(|shown| &*shown.image);
        let paint = Paint::of(&job.material.looks, job.material.extras.as_ref(), image);
        let paint = if job.base.is_none() { paint.of_new() } else { paint };
        paint.apply(&mut material);
        if job.differences.picture {
            self.repaint(job, jobs, &mut material, repainted)?;
        }
        let unsaid = paint::unsaid(&job.material.looks);
        self.out.lost.extend(unsaid.into_iter().map(|what| format!("material {name}: {what}")));
        if let (Alpha::Mask(cutoff), Some(true)) =
            (job.material.looks.alpha, image.map(Image::has_alpha))
        {
            let line = format!("material {name}: what has less alpha than {cutoff} is cut out");
            self.out.computed.push(line);
        }
        if !self.how.materials || (job.in_place && material == before) {
            return Ok(());
        }
        self.report(job);
        self.out.entries.push(LibraryEntry {
            library: MATERIALS,
            name: name.clone(),
            entry: EntryMeta {
                type_id: (*b"MAT0").into(),
                attributes: material.attributes.numbers(),
            },
            bytes: material.write()?,
        });
        Ok(())
    }

    fn report(&mut self, job: &Job<'_>) {
        let name = &job.name;
        match &job.base {
            Some(_) if job.in_place => {
                let what = job.differences.text();
                self.out.computed.push(format!("material {name}: its {what}"));
                self.out.carried.push(format!("material {name}: everything else"));
            }
            Some(base) => {
                let line = format!("material {name}: like {}", base.found.name);
                self.out.carried.push(line);
            }
            None => self.out.computed.push(format!("material {name}: one phase")),
        }
        if !job.in_place && job.material.looks.two_sided == Some(false) {
            let line = format!("material {name}: one-sided, but the game draws both sides");
            self.out.told.push(line);
        }
    }

    /// Gives a material the picture of the file.
    fn repaint(
        &mut self,
        job: &Job<'_>,
        jobs: &[Job<'_>],
        material: &mut MaterialBuf,
        repainted: &mut Vec<Vec<u8>>,
    ) -> Result<()> {
        let old = job.old_texture();
        let Some(shown) = &job.shown else {
            material.rename_texture(old.as_deref().unwrap_or_default(), b"")?;
            return Ok(());
        };
        let like = old.as_deref().and_then(|old| self.how.libraries.texture(old));
        let there = self.textures.there(&shown.image, &self.how.libraries);
        if let (None, Some(like), Some(old)) = (&there, &like, &old)
            && self.may_repaint(old, shown, jobs)
        {
            if !repainted.contains(old) {
                repainted.push(old.clone());
                let attributes = like.attributes();
                self.texture(like.name.clone(), attributes, shown, Some(like))?;
            }
            return Ok(());
        }
        let libraries = &self.how.libraries;
        if !self.how.textures && there.is_none() {
            let why = "its picture: no archive was named for textures (--textures)";
            self.out.lost.push(format!("material {}: {why}", job.name));
            return Ok(());
        }
        let texture = match self.textures.name(&job.name, &shown.image, libraries)? {
            Named::Known(name) => name,
            Named::There(name) => {
                self.out.carried.push(format!("texture {name}: it shows the same picture"));
                name
            }
            Named::New(name) => {
                self.texture(name.clone(), [0, 0, 1], shown, like.as_ref())?;
                name
            }
        };
        let cells = self.cells(&texture, like.as_ref());
        let was = old.unwrap_or_default();
        for phase in material.phases.iter_mut().filter(|phase| phase.texture.is(&was)) {
            if usize::try_from(phase.cell).is_ok_and(|cell| cell >= cells) {
                phase.cell = -1;
            }
        }
        material.rename_texture(&was, texture.as_bytes())?;
        Ok(())
    }

    /// How many cells a texture has; one that is new has those of the one it is like.
    fn cells(&self, texture: &str, like: Option<&Found>) -> usize {
        let there = self.how.libraries.texture(texture.as_bytes());
        let found = there.as_ref().or(like);
        let page = found.and_then(|found| Some(Texm::read(&found.bytes).ok()?.page()?.rects.len()));
        page.unwrap_or_default()
    }

    /// Whether a texture may be painted over: everything that shows it gets the same picture.
    fn may_repaint(&self, texture: &[u8], shown: &Shown, jobs: &[Job<'_>]) -> bool {
        let gets_it = |user: &String| {
            jobs.iter().any(|job| {
                let same = job.shown.as_ref().is_some_and(|other| other.image == shown.image);
                let shows = job.old_texture().is_some_and(|old| old.eq_ignore_ascii_case(texture));
                job.in_place && same && shows && job.name.eq_ignore_ascii_case(user)
            })
        };
        let users = self.how.libraries.users(texture);
        self.how.materials && users.iter().all(gets_it)
    }

    /// Makes a texture, like another where there is one.
    fn texture(
        &mut self,
        name: String,
        attributes: [u32; 3],
        shown: &Shown,
        like: Option<&Found>,
    ) -> Result<()> {
        if !self.how.textures {
            let line = format!("texture {name}: no archive was named for it (--textures)");
            self.out.lost.push(line);
            return Ok(());
        }
        let source = Source { name: &name, suffix: SUFFIX, bytes: &shown.bytes, beside: &|_| None };
        let made = match like {
            Some(like) => repainted(like, shown)?,
            None => texture::import(&source, &ImportOptions::default())?,
        };
        let named = |line: &String| format!("texture {name}: {line}");
        self.out.computed.push(format!("texture {name}: {} bytes", made.bytes.len()));
        self.out.lost.extend(made.lost.iter().map(named));
        self.out.told.extend(made.told.iter().map(named));
        let entry = EntryMeta { type_id: (*b"Texm").into(), attributes };
        let bytes = made.bytes;
        self.out.entries.push(LibraryEntry { library: TEXTURES, name, entry, bytes });
        Ok(())
    }
}
