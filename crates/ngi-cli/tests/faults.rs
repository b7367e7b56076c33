//! Every verb that writes, with every file-system call of it failing once: the old files are
//! whole, nothing half-made is left, and the program says what went wrong.
//!
//! The real program runs under `strace`, which makes the calls fail; `cargo xtask test` installs
//! it. What needs no such tool, a disk that is full after so many bytes, is an ordinary test.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::common::ngi;

/// A command that writes. `@` stands for the folder it works in.
struct Case {
    name: &'static str,
    /// Commands that make what it needs, one per line.
    before: &'static str,
    line: &'static str,
    /// What a failure may leave: a tree that is not finished, which the next run finishes.
    unfinished: Option<&'static str>,
    /// Several files that are each replaced as a whole, one after another: some may be new when a
    /// later one fails.
    one_by_one: bool,
}

const fn case(name: &'static str, before: &'static str, line: &'static str) -> Case {
    Case { name, before, line, unfinished: None, one_by_one: false }
}

static CASES: &[Case] = &[
    case("edit put", "", "edit @/sounds.lib put new.wav @/payload --type TEXT"),
    case("edit rm", "", "edit @/sounds.lib rm beep.wav --no-backup"),
    case("edit nested", "", "edit @/guns.rlb/#0 rm #1"),
    case("edit put several", "", "edit @/sounds.lib put @/a.wav @/b.wav @/c.wav"),
    case("edit mv", "", "edit @/sounds.lib mv beep.wav @/Material.lib"),
    case(
        "import into",
        "export @/guns.rlb/#0 -o @/gun.glb",
        "import @/gun.glb --like @/guns.rlb/#0 --into @/guns.rlb",
    ),
    case(
        "import into, the second time",
        "export @/guns.rlb/#0 -o @/gun.glb\nimport @/gun.glb --like @/guns.rlb/#0 --into @/guns.rlb\nset @/guns.rlb/gun.msh nodes[0].flags=3",
        "import @/gun.glb --like @/guns.rlb/#0 --into @/guns.rlb",
    ),
    // That the folder's own index could not be renewed is told; the game is what counts.
    Case {
        unfinished: Some("tree/index.json"),
        ..case(
            "import a folder",
            "export @/Material.lib -o @/tree --to json\nset @/Material.lib/#0 phases[0].opacity=50",
            "import @/tree -o @ --all",
        )
    },
    case("fix", "set @/guns.rlb/#0 slots[0].volume=999 --raw", "fix @/guns.rlb"),
    case("undo", "set @/Material.lib/#0 phases[0].opacity=50", "undo @"),
    case("undo without a backup", "edit @/sounds.lib rm beep.wav --no-backup", "undo @"),
    case("undo of several files", "edit @/sounds.lib mv beep.wav @/Material.lib", "undo @"),
    case("set", "", "set @/Material.lib/#0 phases[0].opacity=50"),
    case("set nested", "", "set @/guns.rlb/#0 nodes[0].flags=1 --no-backup"),
    case("pack", "extract @/sounds.lib -o @/apart", "pack @/apart -o @/new.lib"),
    case("pack over", "extract @/sounds.lib -o @/apart", "pack @/apart -o @/sounds.lib --force"),
    case("import", "export @/sounds.lib -o @/doc.json", "import @/doc.json -o @/new.lib"),
    case(
        "import over",
        "export @/sounds.lib -o @/doc.json",
        "import @/doc.json -o @/sounds.lib --force",
    ),
    case(
        "import a model",
        "export @/guns.rlb/#0 -o @/gun.glb",
        "import @/gun.glb -o @/new.msh --new-rows",
    ),
    case("export json", "", "export @/sounds.lib -o @/doc.json"),
    case("export bytes", "", "export @/sounds.lib/#0 -o @/beep.bin"),
    case(
        "export over",
        "export @/sounds.lib -o @/doc.json",
        "export @/sounds.lib -o @/doc.json --force",
    ),
    case("export several files", "", "export @/guns.rlb/#0 -o @/gun.gltf"),
    Case {
        unfinished: Some("tree.part"),
        ..case("export a tree", "", "export @/sounds.lib -o @/tree")
    },
    Case {
        one_by_one: true,
        unfinished: Some("tree/index.jsonl"),
        ..case(
            "export a tree over another",
            "export @/sounds.lib -o @/tree",
            "export @/sounds.lib -o @/tree --force",
        )
    },
    Case {
        one_by_one: true,
        unfinished: Some("tree/index.jsonl"),
        ..case(
            "export to the rest of a tree",
            "export @/sounds.lib -o @/tree --only nothing",
            "export @/sounds.lib -o @/tree",
        )
    },
    case("mod install", "", "mod install @ @/water.ngimod"),
    case(
        "mod install, the second one",
        "mod install @ @/water.ngimod",
        "mod install @ @/other.ngimod",
    ),
    case("mod remove", "mod install @ @/water.ngimod", "mod remove @ water"),
    case("mod order", "mod install @ @/water.ngimod @/other.ngimod", "mod order @ water"),
    case("extract", "", "extract @/sprites.lib -o @/apart"),
    Case {
        one_by_one: true,
        ..case(
            "extract over",
            "extract @/sprites.lib -o @/apart",
            "extract @/sprites.lib -o @/apart --force",
        )
    },
];

