//! The render profile, from the registry and from TOML.

use crate::materials::profile::{ForceCpu, Forced, RegForm, SETTINGS, SecondTexture};
use crate::materials::{RenderProfile, TexturePolicy};

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
        let read = RenderProfile::read(&bytes).unwrap();
        assert_eq!(read.profile, expected());
        assert_eq!(read.unknown, ["Say \"hi\""]);
    }
}

#[test]
fn ansi_exports_may_hold_any_letters() {
    let mut bytes = format!("REGEDIT4\r\n{REG}").into_bytes();
    bytes.extend_from_slice(
        b"[HKEY_CURRENT_USER\\Software\\Nikita\\NgiTool]\r\n\"\xcf\xf0\"=\"x\"\r\n",
    );
    let read = RenderProfile::read(&bytes).unwrap();
    assert_eq!(read.unknown, ["Say \"hi\"", "Пр"]);
}

#[test]
fn other_users_hives_and_deletions() {
    let reg = |body: &str| RenderProfile::read(format!("REGEDIT4\n{body}").as_bytes()).unwrap();
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
            profile.to_toml().into_bytes(),
            profile.to_reg(RegForm::Utf16),
            profile.to_reg(RegForm::Ansi),
        ];
        for form in forms {
            let read = RenderProfile::read(&form).unwrap();
            assert_eq!((read.profile, read.unknown.len()), (profile, 0));
        }
    }
    assert!(expected().to_reg(RegForm::Utf16).starts_with(&[0xff, 0xfe, b'W', 0]));
    assert!(expected().to_reg(RegForm::Ansi).starts_with(b"REGEDIT4\r\n\r\n[HKEY_CURRENT_USER\\"));
}

#[test]
fn toml_has_both_spellings() {
    let text = "disable_mipmap = true\n\"Force 16-bit textures\" = 1\nForceCpu = 5\nspeed = 3\n";
    let read = RenderProfile::read(text.as_bytes()).unwrap();
    assert_eq!((read.profile, read.unknown), (expected(), vec!["speed".to_owned()]));
    assert_eq!(RenderProfile::read(b"").unwrap().profile, RenderProfile::default());
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
        let error = RenderProfile::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.why.contains(why), "{text}: {error}");
    }
    assert!(RenderProfile::read(&[0xff, 0xfe, 0x00]).is_err(), "half a character");
    assert!(RenderProfile::read(&[0xff, 0xfe, 0x00, 0xd8]).is_err(), "half a pair");
}

#[test]
fn the_table_of_force_cpu() {
    let forced = |value| {
        let Forced { sse, now_3d, fxch, mmx } = ForceCpu(value).forced();
        [sse, now_3d, fxch, mmx].map(u8::from)
    };
    let table = [
        (0, [0, 0, 0, 0]),
        (1, [0, 0, 0, 0]),
        (2, [1, 0, 0, 0]),
        (3, [0, 1, 0, 0]),
        (4, [1, 1, 0, 0]),
        (5, [1, 1, 1, 1]),
        (6, [1, 1, 1, 0]),
        (7, [0, 0, 0, 1]),
        (8, [0, 0, 0, 0]),
    ];
    for (value, expected) in table {
        assert_eq!(forced(value), expected, "{value}");
        assert_eq!(ForceCpu(value).is_known(), expected != [0; 4]);
    }
}

#[test]
fn what_the_switches_do() {
    let none = RenderProfile::default();
    assert_eq!(none.texture_policy(), TexturePolicy::default());
    assert_eq!((none.second_texture(), none.draws()), (SecondTexture::SamePass, true));
    assert_eq!(none.effects().count(), 0);
    let policy = expected().texture_policy();
    assert!(!policy.mipmaps && policy.sixteen_bit);
    assert_eq!(expected().effects().count(), 3);
    let single = RenderProfile { disable_multi_texturing: true, disable_d3d_calls: true, ..none };
    assert_eq!((single.second_texture(), single.draws()), (SecondTexture::SecondPass, false));
    assert_eq!(SETTINGS.len(), 7);
}
