//! What must hold for all bytes.

use proptest::prelude::*;

use crate::fxid::{Effect, EffectBuf, HEADER_SIZE, Opcode, check};
use crate::{Findings, Mode};

fn any_command() -> impl Strategy<Value = Vec<u8>> {
    (1u8..=10, any::<[u8; 3]>(), prop::collection::vec(any::<u8>(), 248)).prop_map(
        |(opcode, flags, mut bytes)| {
            bytes[0] = opcode;
            bytes[1..4].copy_from_slice(&flags);
            bytes.truncate(Opcode(opcode).size().unwrap());
            bytes
        },
    )
}

proptest! {
    #[test]
    fn what_reads_writes_back(
        header in any::<[u8; 32]>(),
        commands in prop::collection::vec(any_command(), 0..6),
    ) {
        let mut bytes = u32::try_from(commands.len()).unwrap().to_le_bytes().to_vec();
        bytes.extend([header.as_slice(), &header[..24]].concat());
        bytes.extend(commands.iter().flatten());
        let effect = Effect::read(&bytes).unwrap();
        prop_assert_eq!(effect.commands().map(|c| c.bytes().to_vec()).collect::<Vec<_>>(), commands);
        prop_assert_eq!(effect.to_buf().write().unwrap(), bytes.clone());
        let mut findings = Findings::new(Mode::Strict, true);
        check(&bytes, &mut findings);
        prop_assert_eq!(findings.first_error().is_none(), Effect::read_strict(&bytes).is_ok());
    }

    #[test]
    fn any_bytes_end_in_an_effect_or_an_error(
        count in prop_oneof![0u32..5, any::<u32>()],
        bytes in prop::collection::vec(prop_oneof![Just(6u8), 0u8..12, Just(0)], 0..900),
    ) {
        let mut payload = count.to_le_bytes().to_vec();
        payload.extend(&bytes);
        let tolerant = EffectBuf::read_tolerant(&payload);
        prop_assert_eq!(tolerant.is_ok(), payload.len() >= HEADER_SIZE);
        if let Ok(values) = tolerant {
            prop_assert_eq!(values.write().unwrap(), payload.clone());
            let whole = values.missing == 0 && values.tail.is_empty();
            prop_assert_eq!(whole, Effect::read(&payload).is_ok());
        }
        check(&payload, &mut Findings::new(Mode::Strict, true));
    }
}
