//! The project's own commands, the same for a person and for CI.

mod bench;
mod blender;
mod book;
mod compiler;
mod cross;
mod damage;
mod demo;
mod deny;
mod dist;
mod docs;
mod features;
mod fuzz;
mod gltf;
mod icon;
mod kaitai;
mod markdown;
mod process;
mod prose;
mod python;
mod rustdoc;
mod screenshot;
mod setup;
mod test;
mod web;
mod windows;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own commands. Each sets up what it needs.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run everything that CI runs: format, lints, all tests, documentation, validators
    Test(test::Options),
    /// Run one step of `test` in this process
    #[command(hide = true)]
    Step {
        /// Name of the step
        step: test::Step,
    },
    /// Build `ngi` and run `ngi demo`
    Demo(demo::Options),
    /// Build the documentation as a book for a browser
    Book(book::Options),
    /// Make the add-on for Blender as a zip; test it in Blenders
    Blender(blender::Options),
    /// Run the benches and print one table of figures, baselines and targets
    Bench(bench::Options),
    /// Run libFuzzer targets on the stable toolchain
    Fuzz(fuzz::Options),
    /// Send damaged files of the demo game through every verb that reads
    Damage(damage::Options),
    /// Check licences, advisories, sources and duplicates of all dependencies
    Deny(deny::Options),
    /// Write the tables of `docs/formats` and the descriptions of `docs/schema` anew
    Docs,
    /// Check prose and links of pages, help texts and labels
    Prose(prose::Options),
    /// Take a picture of the viewer for the documentation
    Screenshot(screenshot::Options),
    /// Make what is passed on: archives, checksums, licences, a bill of materials
    Dist(dist::Options),
    /// Draw the icon of `ngi` anew
    Icon,
    /// Build for Windows, and run that under Wine
    Windows(windows::Options),
    /// Let assimp and Blender open what is exported, and compare what they find
    Interop(gltf::interop::Options),
    /// Build the package for Python, and test it
    Python(python::Options),
    /// Build the viewer as a page; serve it, or use it in browsers
    Web(web::Options),
}

/// Does what the command line asks for.
pub fn run() -> ExitCode {
    if let Some(code) = compiler::stand_in().or_else(rustdoc::stand_in) {
        return code;
    }
    let result = match Arguments::parse().command {
        Command::Test(options) => test::run(&options),
        Command::Step { step } => step.run_here().map(|()| ExitCode::SUCCESS),
        Command::Demo(options) => demo::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Blender(options) => blender::run(&options),
        Command::Book(options) => book::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Damage(options) => damage::run(&options),
        Command::Deny(options) => deny::run(&options),
        Command::Docs => docs::run(),
        Command::Prose(options) => prose::run(&options),
        Command::Screenshot(options) => screenshot::run(&options),
        Command::Dist(options) => dist::run(&options),
        Command::Icon => icon::run(),
        Command::Windows(options) => windows::run(&options),
        Command::Interop(options) => gltf::interop::run(&options),
        Command::Python(options) => python::run(&options),
        Command::Web(options) => web::run(&options),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_well_formed() {
        super::Arguments::command().debug_assert();
    }
}