/// A sound of eight samples.
const SOUND: &[u8] = b"RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x22\x56\0\0\x22\x56\0\0\
                       \x01\0\x08\0data\x08\0\0\0abcdefgh";

/// The calls that change a disk, and what each fails with.
const CALLS: [(&str, &str); 10] = [
    ("openat", "EACCES"),
    ("write", "ENOSPC"),
    ("fsync", "EIO"),
    ("fchmod", "EPERM"),
    ("rename", "EIO"),
    ("link", "EMLINK"),
    ("linkat", "EMLINK"),
    ("mkdir", "ENOSPC"),
    ("unlink", "EIO"),
    ("unlinkat", "EIO"),
];

type Files = BTreeMap<String, Vec<u8>>;

/// Everything below a folder; folders end in a slash.
fn files(folder: &Path) -> Files {
    let mut all = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            // The journal has its own tests, in ngi-vfs; nobody else looks at it.
            if name == ".ngi" {
                continue;
            }
            if path.is_dir() {
                all.insert(format!("{name}/"), Vec::new());
                folders.push(path);
            } else {
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

fn words(line: &str, folder: &Path) -> Vec<String> {
    line.split(' ').map(|word| word.replace('@', folder.to_str().unwrap())).collect()
}

/// A new folder as the case wants it.
fn prepared(case: &Case) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let wanted = ["sounds.lib", "sprites.lib", "guns.rlb", "Material.lib", "objects.rlb"];
    static FILES: LazyLock<Vec<ngi_demo::DemoFile>> = LazyLock::new(|| ngi_demo::files().unwrap());
    for file in FILES.iter().filter(|file| wanted.contains(&file.path.as_str())) {
        fs::write(folder.path().join(&file.path), &file.bytes).unwrap();
    }
    for name in ["payload", "a.wav", "b.wav", "c.wav"] {
        fs::write(folder.path().join(name), SOUND).unwrap();
    }
    static MODS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(mods);
    for (name, bytes) in ["water.ngimod", "other.ngimod"].iter().zip(MODS.iter()) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    for line in case.before.lines() {
        let made = ngi(folder.path(), words(line, folder.path()));
        let code = made.status.code().unwrap();
        assert!(code < 2, "{line}: {}", String::from_utf8_lossy(&made.stderr));
    }
    folder
}

/// Two mods that change several files, one of them new, and do not agree about a field.
fn mods() -> [Vec<u8>; 2] {
    let files: Vec<ngi_demo::DemoFile> = ngi_demo::files().unwrap();
    let changed = |opacity: u8| {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        for home in [&old, &new] {
            fs::create_dir(home).unwrap();
            for file in files
                .iter()
                .filter(|file| ["Material.lib", "sounds.lib"].contains(&file.path.as_str()))
            {
                fs::write(home.join(&file.path), &file.bytes).unwrap();
            }
        }
        fs::create_dir(new.join("DATA")).unwrap();
        fs::write(new.join("DATA/letter.txt"), [opacity; 9]).unwrap();
        let name = if opacity == 50 { "water" } else { "other" };
        for line in [
            format!("set new/Material.lib/#0 phases[0].opacity={opacity} --no-backup"),
            "edit new/sounds.lib rm beep.wav --no-backup".to_owned(),
            format!("mod make old new -o {name}.ngimod"),
        ] {
            let made = ngi(folder.path(), line.split(' '));
            assert!(made.status.success(), "{line}: {}", String::from_utf8_lossy(&made.stderr));
        }
        fs::read(folder.path().join(format!("{name}.ngimod"))).unwrap()
    };
    [changed(50), changed(90)]
}

/// Runs a case under `strace` with some of its calls disturbed.
fn traced(case: &Case, folder: &Path, log: &Path, inject: Option<String>) -> Output {
    let names: Vec<&str> = CALLS.iter().map(|(name, _)| *name).collect();
    let mut command = Command::new("strace");
    command.args(["-f", "-y", "-qq", "-e", &format!("trace={}", names.join(","))]);
    command.arg("-o").arg(log);
    if let Some(inject) = inject {
        command.args(["-e", &format!("inject={inject}")]);
    }
    command.arg(env!("CARGO_BIN_EXE_ngi")).args(words(case.line, folder));
    // Not in the folder itself, whose name would then be in every call.
    command.current_dir("/").env_remove("NGI_GAME").env("NO_COLOR", "1");
    // Threads count their calls one by one; with one worker the numbers are the same each time.
    command.env("RAYON_NUM_THREADS", "1");
    command.output().expect("strace is installed: cargo xtask test does it")
}

/// Which call of which name and number, counted in each thread, is about the folder.
fn calls_in(log: &str, folder: &Path) -> BTreeSet<(usize, u32)> {
    let folder = folder.to_str().unwrap();
    let mut counts: BTreeMap<(&str, usize), u32> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for line in log.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((name, arguments)) = rest.trim_start().split_once('(') else { continue };
        let Some(call) = CALLS.iter().position(|(known, _)| *known == name) else { continue };
        let count = counts.entry((thread, call)).or_default();
        *count += 1;
        // An open file, or a name; not what a message says.
        let named = name != "write" && arguments.contains(&format!("\"{folder}"));
        let writes = name != "openat" || arguments.contains("O_CREAT");
        if writes && (named || arguments.contains(&format!("<{folder}"))) {
            found.insert((call, *count));
        }
    }
    found
}

