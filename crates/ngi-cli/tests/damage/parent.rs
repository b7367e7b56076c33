//! Starting, watching and judging the processes that read damaged files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::files;
use super::steps::Verb;
use crate::common::write_demo;

/// A process that fails this often has shown enough.
const MOST_STARTS: usize = 25;

/// What to do.
#[derive(Debug, Clone)]
pub struct Campaign {
    /// Mutations per file.
    pub mutations: u64,
    /// Another seed, other damage.
    pub seed: u64,
    /// Only files whose path holds this.
    pub only: String,
    /// Only this mutation of each.
    pub mutation: Option<u64>,
    /// The most one step may take.
    pub time: Duration,
    /// What the second step does wrong, to see that it is noticed.
    pub wrong: Option<&'static str>,
}

impl Default for Campaign {
    fn default() -> Self {
        let time = Duration::from_secs(60);
        Self { mutations: 1, seed: 0, only: String::new(), mutation: None, time, wrong: None }
    }
}

/// What came of one verb.
#[derive(Debug, Clone)]
pub struct Report {
    verb: Verb,
    files: usize,
    /// Damaged files that went through it.
    pub steps: u64,
    /// How many ended with exit code 0, 1 and 2.
    pub answers: [u64; 3],
    /// The slowest step, in milliseconds, and which it was.
    slowest: (u64, String),
    peak_megabytes: u64,
    /// What must not be, each with how to see it again.
    pub findings: Vec<String>,
}

/// Runs one verb over damaged files of the demo game.
pub fn run(campaign: &Campaign, verb: Verb) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_demo(&folder.join("whole"));
    write_demo(&folder.join("game"));
    fs::create_dir(folder.join("out")).unwrap();
    let files: Vec<String> = files::all(&folder.join("whole"), &campaign.only)
        .into_iter()
        .map(|file| file.path)
        .collect();
    assert!(!files.is_empty(), "no file of the demo game has {:?} in its path", campaign.only);
    let mut watch = Watch { campaign, verb, folder, files: &files, findings: Vec::new() };
    watch.all();
    watch.report()
}

/// Writes the game with one damaged file to a folder that stays, to be looked at.
pub fn keep(campaign: &Campaign, mutation: u64) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged");
    write_demo(&folder);
    for file in files::all(&folder, &campaign.only) {
        let damaged = file.damaged(mutation as usize, campaign.seed);
        let path = folder.join(&file.path);
        fs::remove_file(&path).unwrap();
        fs::write(&path, damaged.bytes).unwrap();
        println!("damaged: {}", folder.join(damaged.path).display());
    }
}

struct Watch<'a> {
    campaign: &'a Campaign,
    verb: Verb,
    folder: &'a Path,
    files: &'a [String],
    findings: Vec<String>,
}

