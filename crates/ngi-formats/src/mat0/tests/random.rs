use proptest::prelude::*;

use super::*;

fn any_phase() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 34)
}

fn any_track() -> impl Strategy<Value = Vec<u8>> {
    (any::<u32>(), prop::collection::vec(any::<[u16; 3]>(), 0..6))
        .prop_map(|(word, keys)| raw_track(word, &keys))
}

proptest! {
    #[test]
    fn what_reads_writes_back(
        attributes in any::<[u32; 3]>(),
        version in 0u32..8,
        meta in any::<[u8; 10]>(),
        phases in prop::collection::vec(any_phase(), 0..6),
        tracks in prop::collection::vec(any_track(), 0..20),
    ) {
        let attributes = Attributes::new(attributes[0], version, attributes[2]);
        let size = attributes.version.header_size() - 4;
        let bytes = raw_version(&meta[..size], &phases, &tracks);
        let material = Material::read(&bytes, attributes).unwrap();
        prop_assert_eq!(material.phases().len(), phases.len());
        prop_assert_eq!(material.tracks().count(), tracks.len());
        let values = material.to_buf();
        prop_assert_eq!(values.write().unwrap(), bytes.clone());
        let mut findings = crate::Findings::new(crate::Mode::Strict, true);
        check(&bytes, attributes, &mut findings);
        prop_assert_eq!(
            findings.first_error().is_none(),
            Material::read_strict(&bytes, attributes).is_ok()
        );
    }

    #[test]
    fn any_bytes_end_in_a_material_or_an_error(
        bytes in prop::collection::vec(prop_oneof![Just(0u8), Just(1), any::<u8>()], 0..120),
        version in 0u32..8,
    ) {
        let attributes = Attributes::new(0, version, 0);
        if let Ok(material) = Material::read(&bytes, attributes) {
            prop_assert_eq!(material.to_buf().write().unwrap(), bytes.clone());
        }
        let mut findings = crate::Findings::new(crate::Mode::Strict, true);
        check(&bytes, attributes, &mut findings);
    }
}
