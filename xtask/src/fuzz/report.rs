//! What libFuzzer's lines say about a run.

use std::io::BufRead;

use anyhow::Result;

/// What is known of one target's run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Whether the process ended well.
    pub succeeded: bool,
    /// Whether it ended because nothing new was reached for as long as was asked.
    pub is_quiet: bool,
    /// Places in the code that count being reached. Without them libFuzzer is blind.
    counters: u64,
    /// Coverage after the seeds, and at the end.
    first_coverage: Option<u64>,
    last_coverage: Option<u64>,
    /// How many inputs were tried, and how long that took.
    runs: u64,
    seconds: u64,
    /// Where the input is that made it fail.
    artifact: Option<String>,
}

impl Report {
    /// Reads all lines, passing each on.
    pub fn read(&mut self, lines: impl BufRead, mut show: impl FnMut(&str)) -> Result<()> {
        for line in lines.split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            self.read_line(&line);
            show(&line);
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) {
        if line.starts_with("INFO: Loaded") && line.contains("inline 8-bit counters") {
            self.counters = number_after(line, "(").unwrap_or_default();
        }
        if line.starts_with('#') {
            self.runs = number_after(line, "#").unwrap_or(self.runs);
            if let Some(coverage) = number_after(line, "cov: ") {
                // Large corpora are told of while they are read; the seeds end with this line.
                if self.first_coverage.is_none() || line.contains("\tINITED") {
                    self.first_coverage = Some(coverage);
                }
                self.last_coverage = Some(coverage);
            }
        }
        if line.starts_with("Done ") {
            self.seconds = number_after(line, " runs in ").unwrap_or_default();
        }
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.artifact = Some(path.trim().to_owned());
        }
    }

    /// Whether nothing failed, and libFuzzer could see what it did.
    pub fn is_fine(&self) -> bool {
        self.succeeded && self.counters > 0
    }

    /// Whether inputs reached places that the seeds did not.
    pub fn found_new_places(&self) -> bool {
        self.last_coverage > self.first_coverage
    }

    /// Adds a run that went on where this one ended.
    pub fn append(&mut self, next: Self) {
        let Self {
            succeeded,
            is_quiet,
            counters,
            first_coverage,
            last_coverage,
            runs,
            seconds,
            artifact,
        } = next;
        self.succeeded = succeeded;
        self.is_quiet = is_quiet;
        self.counters = counters;
        self.first_coverage = self.first_coverage.or(first_coverage);
        self.last_coverage = last_coverage.or(self.last_coverage);
        self.runs += runs;
        self.seconds += seconds;
        self.artifact = artifact.or(self.artifact.take());
    }

    /// The run as a row of [`table`].
    fn row(&self, name: &str) -> String {
        let coverage = |value: Option<u64>| value.map_or("?".to_owned(), |v| v.to_string());
        format!(
            "| `{name}` | {} | {} | {} | {} | {} | {} |",
            self.seconds,
            self.runs,
            coverage(self.first_coverage),
            coverage(self.last_coverage),
            if self.is_quiet { "yes" } else { "no" },
            if self.is_fine() { "none" } else { "**yes**" },
        )
    }

    /// The run in one line, or, where it failed, what to do about it.
    pub fn describe(&self, name: &str, command: &str) -> String {
        if self.counters == 0 {
            return format!("{name}: FAILED, it was built without coverage or did not start");
        }
        let coverage = |value: Option<u64>| value.map_or("?".to_owned(), |v| v.to_string());
        let work = format!(
            "{} runs, coverage {} to {} of {}",
            self.runs,
            coverage(self.first_coverage),
            coverage(self.last_coverage),
            self.counters
        );
        match &self.artifact {
            None if self.succeeded => format!("{name}: {work}, no failure"),
            None => format!("{name}: FAILED without an input to show for it, {work}"),
            Some(input) => format!(
                "{name}: FAILED, {work}\n  \
                 input:       {input}\n  \
                 again:       {command} {input}\n  \
                 as a test:   mkdir -p fuzz/regressions/{name} && cp {input} \
                 fuzz/regressions/{name}/NAME, where NAME says what is wrong with it"
            ),
        }
    }
}

/// All runs as a table in Markdown.
pub fn table(reports: &[(&str, Report)]) -> String {
    let head = "| target | seconds | executions | places after the seeds | places at the end | \
                quiet at the end | failures |\n|---|---|---|---|---|---|---|";
    let rows = reports.iter().map(|(name, report)| report.row(name));
    [head.to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

/// The number that starts right behind `mark`.
fn number_after(line: &str, mark: &str) -> Option<u64> {
    let (_, rest) = line.split_once(mark)?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: &str = "\
INFO: Seed: 3221225472
INFO: Loaded 1 modules   (1234 inline 8-bit counters): 1234 [0x55, 0x56), 
INFO: Loaded 1 PC tables (1234 PCs): 1234 [0x57,0x58), 
#4\tpulse  cov: 20 ft: 21 corp: 3/120b exec/s: 0 rss: 29Mb
#6\tINITED cov: 40 ft: 41 corp: 5/320b exec/s: 0 rss: 30Mb
#512\tNEW    cov: 55 ft: 80 corp: 9/500b lim: 64 exec/s: 0 rss: 31Mb L: 9/9 MS: 1 EraseBytes-
#90000\tDONE   cov: 60 ft: 99 corp: 19/900b lim: 4096 exec/s: 18000 rss: 33Mb
Done 90000 runs in 5 second(s)
";

    fn report(text: &str, succeeded: bool) -> Report {
        let mut report = Report { succeeded, ..Report::default() };
        let mut lines = Vec::new();
        report.read(text.as_bytes(), |line| lines.push(line.to_owned())).unwrap();
        assert_eq!(lines.len(), text.lines().count());
        report
    }

    #[test]
    fn a_good_run_in_one_line() {
        let report = report(FINE, true);
        assert!(report.is_fine());
        assert_eq!(
            report.describe("text", "bin/text"),
            "text: 90000 runs, coverage 40 to 60 of 1234, no failure"
        );
    }

    #[test]
    fn runs_of_one_target_add_up() {
        let mut whole = Report::default();
        whole.append(report(FINE, true));
        assert!(whole.found_new_places());
        let quiet = FINE.replace("cov: 40", "cov: 60").replace("cov: 55", "cov: 60");
        let quiet = report(&quiet, true);
        assert!(!quiet.found_new_places());
        whole.append(quiet);
        assert!(whole.is_fine());
        let table = table(&[("text", whole)]);
        let row = table.lines().last().unwrap();
        assert_eq!(row, "| `text` | 10 | 180000 | 40 | 60 | no | none |");
    }

    #[test]
    fn a_failure_says_where_the_input_is() {
        let text = format!("{FINE}artifact_prefix='a/'; Test unit written to a/crash-12ab\n");
        let report = report(&text, false);
        assert!(!report.is_fine());
        let shown = report.describe("text", "bin/text");
        assert!(shown.starts_with("text: FAILED, 90000 runs"), "{shown}");
        assert!(shown.contains("bin/text a/crash-12ab"), "{shown}");
        assert!(shown.contains("cp a/crash-12ab fuzz/regressions/text/NAME"), "{shown}");
    }

    #[test]
    fn a_run_without_coverage_is_a_failure() {
        let report = report("INFO: Seed: 1\n#2\tINITED exec/s: 0 rss: 26Mb\n", true);
        assert!(!report.is_fine());
        assert!(report.describe("text", "b").contains("without coverage"));
    }
}
