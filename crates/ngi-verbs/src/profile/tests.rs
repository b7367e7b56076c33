//! The render profile, from the registry and from TOML.

use ngi_engine::materials::RenderProfile;
use ngi_engine::materials::profile::ForceCpu;
use proptest::prelude::*;

use super::{RegForm, SETTINGS, effects, read, to_reg, to_toml};

/// Three settings on, in both spellings of a `.reg` value and then some.
const REG: &str = "\r\n; a comment\r\n[HKEY_LOCAL_MACHINE\\Software\\Nikita\\NgiTool]\r\n\"UseFirstCard\"=dword:00000001\r\n\r\n[HKEY_CURRENT_USER\\SOFTWARE\\Nikita\\ngitool]\r\n@=\"\"\r\n\"disablemipmap\"=dword:00000001\r\n\"Force 16-bit textures\"=\"1\"\r\n\"ForceCpu\"=hex(4):05,\\\r\n  00,00,00\r\n\"DisableDSound\"=dword:00000000\r\n\"Say \\\"hi\\\"\"=dword:0000002a\r\n\r\n[HKEY_CURRENT_USER\\Software\\Nikita\\NgiTool\\Sub]\r\n\"DisableDSound\"=dword:00000001\r\n";

fn expected() -> RenderProfile {
    RenderProfile {
        disable_mipmap: true,
        force_16_bit_textures: true,
        force_cpu: ForceCpu(5),
        ..RenderProfile::default()
    }
}

fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn both_forms_of_an_export() {
    let wide = utf16(&format!("Windows Registry Editor Version 5.00\r\n{REG}"));
    let narrow = format!("REGEDIT4\r\n{REG}").into_bytes();
    for bytes in [wide, narrow] {
        let found = read(&bytes).unwrap();
        assert_eq!(found.profile, expected());
        assert_eq!(found.unknown, ["Say \"hi\""]);
    }
}

#[test]
fn ansi_exports_may_hold_any_letters() {
    let mut bytes = format!("REGEDIT4\r\n{REG}").into_bytes();
    bytes.extend_from_slice(
        b"[HKEY_CURRENT_USER\\Software\\Nikita\\NgiTool]\r\n\"\xcf\xf0\"=\"x\"\r\n",
    );
    let found = read(&bytes).unwrap();
    assert_eq!(found.unknown, ["Say \"hi\"", "Пр"]);
}

#[test]
fn other_users_hives_and_deletions() {
    let reg = |body: &str| read(format!("REGEDIT4\n{body}").as_bytes()).unwrap();
    let key = r"[HKEY_USERS\S-1-5-21-1\Software\Nikita\NgiTool]";
    assert!(reg(&format!("{key}\n\"DisableMipmap\"=dword:2")).profile.disable_mipmap);
    let gone = format!("{key}\n\"DisableMipmap\"=dword:1\n\"DisableMipmap\"=-");
    assert!(!reg(&gone).profile.disable_mipmap);
    let gone = format!("{key}\n\"DisableMipmap\"=dword:1\n[-{}", &key[1..]);
    assert_eq!(reg(&gone).profile, RenderProfile::default());
}

#[test]
fn what_is_written_reads_back() {
    let all = RenderProfile {
        disable_multi_texturing: true,
        disable_mipmap: true,
        force_16_bit_textures: true,
        use_first_card: true,
        disable_d3d_calls: true,
        disable_dsound: true,
        force_cpu: ForceCpu(7),
    };
    for profile in [RenderProfile::default(), expected(), all] {
        let forms = [
            to_toml(&profile).into_bytes(),
            to_reg(&profile, RegForm::Utf16),
            to_reg(&profile, RegForm::Ansi),
        ];
        for form in forms {
            let found = read(&form).unwrap();
            assert_eq!((found.profile, found.unknown.len()), (profile, 0));
        }
    }
    assert!(to_reg(&expected(), RegForm::Utf16).starts_with(&[0xff, 0xfe, b'W', 0]));
    assert!(
        to_reg(&expected(), RegForm::Ansi).starts_with(b"REGEDIT4\r\n\r\n[HKEY_CURRENT_USER\\")
    );
}

#[test]
fn toml_has_both_spellings() {
    let text = "disable_mipmap = true\n\"Force 16-bit textures\" = 1\nForceCpu = 5\nspeed = 3\n";
    let found = read(text.as_bytes()).unwrap();
    assert_eq!((found.profile, found.unknown), (expected(), vec!["speed".to_owned()]));
    assert_eq!(read(b"").unwrap().profile, RenderProfile::default());
}

#[test]
fn errors_name_the_line() {
    let key = r"[HKEY_CURRENT_USER\Software\Nikita\NgiTool]";
    let table: [(String, usize, &str); 9] = [
        ("a = 1\nb = = 2\n".into(), 2, ""),
        ("a = 1\nforce_cpu = true\n".into(), 2, "a number of 32 bits"),
        ("a = 1\nforce_cpu = 4294967296\n".into(), 2, "a number of 32 bits"),
        ("\nuse_first_card = \"yes\"\n".into(), 2, "true or false"),
        ("REGEDIT4\n[HKEY_CURRENT_USER".into(), 2, "ends with ]"),
        (format!("REGEDIT4\n\n{key}\nDisableMipmap=1"), 4, "in quotes"),
        (format!("REGEDIT4\n{key}\n\"DisableMipmap\""), 3, "= follows"),
        (format!("REGEDIT4\n{key}\n\"DisableMipmap\"=dword:1g"), 3, "no number"),
        (format!("REGEDIT4\n{key}\n\"ForceCpu\"=hex:01,02"), 3, "no number"),
    ];
    for (text, line, why) in table {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.why.contains(why), "{text}: {error}");
    }
    assert!(read(&[0xff, 0xfe, 0x00]).is_err(), "half a character");
    assert!(read(&[0xff, 0xfe, 0x00, 0xd8]).is_err(), "half a pair");
}

#[test]
fn what_is_on_is_told() {
    assert_eq!(effects(&RenderProfile::default()).count(), 0);
    assert_eq!(effects(&expected()).count(), 3);
    assert_eq!(SETTINGS.len(), 7);
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
        let _ = read(&[b"REGEDIT4\n".as_slice(), &bytes].concat());
    }
}