impl Watch<'_> {
    /// Starts processes until all steps are done.
    fn all(&mut self) {
        let steps = self.files.len() as u64 * self.campaign.mutations;
        let mut from = 0;
        for _ in 0..MOST_STARTS {
            let (status, stopped) = self.one(from);
            if status.success() {
                return;
            }
            let step = self.now();
            let why = match stopped {
                true => format!("no answer within {:?}", self.campaign.time),
                false => format!("{status}; {}", self.last_words()),
            };
            self.findings.push(self.told(step, &why));
            from = step + 1;
            if from >= steps {
                return;
            }
        }
        self.findings.push(format!("{}: gave up after {MOST_STARTS} processes", self.verb.name()));
    }

    /// One process, up to its end or until a step takes too long.
    fn one(&self, from: u64) -> (ExitStatus, bool) {
        let mut child = self.start(from);
        let (mut step, mut since) = (u64::MAX, Instant::now());
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                return (status, false);
            }
            let now = self.now();
            if now != step {
                (step, since) = (now, Instant::now());
            } else if since.elapsed() > self.campaign.time {
                child.kill().unwrap();
                return (child.wait().unwrap(), true);
            }
            sleep(Duration::from_millis(20));
        }
    }

    fn start(&self, from: u64) -> Child {
        let words = fs::File::create(self.folder.join("words")).unwrap();
        let mutation = self.campaign.mutation.map(|mutation| mutation.to_string());
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "damage::child_that_reads_damaged_files", "--ignored", "--nocapture"])
            .env("NGI_DAMAGE_FOLDER", self.folder)
            .env("NGI_DAMAGE_VERB", self.verb.name())
            .env("NGI_DAMAGE_ONLY", &self.campaign.only)
            .env("NGI_DAMAGE_MUTATIONS", self.campaign.mutations.to_string())
            .env("NGI_DAMAGE_SEED", self.campaign.seed.to_string())
            .env("NGI_DAMAGE_FROM", from.to_string())
            .env("RUST_BACKTRACE", "0")
            .env_remove("NGI_GAME")
            .env_remove("NGI_DAMAGE_MUTATION")
            .env("NGI_DAMAGE_WRONG", self.campaign.wrong.unwrap_or_default())
            .envs(mutation.map(|mutation| ("NGI_DAMAGE_MUTATION", mutation)))
            .stdout(Stdio::null())
            .stderr(words)
            .spawn()
            .unwrap()
    }

    /// The step that a process began last.
    fn now(&self) -> u64 {
        let text = fs::read_to_string(self.folder.join("now")).unwrap_or_default();
        text.parse().unwrap_or_default()
    }

    /// What a process said on stderr before it ended.
    fn last_words(&self) -> String {
        let said = fs::read(self.folder.join("words")).unwrap_or_default();
        let said = String::from_utf8_lossy(&said).into_owned();
        let lines: Vec<&str> = said.lines().rev().filter(|line| !line.is_empty()).take(2).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join(" ")
    }

    /// A finding with how to see it again.
    fn told(&self, step: u64, why: &str) -> String {
        let (verb, seed) = (self.verb.name(), self.campaign.seed);
        let (file, mutation) = self.place(step);
        format!(
            "{verb} of {file}, mutation {mutation}: {why}\n  \
             again: cargo xtask damage --verb {verb} --only {file} --seed {seed} --mutation {mutation}"
        )
    }

    /// The file and the number of the mutation that a step was about.
    fn place(&self, step: u64) -> (&str, u64) {
        let mutations = self.campaign.mutations;
        let file = self.files.get((step / mutations) as usize).map_or("?", String::as_str);
        (file, step % mutations)
    }

    fn report(mut self) -> Report {
        let notes = fs::read_to_string(self.folder.join("notes")).unwrap_or_default();
        let mut processes: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for line in notes.lines() {
            if let Some(rest) = line.strip_prefix("finding ") {
                let (step, why) = rest.split_once(' ').unwrap();
                self.findings.push(self.told(step.parse().unwrap(), why));
            } else if let Some(rest) = line.strip_prefix("summary ") {
                let (process, numbers) = rest.split_once(' ').unwrap();
                let numbers = numbers.split(' ').map(|number| number.parse().unwrap());
                processes.insert(process, numbers.collect());
            }
        }
        let sum = |place: usize| processes.values().map(|numbers| numbers[place]).sum::<u64>();
        let slowest = processes.values().map(|numbers| (numbers[3], numbers[4])).max();
        let (slowest, step) = slowest.unwrap_or_default();
        let (file, mutation) = self.place(step);
        let slowest = (slowest, format!("{file} {mutation}"));
        let answers = [sum(0), sum(1), sum(2)];
        Report {
            verb: self.verb,
            files: self.files.len(),
            steps: answers.iter().sum::<u64>() + self.findings.len() as u64,
            answers,
            slowest,
            peak_megabytes: processes.values().map(|numbers| numbers[5]).max().unwrap_or(0) / 1024,
            findings: self.findings,
        }
    }
}

impl Report {
    /// A row of [`table`].
    pub fn row(&self) -> String {
        let Self { verb, files, steps, answers: [clean, found, refused], .. } = self;
        let (slowest, which) = &self.slowest;
        format!(
            "| `{}` | {files} | {steps} | {clean} | {found} | {refused} | {slowest} ms ({which}) | \
             {} MB | {} |",
            verb.name(),
            self.peak_megabytes,
            self.findings.len()
        )
    }
}

/// All reports as a table in Markdown.
pub fn table(reports: &[Report]) -> String {
    let head = "| verb | files | damaged files | exit 0 | exit 1 | exit 2 | slowest | most address \
                space | findings |\n|---|---|---|---|---|---|---|---|---|";
    let rows = reports.iter().map(Report::row);
    [head.to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
