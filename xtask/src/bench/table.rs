//! Figures against targets, as one table.

use serde_json::{Value, json};

use super::measured::Measured;
use super::targets::{Bound, Target};

/// One line of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    group: String,
    function: String,
    /// Time of one iteration, or of one element where the bound is per element.
    time_ns: Option<f64>,
    baseline: Option<String>,
    baseline_ns: Option<f64>,
    bound: Option<Bound>,
}

/// Whether a bench reached its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Met,
    Missed,
    /// The bench, or the baseline its bound needs, was not run.
    NotRun,
    /// There is nothing to reach.
    NoTarget,
}

/// One row per target that `wanted` accepts, then one for every other comparison that was run.
pub fn rows(targets: &[Target], measured: &[Measured], wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let ran = |group: &str| measured.iter().any(|m| m.group == group);
    let asked = targets.iter().filter(|target| wanted(target.group) || ran(target.group));
    let mut rows: Vec<Row> = asked.map(|target| target_row(target, measured)).collect();
    let others = measured.iter().filter(|m| !targets.iter().any(|t| t.group == m.group));
    for ours in others.filter(|m| m.function == "ours") {
        rows.extend(free_rows(ours, measured));
    }
    rows
}

fn target_row(target: &Target, measured: &[Measured]) -> Row {
    let per_element = matches!(target.bound, Bound::PerElementAtMost(_));
    let time = |function: &str| {
        let found = measured.iter().find(|m| m.group == target.group && m.function == function)?;
        let elements = if per_element { found.elements.unwrap_or(1.0) } else { 1.0 };
        Some(found.time_ns / elements)
    };
    Row {
        group: target.group.to_owned(),
        function: target.function.to_owned(),
        time_ns: time(target.function),
        baseline: target.baseline.map(str::to_owned),
        baseline_ns: target.baseline.and_then(time),
        bound: Some(target.bound),
    }
}

/// A bench without a target, beside each other function of its group.
fn free_rows(ours: &Measured, measured: &[Measured]) -> Vec<Row> {
    let row = |baseline: Option<&Measured>| Row {
        group: ours.group.clone(),
        function: ours.function.clone(),
        time_ns: Some(ours.time_ns),
        baseline: baseline.map(|m| m.function.clone()),
        baseline_ns: baseline.map(|m| m.time_ns),
        bound: None,
    };
    let others = measured.iter().filter(|m| m.group == ours.group && m.function != ours.function);
    let rows: Vec<Row> = others.map(|other| row(Some(other))).collect();
    if rows.is_empty() { vec![row(None)] } else { rows }
}

impl Row {
    /// How many times the baseline's time ours takes.
    fn ratio(&self) -> Option<f64> {
        Some(self.time_ns? / self.baseline_ns?)
    }

    fn verdict(&self) -> Verdict {
        let Some(bound) = self.bound else { return Verdict::NoTarget };
        let met = match bound {
            Bound::AtMost(times) => self.ratio().map(|ratio| ratio <= times),
            Bound::AtLeast(times) => self.ratio().map(|ratio| 1.0 / ratio >= times),
            Bound::AbsoluteAtMost(time) | Bound::PerElementAtMost(time) => {
                self.time_ns.map(|ns| ns <= time.as_secs_f64() * 1e9)
            }
        };
        match met {
            Some(true) => Verdict::Met,
            Some(false) => Verdict::Missed,
            None => Verdict::NotRun,
        }
    }

    fn cells(&self) -> [String; 6] {
        let dash = || "-".to_owned();
        let baseline = match (&self.baseline, self.baseline_ns) {
            (Some(name), Some(ns)) => format!("{name} {}", time(ns)),
            _ => dash(),
        };
        // Said the way the bound says it, so that the two columns can be compared.
        let ratio = self.ratio().map(|ratio| match self.bound {
            Some(Bound::AtLeast(_)) => format!("{} x as fast", number(1.0 / ratio)),
            _ => format!("{} x its time", number(ratio)),
        });
        [
            self.group.clone(),
            self.time_ns.map_or_else(dash, time),
            baseline,
            ratio.unwrap_or_else(dash),
            self.bound.map_or_else(dash, describe),
            self.verdict().text().to_owned(),
        ]
    }

    fn json(&self) -> Value {
        json!({
            "group": self.group,
            "function": self.function,
            "time_ns": self.time_ns,
            "baseline": self.baseline,
            "baseline_ns": self.baseline_ns,
            "ratio": self.ratio(),
            "target": self.bound.map(describe),
            "verdict": self.verdict().text(),
        })
    }
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "missed",
            Self::NotRun => "not run",
            Self::NoTarget => "-",
        }
    }
}

fn describe(bound: Bound) -> String {
    match bound {
        Bound::AtMost(times) => format!("<= {times} x"),
        Bound::AtLeast(times) => format!(">= {times} x"),
        Bound::AbsoluteAtMost(most) => format!("<= {}", time(most.as_secs_f64() * 1e9)),
        Bound::PerElementAtMost(most) => format!("<= {} each", time(most.as_secs_f64() * 1e9)),
    }
}

/// Three digits that matter, whatever the size.
fn number(value: f64) -> String {
    let decimals = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", number(value))
}

/// The rows as text, columns aligned.
pub fn text(rows: &[Row]) -> String {
    let heading = ["bench", "figure", "baseline", "ratio", "target", ""].map(str::to_owned);
    let lines: Vec<[String; 6]> =
        std::iter::once(heading).chain(rows.iter().map(Row::cells)).collect();
    let mut widths = [0; 6];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.len().max(*width);
        }
    }
    let mut out = String::new();
    for line in &lines {
        let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

/// Returns the benches that have a target as a Markdown table. Met targets have an empty verdict,
/// and the bound of the target tells how to read the ratio.
pub fn markdown(rows: &[Row]) -> String {
    let mut out = String::from(
        "| bench | figure | against | ratio | target | |\n|---|---|---|---|---|---|\n",
    );
    for row in rows.iter().filter(|row| row.bound.is_some()) {
        let [bench, figure, baseline, ratio, target, verdict] = row.cells();
        let ratio = ratio.split(' ').next().unwrap_or_default();
        let verdict = match verdict.as_str() {
            "met" => String::new(),
            "missed" => "**missed** ".to_owned(),
            other => format!("{other} "),
        };
        out.push_str(&format!(
            "| `{bench}` | {figure} | {baseline} | {ratio} | {target} | {verdict}|\n"
        ));
    }
    out
}

/// The rows as one JSON document.
pub fn document(rows: &[Row]) -> Value {
    json!({ "schema": "ngi.bench/1", "rows": rows.iter().map(Row::json).collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests;
