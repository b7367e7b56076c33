//! Areal maps and the list of buildings, whatever the bytes are.

use ngi_engine::arealmap::{AnchorRule, Areals, LoadOptions, RouteOptions};
use ngi_formats::arealmap::{
    self, ArealMap, ArealMapBuf, ArealMapFile, PackedCells, Plan, PlannedAreal,
};
use ngi_formats::builddat::{self, BuildDat, Editor};
use ngi_formats::{Findings, Mode};

use crate::Outcome;

/// Areals and cells that questions and edits are tried on: bodies must stay fast.
const MOST: usize = 512;

/// The first byte is the number of areals; what reads is sound as far as it says.
pub fn read(input: &[u8]) -> Outcome {
    let Some((&count, bytes)) = input.split_first() else { return Outcome::Rejected };
    let mut findings = Findings::new(Mode::Strict, false);
    arealmap::check_chunk(bytes, count.into(), &mut findings);
    arealmap::check_chunk(bytes, count.into(), &mut Findings::new(Mode::Strict, true));
    let strict = ArealMap::read_strict(bytes, count.into());
    assert_eq!(findings.first_error().is_some(), strict.is_err());
    let Ok(map) = ArealMap::read(bytes, count.into()) else { return Outcome::Rejected };
    assert_eq!((map.len(), map.areals().len()), (count.into(), count.into()));
    for (index, areal) in map.areals().enumerate() {
        assert_eq!(map.areal(index).map(|areal| areal.offset()), Some(areal.offset()));
        assert_eq!(areal.blocks().count(), areal.block_count());
        assert_eq!(areal.links().len(), areal.corner_count() + 3 * areal.block_count());
        assert_eq!(map.edge_link(index, 0), areal.edge_link(0));
    }
    for cell in 0..map.cell_count() {
        assert!(map.cell_list(cell).is_some());
    }
    let _ = arealmap::Summary::of(&map);
    Outcome::Accepted
}

/// Whatever reads, writes back to the same bytes, payload and file; cells pack and unpack.
pub fn round_trip(input: &[u8]) -> Outcome {
    if let Ok(file) = ArealMapFile::read(input) {
        assert_eq!(file.write_with(&file.map().to_buf()).as_deref(), Ok(input));
    }
    let Some((&count, bytes)) = input.split_first() else { return Outcome::Rejected };
    let Ok(map) = ArealMap::read(bytes, count.into()) else { return Outcome::Rejected };
    let values = map.to_buf();
    assert_eq!(values.write().as_deref(), Ok(bytes));
    let mut same = values.clone();
    assert!(same.follow(&values).unwrap_or_default().is_empty(), "nothing changed");
    let mut mended = values.clone();
    if map.cell_count() <= MOST && mended.mend().is_ok() {
        assert!(mended.write().is_ok());
    }
    if let Ok(packed) = PackedCells::pack(&values.cells) {
        assert_eq!(packed.unpack().as_ref(), Ok(&values.cells));
    }
    Outcome::Accepted
}

/// Twelve bytes an edit, sixteen of them; then a map. A failed edit changes nothing.
pub fn edit(input: &[u8]) -> Outcome {
    let Some((commands, rest)) = input.split_at_checked(192) else { return Outcome::Rejected };
    let Some((&count, bytes)) = rest.split_first() else { return Outcome::Rejected };
    let Ok(map) = ArealMap::read(bytes, count.into()) else { return Outcome::Rejected };
    if map.cell_count() > MOST || bytes.len() > 1 << 14 {
        return Outcome::Rejected;
    }
    let mut map = map.to_buf();
    let mut outcome = Outcome::Rejected;
    for command in commands.as_chunks::<12>().0 {
        let before = map.clone();
        match apply(&mut map, *command) {
            Ok(()) => outcome = Outcome::Accepted,
            Err(_) => assert_eq!(map.write(), before.write(), "a failed edit is none"),
        }
    }
    if let (Ok(written), Ok(count)) = (map.write(), map.count()) {
        let again = ArealMap::read(&written, count).map(|map| map.to_buf().write());
        assert_eq!(again, Ok(Ok(written)));
    }
    outcome
}

