//! The process that runs all the commands of one verb, under a limit of address space.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use super::files::{self, File};
use super::number;
use super::steps::{Verb, words};

/// The most address space a process may have.
const ADDRESS_SPACE: u64 = 1 << 30;

/// What the panic that is being caught said and where it was.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// What a process did, kept in its file of notes.
struct Notes {
    now: fs::File,
    lines: fs::File,
    answers: [u64; 3],
    slowest: (u128, u64),
}

/// Runs all steps from the one that the environment names.
pub fn run() {
    let Some(folder) = std::env::var_os("NGI_DAMAGE_FOLDER").map(PathBuf::from) else { return };
    let verb = Verb::named(&std::env::var("NGI_DAMAGE_VERB").unwrap());
    let only = std::env::var("NGI_DAMAGE_ONLY").unwrap_or_default();
    let mutations = number("NGI_DAMAGE_MUTATIONS", 0);
    let wanted: Option<u64> = std::env::var("NGI_DAMAGE_MUTATION").ok().map(|n| n.parse().unwrap());
    limit_address_space();
    std::panic::set_hook(Box::new(|info| *PANIC.lock().unwrap() = info.to_string()));
    let work = Work { folder: &folder, verb, seed: number("NGI_DAMAGE_SEED", 0) };
    let files = files::all(&folder.join("whole"), &only);
    let mut notes = Notes::open(&folder);
    let steps = number("NGI_DAMAGE_FROM", 0)..files.len() as u64 * mutations;
    for step in steps.filter(|step| wanted.is_none_or(|wanted| step % mutations == wanted)) {
        let file = &files[(step / mutations) as usize];
        notes.begin(step);
        let began = Instant::now();
        match work.step(file, (step % mutations) as usize) {
            Ok(code) => notes.answers[usize::from(code)] += 1,
            Err(finding) => notes.finding(step, &finding),
        }
        notes.slowest = notes.slowest.max((began.elapsed().as_millis(), step));
        if step % mutations == mutations - 1 {
            work.restore(file);
        }
        if step % 256 == 0 {
            notes.summary();
        }
    }
    notes.summary();
}

struct Work<'a> {
    folder: &'a Path,
    verb: Verb,
    seed: u64,
}

impl Work<'_> {
    /// Damages a file and runs the command; gives its exit code, or what must not be.
    fn step(&self, file: &File, mutation: usize) -> Result<u8, String> {
        let (game, out) = (self.folder.join("game"), self.folder.join("out"));
        let damaged = file.damaged(mutation, self.seed);
        replace(&game.join(&file.path), &damaged.bytes, self.folder);
        let words = words(self.verb, &damaged, mutation / 4 + mutation, &game, &out);
        let ran = catch_unwind(AssertUnwindSafe(|| {
            if mutation == 1 {
                go_wrong();
            }
            ngi_cli::run(&words)
        }));
        let left: Vec<String> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        if !left.is_empty() {
            fs::remove_dir_all(&out).unwrap();
            fs::create_dir(&out).unwrap();
        }
        match ran {
            Err(_) => Err(format!("{}: {}", words.join(" "), PANIC.lock().unwrap())),
            Ok(code @ 0..=1) => Ok(code),
            Ok(2) if left.is_empty() => Ok(2),
            Ok(2) => Err(format!("{}: failed, but left {}", words.join(" "), left.join(", "))),
            Ok(code) => Err(format!("{}: exit code {code}", words.join(" "))),
        }
    }

    fn restore(&self, file: &File) {
        let whole = fs::read(self.folder.join("whole").join(&file.path)).unwrap();
        replace(&self.folder.join("game").join(&file.path), &whole, self.folder);
    }
}

/// Does what a test asks for, to see that it is noticed.
fn go_wrong() {
    match std::env::var("NGI_DAMAGE_WRONG").unwrap_or_default().as_str() {
        "panic" => panic!("on purpose"),
        "abort" => std::process::abort(),
        "memory" => drop(std::hint::black_box(vec![1_u8; ADDRESS_SPACE as usize])),
        "hang" => loop {
            std::thread::park();
        },
        _ => {}
    }
}

/// Puts other bytes under a name. The old file may still be mapped into memory, so it is not
/// written into.
fn replace(path: &Path, bytes: &[u8], folder: &Path) {
    let new = folder.join("next");
    fs::write(&new, bytes).unwrap();
    fs::rename(&new, path).unwrap();
}

#[cfg(unix)]
fn limit_address_space() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let limit = Rlimit { current: Some(ADDRESS_SPACE), maximum: Some(ADDRESS_SPACE) };
    setrlimit(Resource::As, limit).unwrap();
}

#[cfg(not(unix))]
fn limit_address_space() {
    let _ = ADDRESS_SPACE; // no such limit here; time and panics are still watched
}

impl Notes {
    fn open(folder: &Path) -> Self {
        let lines = fs::File::options().append(true).create(true).open(folder.join("notes"));
        let now = fs::File::create(folder.join("now")).unwrap();
        Self { now, lines: lines.unwrap(), answers: [0; 3], slowest: (0, 0) }
    }

    /// Says which step begins; where the process does not come back from it, this is known.
    fn begin(&mut self, step: u64) {
        self.now.seek(SeekFrom::Start(0)).unwrap();
        self.now.write_all(format!("{step:020}").as_bytes()).unwrap();
    }

    fn finding(&mut self, step: u64, finding: &str) {
        let finding = finding.replace('\n', " ");
        self.lines.write_all(format!("finding {step} {finding}\n").as_bytes()).unwrap();
    }

    /// What this process did so far; the last such line of a process counts.
    fn summary(&mut self) {
        let [clean, found, refused] = self.answers;
        let (slowest, step) = self.slowest;
        let line = format!(
            "summary {} {clean} {found} {refused} {slowest} {step} {}\n",
            std::process::id(),
            peak_kilobytes()
        );
        self.lines.write_all(line.as_bytes()).unwrap();
    }
}

/// The most address space this process ever had, where the system says so.
fn peak_kilobytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    line.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok()).unwrap_or_default()
}
