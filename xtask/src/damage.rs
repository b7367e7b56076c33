//! `cargo xtask damage`: damaged files of the demo game through every verb that reads.
//!
//! The work is done by `crates/ngi-cli/tests/damage`, whose small version is part of the tests.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::process;

/// Where temporary files cost no disk.
const MEMORY: &str = "/dev/shm";

/// Options of `cargo xtask damage`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask damage
  cargo xtask damage --verb export --mutations 100
  cargo xtask damage --verb pose --only bases.rlb --seed 3 --mutation 17

Each verb has one process under 1 GB of address space. A panic, an abort, a hang, and files left
behind by a command that failed are findings, each with the command that shows it again.")]
pub struct Options {
    /// How often each file is damaged, for each verb
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    mutations: u64,
    /// check, show, export, pose, query or play; all of them without it
    #[arg(long, value_name = "V", value_parser = ["check", "show", "export", "pose", "query", "play"])]
    verb: Option<String>,
    /// Other numbers make other damage; the same number makes the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Only files with this in their path
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only this mutation of each file, to see a finding again
    #[arg(long, value_name = "N")]
    mutation: Option<u64>,
    /// The most seconds one step may take
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
}

/// Runs the command. Fails where there are findings.
pub fn run(options: &Options) -> Result<ExitCode> {
    let mut command = process::linted(command(options))?;
    if Path::new(MEMORY).is_dir() {
        command.env("TMPDIR", MEMORY);
    }
    process::run(&mut command)?;
    Ok(ExitCode::SUCCESS)
}

fn command(options: &Options) -> Command {
    let Options { mutations, verb, seed, only, mutation, seconds } = options;
    // The whole workspace, so that nothing is built again with fewer features.
    let mut command = process::cargo(["test", "--workspace", "--test", "cli", "--"]);
    command.args(["--exact", "damage::campaign", "--ignored", "--nocapture"]);
    command.env("NGI_DAMAGE_MUTATIONS", mutations.to_string());
    command.env("NGI_DAMAGE_SEED", seed.to_string());
    command.env("NGI_DAMAGE_SECONDS", seconds.to_string());
    let optional = [
        ("NGI_DAMAGE_VERB", verb.clone()),
        ("NGI_DAMAGE_ONLY", only.clone()),
        ("NGI_DAMAGE_MUTATION", mutation.map(|mutation| mutation.to_string())),
    ];
    for (name, value) in optional {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_reach_the_test() {
        let options = Options {
            mutations: 7,
            verb: Some("pose".to_owned()),
            seed: 3,
            only: None,
            mutation: Some(5),
            seconds: 9,
        };
        let command = command(&options);
        let set: Vec<(String, Option<String>)> = command
            .get_envs()
            .map(|(name, value)| (name.to_str().unwrap(), value.map(|v| v.to_str().unwrap())))
            .filter(|(name, _)| name.starts_with("NGI_DAMAGE_"))
            .map(|(name, value)| (name.replace("NGI_DAMAGE_", ""), value.map(str::to_owned)))
            .collect();
        let given = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        assert!(set.contains(&given("MUTATIONS", "7")) && set.contains(&given("VERB", "pose")));
        assert!(set.contains(&given("MUTATION", "5")) && set.contains(&("ONLY".to_owned(), None)));
    }
}