fn apply(map: &mut ArealMapBuf, command: [u8; 12]) -> ngi_formats::Result<()> {
    let [kind, areal, corner, size, x @ .., a, b, c, d] = command;
    let (x, y) = (f32::from_le_bytes(x), f32::from_le_bytes([a, b, c, d]));
    let side = f32::from(size);
    let areal = usize::from(areal);
    let square = [[x, y, 0.0], [x + side, y, 1.0], [x + side, y + side, 0.0], [x, y + side, 0.0]];
    match kind % 6 {
        0 => map.set_polygon(areal, &square),
        1 => {
            let there = map.areals.get(areal).and_then(|areal| {
                let [x, y, _] = *areal.polygon.get(usize::from(corner))?;
                Some([x, y])
            });
            map.move_corner(there.unwrap_or([x, y]), [x, y, side]).map(drop)
        }
        2 => map.add(&PlannedAreal::new(&square)).map(drop),
        3 => map.remove(areal),
        4 => map.set_cells(u32::from(size) % 24, u32::from(corner) % 24),
        _ => {
            map.refresh_links();
            map.refresh_cells()
        }
    }
}

/// Eight bytes are two places; then a map. Every question has an answer or none.
pub fn query(input: &[u8]) -> Outcome {
    let Some((places, rest)) = input.split_first_chunk::<16>() else { return Outcome::Rejected };
    let Some((&count, bytes)) = rest.split_first() else { return Outcome::Rejected };
    let Ok(map) = ArealMap::read(bytes, count.into()) else { return Outcome::Rejected };
    if bytes.len() > 1 << 14 {
        return Outcome::Rejected;
    }
    let mut at = places.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let mut place = || at.next().unwrap_or(0.0);
    let (from, to) = ([place(), place()], [place(), place()]);
    let mut outcome = Outcome::Rejected;
    for anchors in [AnchorRule::Inner, AnchorRule::Engine { seed: 1 }, AnchorRule::Keep] {
        let Ok(mut areals) = Areals::new(&map, &LoadOptions { anchors }) else { continue };
        outcome = Outcome::Accepted;
        ask(&areals, from, to);
        let stone = areals.cut_out(&[from, [from[0] + 5.0, from[1]], to]);
        ask(&areals, from, to);
        assert!(areals.fill_in(stone));
    }
    outcome
}

fn ask(areals: &Areals, from: [f32; 2], to: [f32; 2]) {
    for [x, y] in [from, to, [0.0, 0.0], [f32::NAN, 1.0], [f32::INFINITY; 2]] {
        if let Some(areal) = areals.at(x, y) {
            assert!(areals.candidates(x, y).iter().any(|id| usize::from(*id) == areal));
        }
    }
    let mut router = areals.router();
    let ends = (0..areals.len()).filter(|areal| areals.is_walkable(*areal)).take(6);
    let ends: Vec<usize> = ends.collect();
    for options in [RouteOptions::default(), RouteOptions::engine(3)] {
        let _ = router.route(from, to, &options);
        for (start, goal) in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            let Ok(route) = router.between(start, goal, &options) else { continue };
            assert_eq!((route.areals.first(), route.areals.last()), (Some(&start), Some(&goal)));
            assert!(route.areals.len() <= areals.len());
            assert!(areals.corridor(from, to, &route.areals).len() >= 2);
        }
    }
}