/// Whether a name is of something that an interrupted save may leave: hidden, and known to nobody.
fn is_leftover(name: &str) -> bool {
    let last = name.trim_end_matches('/').rsplit('/').next().unwrap();
    name.split('/').any(|part| part.starts_with(".ngi-")) || last.starts_with(".ngi-")
}

/// What is wrong with what a disturbed run left and said.
fn wrong(case: &Case, output: &Output, [before, done, after]: [&Files; 3]) -> Vec<String> {
    let said = String::from_utf8_lossy(&output.stderr);
    let Some(code) = output.status.code() else { return vec!["killed".to_owned()] };
    let shown: Files = after.iter().filter(|(name, _)| !is_leftover(name)).map(clone).collect();
    let mut wrong = Vec::new();
    let mut must = |holds: bool, what: String| {
        if !holds {
            wrong.push(what)
        }
    };
    let unfinished = |name: &str| case.unfinished.is_some_and(|folder| name.starts_with(folder));
    if code < 2 {
        let rest = |files: &Files| -> Files {
            files.iter().filter(|(name, _)| !unfinished(name)).map(clone).collect()
        };
        let same = rest(&shown) == rest(done);
        must(same, format!("said to be done, but there is {:?}", names(&shown)));
        return wrong;
    }
    must(code == 2, format!("exit code {code}"));
    for (name, bytes) in shown.iter().filter(|(name, _)| !unfinished(name)) {
        let known = [before, done].iter().any(|state| state.get(name) == Some(bytes));
        must(known, format!("{name} is neither the old one nor the new one"));
    }
    for name in before.keys() {
        must(after.contains_key(name), format!("{name} is gone"));
    }
    // The last step of a save only makes it safe from a loss of power.
    if case.one_by_one || said.contains("(the file is written)") {
        return wrong;
    }
    for (name, bytes) in after.iter().filter(|(name, _)| !unfinished(name)) {
        must(before.get(name) == Some(bytes), format!("{name} is left or changed"));
    }
    wrong
}

