//! Reading and writing, both ways from the same bytes.

use crate::fxid::{Command, Effect, EffectBuf, HEADER_SIZE, MOST_COMMANDS, Opcode, Stop};

/// A command of every opcode whose bytes all differ from their neighbours.
pub(super) fn patterned(opcode: Opcode) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..opcode.size().unwrap())
        .map(|at| u8::try_from(at * 7 % 251).unwrap() ^ opcode.0)
        .collect();
    bytes[..4].copy_from_slice(&[opcode.0, 0x01, 0xab, 0xcd]);
    bytes
}

/// An effect of these commands with a patterned header.
pub(super) fn effect(count: u32, commands: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        (0..HEADER_SIZE).map(|at| u8::try_from((at * 5 + 1) % 256).unwrap()).collect();
    bytes[..4].copy_from_slice(&count.to_le_bytes());
    bytes.extend(commands.iter().flatten());
    bytes
}

fn all_ten() -> Vec<u8> {
    effect(10, &Opcode::ALL.map(patterned))
}

#[test]
fn sizes_are_the_table_of_the_format() {
    let sizes = Opcode::ALL.map(|opcode| opcode.size().unwrap());
    assert_eq!(sizes, [224, 148, 200, 204, 112, 4, 208, 248, 208, 208]);
    for opcode in (0..=255).map(Opcode).filter(|opcode| !Opcode::ALL.contains(opcode)) {
        assert_eq!(opcode.size(), None);
    }
}

#[test]
fn all_ten_read_and_write_back() {
    let bytes = all_ten();
    let effect = Effect::read(&bytes).unwrap();
    assert_eq!(effect.command_count(), 10);
    assert_eq!(effect.commands().map(|c| c.opcode()).collect::<Vec<_>>(), Opcode::ALL);
    for command in effect.commands() {
        assert!(command.decode().flags.overlay());
        assert_eq!(command.flags().unknown(), 0xcdab_0000);
        let mut again = Vec::new();
        command.decode().write(&mut again);
        assert_eq!(again, command.bytes());
        assert_eq!(&bytes[command.offset..command.offset + again.len()], again);
    }
    assert_eq!(effect.to_buf().write().unwrap(), bytes);
}

#[test]
fn a_cut_command_is_an_error_and_its_bytes_are_kept() {
    let bytes = all_ten();
    for end in 0..bytes.len() {
        let cut = &bytes[..end];
        assert!(Effect::read(cut).is_err(), "{end}");
        match Effect::read_tolerant(cut) {
            Err(_) => assert!(end < HEADER_SIZE),
            Ok(effect) => {
                assert_eq!(effect.stop(), Some(Stop::Truncated));
                assert_eq!(effect.missing() as usize + effect.command_count(), 10);
                assert_eq!(effect.to_buf().write().unwrap(), cut);
            }
        }
    }
}

#[test]
fn an_unknown_opcode_ends_what_the_engine_sees() {
    let bytes =
        effect(u32::MAX, &[patterned(Opcode::BOLT), vec![11, 0, 0, 0], patterned(Opcode::EMPTY)]);
    let error = Effect::read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "commands[1] at 0xac: opcode 11, but only 1 to 10 are known");
    let effect = Effect::read_tolerant(&bytes).unwrap();
    assert_eq!((effect.command_count(), effect.stop()), (1, Some(Stop::Opcode(Opcode(11)))));
    assert_eq!(effect.tail().len(), 8);
    assert_eq!(effect.to_buf().write().unwrap(), bytes);
}

#[test]
fn bytes_behind_the_last_command_are_an_error_and_kept() {
    let mut bytes = effect(0, &[]);
    assert_eq!(EffectBuf::read(&bytes).unwrap().write().unwrap(), bytes);
    bytes.push(9);
    let error = Effect::read(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "tail at 0x3c: 1 bytes behind the last command");
    assert_eq!(EffectBuf::read_tolerant(&bytes).unwrap().write().unwrap(), bytes);
}

#[test]
fn a_command_that_is_no_command_is_none() {
    assert_eq!(Command::read(&[]), None);
    assert_eq!(Command::read(&[0; 300]), None);
    assert_eq!(Command::read(&[3, 0, 0, 0]), None);
    assert!(Command::read(&[6, 0, 0, 0]).is_some());
}

#[test]
fn too_many_commands_stay_bytes() {
    let bytes = effect(40_000, &vec![patterned(Opcode::EMPTY); 40_000]);
    let values = EffectBuf::read(&bytes).unwrap();
    assert_eq!((values.commands.len(), values.missing), (MOST_COMMANDS, 40_000 - 32_768));
    assert_eq!(values.tail.len(), 4 * (40_000 - 32_768));
    assert_eq!(values.write().unwrap(), bytes);
}