fn maps() -> Vec<ArealMapBuf> {
    let mut plan = Plan::new(6, 5);
    for n in 0..12u8 {
        let (x, y) = (f32::from(n % 4) * 10.0, f32::from(n / 4) * 10.0);
        let square =
            [[x, y, 0.0], [x + 10.0, y, 1.0], [x + 10.0, y + 10.0, 2.0], [x, y + 10.0, 0.0]];
        let areal = plan.add(&square);
        if n % 5 == 3 {
            areal.lake();
        }
    }
    let mut with_blocks = plan.build().unwrap_or_default();
    let plain = with_blocks.clone();
    if let Some(areal) = with_blocks.areals.first_mut() {
        areal.blocks = vec![vec![[1.0; 3]; 2], vec![]];
        areal.links.extend([arealmap::Link::NONE; 6]);
    }
    // Links to itself and to nowhere, a corner that is no number: it reads all the same.
    let mut broken = plain.clone();
    for (areal, link) in broken.areals.iter_mut().zip([0, 99, -5, 1, 1]) {
        areal.links.fill(arealmap::Link { areal: link, edge: link });
        if let Some([x, ..]) = areal.polygon.last_mut().filter(|_| link == 99) {
            *x = f32::NAN;
        }
    }
    vec![plain, with_blocks, broken]
}

fn seed(front: &[u8], map: &ArealMapBuf) -> Vec<u8> {
    let count = u8::try_from(map.areals.len()).unwrap_or(0);
    [front, &[count], &map.write().unwrap_or_default()].concat()
}

/// Maps that [`read`] and [`round_trip`] accept.
pub fn seeds() -> Vec<Vec<u8>> {
    maps().iter().map(|map| seed(&[], map)).collect()
}

/// Edits of maps, all kinds.
pub fn edit_seeds() -> Vec<Vec<u8>> {
    let command = |n: u8| {
        let mut command = vec![n, n, n % 4, 7];
        command.extend((f32::from(n) * 3.0).to_le_bytes());
        command.extend((f32::from(n) * 2.0).to_le_bytes());
        command
    };
    let commands: Vec<u8> = (0..16).flat_map(command).collect();
    maps().iter().map(|map| seed(&commands, map)).collect()
}

/// Places and maps.
pub fn query_seeds() -> Vec<Vec<u8>> {
    let places: Vec<u8> =
        [5.0f32, 5.0, 35.0, 25.0].into_iter().flat_map(f32::to_le_bytes).collect();
    maps().iter().map(|map| seed(&places, map)).collect()
}

/// Any text reads or not, and edits come out as asked.
pub fn builddat_read(input: &[u8]) -> Outcome {
    let mut findings = Findings::new(Mode::Strict, false);
    builddat::check(input, &mut findings);
    builddat::check(input, &mut Findings::new(Mode::Strict, true));
    assert_eq!(findings.first_error().is_some(), BuildDat::read_strict(input).is_err());
    let Ok(list) = BuildDat::read(input) else { return Outcome::Rejected };
    assert_eq!(Editor::open(&list).bytes(), input);
    for section in 0..list.len().min(4) {
        let mut editor = Editor::open(&list);
        let before = list.get(section).map_or(0, |section| section.paths().len());
        if editor.push(section, b"new.dat").is_ok() {
            let now = editor.list().ok().and_then(|now| Some(now.get(section)?.paths().len()));
            assert_eq!(now, Some(before + 1));
            // What follows on the line may become a comment without the path: that is refused.
            let with_path = editor.bytes().to_vec();
            if editor.remove(section, before).is_err() {
                assert_eq!(editor.bytes(), with_path);
            }
        }
        let _ = editor.rename(section, b"Mine");
    }
    Outcome::Accepted
}

/// Lists as the game has them, and odd ones.
pub fn builddat_seeds() -> Vec<Vec<u8>> {
    [
        "// comment\r\nMine 2\r\n\"a\\b.dat\"\r\n\"c.dat\"\r\n\r\nPlant 1\r\n\t\"d.dat\"\r\n",
        "Hangar 0\n; none\n# at all\nGenerator 1\"x\"",
        "",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}