fn clone((name, bytes): (&String, &Vec<u8>)) -> (String, Vec<u8>) {
    (name.clone(), bytes.clone())
}

fn names(files: &Files) -> Vec<&String> {
    files.keys().collect()
}

/// What a case makes when nothing fails.
fn undisturbed(case: &Case) -> (Files, Vec<(usize, u32)>) {
    let folder = prepared(case);
    let log = tempfile::NamedTempFile::new().unwrap();
    let output = traced(case, folder.path(), log.path(), None);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().unwrap() < 2, "{}: {said}", case.name);
    let log = fs::read_to_string(log.path()).unwrap();
    let calls = calls_in(&log, folder.path()).into_iter().collect();
    (files(folder.path()), calls)
}

#[test]
#[ignore = "needs strace; a step of cargo xtask test"]
fn every_call_fails_once() {
    let wanted = std::env::var("NGI_FAULTS").unwrap_or_default();
    let (mut faults, mut all_wrong) = (0, Vec::new());
    for case in CASES.iter().filter(|case| case.name.contains(&wanted)) {
        let (done, calls) = undisturbed(case);
        assert!(calls.len() >= 4, "{}: {calls:?}", case.name);
        faults += calls.len();
        for call in calls {
            all_wrong.extend(with_failing(case, call, &done));
        }
        println!("{}: {faults} faults so far", case.name);
    }
    assert!(all_wrong.is_empty(), "{} of {faults}:\n{}", all_wrong.len(), all_wrong.join("\n"));
    assert!(faults >= 20 || !wanted.is_empty());
}

/// Runs a case with one call failing; what is wrong then.
fn with_failing(case: &Case, (call, number): (usize, u32), done: &Files) -> Option<String> {
    let (name, error) = CALLS[call];
    let folder = prepared(case);
    let before = files(folder.path());
    let log = tempfile::NamedTempFile::new().unwrap();
    let inject = format!("{name}:error={error}:when={number}");
    let output = traced(case, folder.path(), log.path(), Some(inject));
    let mut wrong = wrong(case, &output, [&before, done, &files(folder.path())]);
    wrong.extend(not_completed(case, folder.path(), &output, done));
    // A thread of its own may fail first, and then the message is the call that fails here.
    let log = fs::read_to_string(log.path()).unwrap();
    let unheard = log.lines().any(|l| l.contains("write(2<") && l.contains("(INJECTED)"));
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && !said.contains("error: ") && !unheard {
        wrong.push("no message".to_owned());
    }
    told(case, &format!("{name} {number} fails with {error}"), &output, &wrong)
}

