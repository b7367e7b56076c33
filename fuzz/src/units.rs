//! Units.

use ngi_engine::resolve::{Chains, Game};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::ObjectKind;
use ngi_formats::unit::{self, Part, PartClass, Unit, UnitBuf, UnitType};
use ngi_formats::{Findings, Mode};
use ngi_verbs::format::{Subject, recognise};
use ngi_vfs::{MemoryRoot, Vfs};

use crate::Outcome;
use crate::documents::comes_back;

/// Any unit reads and comes back, as a document too; whatever is done to its parts, they stay a
/// tree.
pub fn read(input: &[u8]) -> Outcome {
    unit::check(input, &mut Findings::new(Mode::Strict, true));
    let Ok(read) = Unit::read(input) else {
        assert!(unit::remains(input).is_some());
        return Outcome::Rejected;
    };
    assert_eq!(UnitBuf::of(&read).write(), input);
    edit(&read);
    let subject = Subject::file("x.dat", input);
    match recognise(&subject) {
        Some(format) if format.id() == "unit" => comes_back(format, &subject),
        _ => Outcome::Rejected,
    }
}

/// The bytes of the parts say what is done to them.
fn edit(read: &Unit<'_>) {
    let mut unit = UnitBuf::of(read);
    for part in read.parts().take(8) {
        let [what, a, b, ..] = part.archive.0;
        let (a, b) = (usize::from(a), usize::from(b));
        let before = unit.parts().len();
        let expected = match what % 3 {
            0 => unit.add(a, part).map_or(before, |_| before + 1),
            1 => unit.remove(a).map_or(before, |gone| before - gone),
            _ => unit.move_below(a, b).map_or(before, |_| before),
        };
        assert_eq!(unit.parts().len(), expected);
        let bytes = unit.write();
        let again = Unit::read(&bytes).map(|again| again.len());
        assert_eq!(again.ok(), Some(expected), "it is a tree again");
    }
}

/// A unit in a game whose registry is made of the same bytes: every chain ends somewhere, and what
/// is wrong has a chain that begins with the unit.
pub fn assemble(input: &[u8]) -> Outcome {
    let Ok(game) = game(input) else { return Outcome::Rejected };
    let chains = Chains::new(&game);
    let traced = chains.unit("UNITS\\x.dat");
    for problem in traced.problems() {
        assert_eq!(problem.chain.first().map(|step| step.name.as_str()), Some("UNITS\\x.dat"));
    }
    if traced.fault.is_some() { Outcome::Rejected } else { Outcome::Accepted }
}

fn game(input: &[u8]) -> Result<Game, Box<dyn std::error::Error>> {
    let mut registry = Editor::new();
    let parts = input.get(8..).unwrap_or_default().as_chunks::<112>().0;
    // The object of each part names what the next part names: parents, circles, nothing at all.
    let next = parts.iter().cycle().skip(1);
    for (index, (part, next)) in parts.iter().zip(next).take(32).enumerate() {
        let name: Vec<u8> = part.iter().skip(32).take_while(|byte| **byte != 0).copied().collect();
        let kind = if index == 0 { ObjectKind::BATTLE } else { ObjectKind::EXTERNAL };
        let Ok(entry) = NewEntry::new(kind.0, name) else { continue };
        registry.add(entry, next.iter().take(64).copied().collect::<Vec<u8>>())?;
    }
    let root = MemoryRoot::new()
        .with("objects.rlb", registry.write()?)?
        .with("UNITS/x.dat", input.to_vec())?;
    Ok(Game::new(Vfs::in_memory(root)))
}

/// Robots, deep and wide ones, and one that is its own parent.
pub fn seeds() -> Vec<Vec<u8>> {
    let part = |object: &str, class| Part::new(object.as_bytes(), class, 1).unwrap_or_default();
    let chassis = || part("chassis", PartClass::CHASSIS);
    let mut robot = UnitBuf::new(UnitType::BATTLE, Part { attach: -1, ..chassis() });
    let turret = robot.add(0, part("turret", PartClass::TURRET)).unwrap_or_default();
    let _ = robot.add(turret, part("gun", PartClass::GUN));
    let mut deep = UnitBuf::new(UnitType::HERO, chassis());
    for at in 0..40 {
        let _ = deep.add(at, part("x", PartClass::INTERNAL));
    }
    let own = UnitBuf::new(UnitType::MINE, chassis());
    [robot, deep, own].map(|unit| unit.write()).to_vec()
}
