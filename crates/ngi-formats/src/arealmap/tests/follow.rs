//! What follows from a change, and what does not fit any more.

use crate::arealmap::*;
use crate::{Findings, Mode};

/// Three by three squares of ten units.
fn map() -> ArealMapBuf {
    let mut plan = Plan::default();
    for (x, y) in (0..3).flat_map(|x| (0..3).map(move |y| (x as f32 * 10.0, y as f32 * 10.0))) {
        let far = [x + 10.0, y + 10.0];
        plan.add(&[[x, y, 0.0], [far[0], y, 0.0], [far[0], far[1], 0.0], [x, far[1], 0.0]]);
    }
    plan.build().unwrap()
}

fn codes_of(map: &ArealMapBuf) -> Vec<&'static str> {
    let bytes = map.write_file().unwrap();
    let mut findings = Findings::new(Mode::Strict, true);
    check(&bytes, &mut findings);
    let mut codes: Vec<_> = findings.list().iter().map(|found| found.code.id).collect();
    codes.dedup();
    codes
}

#[test]
fn a_moved_corner_takes_along_what_moving_it_properly_does() {
    let before = map();
    let mut wanted = before.clone();
    assert_eq!(wanted.move_corner([10.0, 10.0], [12.0, 13.0, 1.0]).unwrap(), 4);
    let mut changed = before.clone();
    let corner = changed.areals[0].polygon.iter_mut().find(|c| c[..2] == [10.0, 10.0]).unwrap();
    *corner = [12.0, 13.0, 1.0];
    assert!(!codes_of(&changed).is_empty(), "by itself it leaves things behind");
    let lines = changed.follow(&before).unwrap();
    assert_eq!(changed, wanted);
    assert!(codes_of(&changed).is_empty());
    for told in ["areals[1].polygon", "areals[0].area", "cells:"] {
        assert!(lines.iter().any(|line| line.starts_with(told)), "{told}: {lines:?}");
    }
}

#[test]
fn what_is_given_stays() {
    let before = map();
    let mut changed = before.clone();
    let corner = changed.areals[0].polygon.iter_mut().find(|c| c[..2] == [10.0, 10.0]).unwrap();
    *corner = [12.0, 13.0, 1.0];
    changed.areals[0].head.area = 77.0;
    changed.follow(&before).unwrap();
    assert_eq!(changed.areals[0].head.area.to_bits(), 77.0f32.to_bits());
    let mut same = before.clone();
    assert!(same.follow(&before).unwrap().is_empty());
    assert_eq!(same, before);
}

#[test]
fn whatever_can_be_worked_out_is_mended() {
    type Break = fn(&mut ArealMapBuf);
    let breaks: [(&str, Break); 7] = [
        ("areals[2].area", |map| map.areals[2].head.area = 3.0),
        ("areals[2].normal", |map| map.areals[2].head.normal = [f32::NAN; 3]),
        ("areals[2].anchor", |map| map.areals[2].head.anchor = [-5.0, 0.0, 0.0]),
        ("areals[].links", |map| map.areals[4].links[0] = Link::NONE),
        ("areals[].links", |map| map.areals[4].links[1].edge = 0),
        // A square turned round: the edges from corner 0 to 1 and from 2 to 3 change places.
        ("areals[4].polygon turned round", |map| {
            map.areals[4].polygon.reverse();
            map.areals[4].links.swap(0, 2);
            for link in map.areals.iter_mut().flat_map(|areal| &mut areal.links) {
                if link.areal == 4 {
                    link.edge = [2, 1, 0, 3][usize::try_from(link.edge).unwrap()];
                }
            }
        }),
        ("cells:", |map| {
            let mut lists: Vec<Vec<u16>> = map.cells.lists().map(<[u16]>::to_vec).collect();
            lists[0] = vec![8];
            map.cells.fill(lists).unwrap();
        }),
    ];
    assert!(map().mend().unwrap().is_empty(), "a sound one has nothing to mend");
    for (told, change) in breaks {
        let mut broken = map();
        change(&mut broken);
        let lines = broken.mend().unwrap();
        assert!(lines.len() == 1 && lines[0].starts_with(told), "{told}: {lines:?}");
        assert_eq!(broken, map(), "{told}: as it was");
    }
}