/// The program is killed at each of its renames, and the next one comes: the game is old or new, and
/// nothing else is left.
#[test]
#[ignore = "needs strace; a step of cargo xtask test"]
fn killed_at_any_step_and_the_next_one_settles_it() {
    let (mut kills, mut all_wrong) = (0, Vec::new());
    let several = [
        "edit mv",
        "import into",
        "import into, the second time",
        "undo of several files",
        "mod install",
        "mod install, the second one",
        "mod remove",
    ];
    for case in CASES.iter().filter(|case| several.contains(&case.name)) {
        let (done, calls) = undisturbed(case);
        // Each call that changes names, killed as it begins.
        for (call, number) in calls {
            let (name, _) = CALLS[call];
            if !["rename", "unlink", "link", "linkat", "fsync"].contains(&name) {
                continue;
            }
            kills += 1;
            let folder = prepared(case);
            let before = files(folder.path());
            let log = tempfile::NamedTempFile::new().unwrap();
            let inject = format!("{name}:signal=KILL:when={number}");
            let output = traced(case, folder.path(), log.path(), Some(inject));
            let next = ngi(folder.path(), ["list", "sounds.lib"]);
            assert!(next.status.success(), "{next:?}");
            let now: Files =
                files(folder.path()).into_iter().filter(|(name, _)| !is_extra(name)).collect();
            let same = |state: &Files| {
                let state: Files = state.iter().filter(|(n, _)| !is_extra(n)).map(clone).collect();
                now == state
            };
            let mut wrong =
                if same(&before) || same(&done) { vec![] } else { vec!["between".to_owned()] };
            // Temporary files are gone, and backups are those of changes.
            let left = extras(&files(folder.path()));
            if left != extras(&before) && left != extras(&done) {
                wrong.push(format!("left: {left:?}"));
            }
            // The list of mods went the same way as the files.
            let status = ngi(folder.path(), ["mod", "status", "."]);
            if !status.status.success() {
                wrong.push(format!("{status:?}"));
            }
            all_wrong.extend(told(case, &format!("killed at {name} {number}"), &output, &wrong));
        }
    }
    assert!(all_wrong.is_empty(), "{} of {kills}:\n{}", all_wrong.len(), all_wrong.join("\n"));
    assert!(kills >= 20, "{kills}");
}

/// What a killed program may leave besides the files themselves.
fn is_extra(name: &str) -> bool {
    // A folder that was made for a file, or that a file went out of, may stay.
    is_leftover(name) || ngi_vfs::save::is_backup(name) || name.ends_with('/')
}

/// Temporary files and backups.
fn extras(files: &Files) -> BTreeSet<String> {
    let extra = |name: &&String| is_extra(name) && !name.ends_with('/');
    files.keys().filter(extra).cloned().collect()
}

/// What a failure may leave unfinished, the next run has to complete.
fn not_completed(case: &Case, folder: &Path, output: &Output, done: &Files) -> Option<String> {
    if output.status.code() != Some(2) || case.unfinished.is_none() {
        return None;
    }
    let again = ngi(folder, words(case.line, folder));
    let there: Files = files(folder).into_iter().filter(|(name, _)| !is_leftover(name)).collect();
    let completed = again.status.code() != Some(2) && there == *done;
    let said = String::from_utf8_lossy(&again.stderr);
    (!completed).then(|| format!("the next run does not complete it: {said}"))
}

fn told(case: &Case, what: &str, output: &Output, wrong: &[String]) -> Option<String> {
    let said = String::from_utf8_lossy(&output.stderr);
    let wrong = wrong.join("; ");
    (!wrong.is_empty()).then(|| format!("{}, {what}: {wrong}\n    {}", case.name, said.trim_end()))
}

/// The disk is full after so many bytes of a file. A shell sets the limit, so that this needs
/// nothing but a shell.
#[test]
fn the_disk_is_full() {
    let mut all_wrong = Vec::new();
    for case in CASES {
        let folder = prepared(case);
        let output = ngi(folder.path(), words(case.line, folder.path()));
        assert!(output.status.code().unwrap() < 2, "{}: {output:?}", case.name);
        let done = files(folder.path());
        for blocks in [0, 1, 4, 16, 64] {
            let folder = prepared(case);
            let before = files(folder.path());
            let output = with_full_disk(case, folder.path(), blocks);
            let mut wrong = wrong(case, &output, [&before, &done, &files(folder.path())]);
            wrong.extend(not_completed(case, folder.path(), &output, &done));
            if blocks == 0 && output.status.code() != Some(2) {
                wrong.push("nothing could be written".to_owned());
            }
            all_wrong.extend(told(case, &format!("{blocks} blocks"), &output, &wrong));
        }
    }
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n"));
}

fn with_full_disk(case: &Case, folder: &Path, blocks: u32) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_ngi")]).args(words(case.line, folder));
    command.current_dir(folder).env_remove("NGI_GAME").env("NO_COLOR", "1").output().unwrap()
}
