use std::time::Duration;

use super::*;

fn measured(group: &str, function: &str, time_ns: f64, elements: Option<f64>) -> Measured {
    Measured { group: group.to_owned(), function: function.to_owned(), time_ns, elements }
}

fn target(group: &'static str, baseline: &'static str, bound: Bound) -> Target {
    Target { group, function: "ours", baseline: Some(baseline), bound }
}

fn verdicts(rows: &[Row]) -> Vec<Verdict> {
    rows.iter().map(Row::verdict).collect()
}

#[test]
fn each_bound_is_met_at_its_edge_and_missed_behind_it() {
    let edge = |bound, ours, elements| {
        let targets = [target("g", "b", bound)];
        let figures = [measured("g", "ours", ours, elements), measured("g", "b", 100.0, None)];
        verdicts(&rows(&targets, &figures, |_| true))
    };
    assert_eq!(edge(Bound::AtMost(2.0), 200.0, None), [Verdict::Met]);
    assert_eq!(edge(Bound::AtMost(2.0), 201.0, None), [Verdict::Missed]);
    assert_eq!(edge(Bound::AtLeast(2.0), 50.0, None), [Verdict::Met]);
    assert_eq!(edge(Bound::AtLeast(2.0), 51.0, None), [Verdict::Missed]);
    let micro = Duration::from_micros(1);
    assert_eq!(edge(Bound::AbsoluteAtMost(micro), 999.0, Some(9.0)), [Verdict::Met]);
    assert_eq!(edge(Bound::AbsoluteAtMost(micro), 1001.0, Some(9.0)), [Verdict::Missed]);
    assert_eq!(edge(Bound::PerElementAtMost(micro), 8991.0, Some(9.0)), [Verdict::Met]);
    assert_eq!(edge(Bound::PerElementAtMost(micro), 9009.0, Some(9.0)), [Verdict::Missed]);
    assert_eq!(edge(Bound::PerElementAtMost(micro), 1001.0, None), [Verdict::Missed]);
}

#[test]
fn without_figure_or_baseline_a_target_was_not_run() {
    let targets = [target("g", "b", Bound::AtMost(2.0))];
    assert_eq!(verdicts(&rows(&targets, &[], |_| true)), [Verdict::NotRun]);
    let lonely = [measured("g", "ours", 1.0, None)];
    assert_eq!(verdicts(&rows(&targets, &lonely, |_| true)), [Verdict::NotRun]);
    // An absolute bound needs no baseline.
    let targets = [target("g", "b", Bound::AbsoluteAtMost(Duration::from_secs(1)))];
    assert_eq!(verdicts(&rows(&targets, &lonely, |_| true)), [Verdict::Met]);
}

#[test]
fn a_filter_hides_targets_nobody_asked_for() {
    let targets = [
        target("nres/a", "b", Bound::AtMost(2.0)),
        target("rsli/a", "b", Bound::AtMost(2.0)),
        target("cli/a", "b", Bound::AtMost(2.0)),
    ];
    let figures = [measured("cli/a", "ours", 1.0, None)];
    let shown = rows(&targets, &figures, |group| group.contains("nres"));
    let groups: Vec<_> = shown.iter().map(|row| row.group.as_str()).collect();
    assert_eq!(groups, ["nres/a", "cli/a"]);
}

#[test]
fn the_table_is_aligned_and_shows_benches_without_a_target() {
    let targets = [
        target("nres/open", "memcpy", Bound::AtMost(10.0)),
        target("rsli/lzss", "straightforward", Bound::AtLeast(2.5)),
        target("nres/find", "linear", Bound::PerElementAtMost(Duration::from_micros(1))),
        target("cli/extract", "cp", Bound::AtMost(1.5)),
    ];
    let figures = [
        measured("nres/find", "ours", 300_000.0, Some(1000.0)),
        measured("nres/open", "memcpy", 1_500_000.0, None),
        measured("nres/open", "ours", 9_000_000.0, None),
        measured("rsli/lzss", "ours", 1000.0, None),
        measured("rsli/lzss", "straightforward", 2000.0, None),
        measured("text", "memcpy", 40.0, None),
        measured("text", "ours", 5_000.0, None),
        measured("alone", "ours", 2e9, None),
    ];
    let table = text(&rows(&targets, &figures, |_| true));
    let (heading, _) = table.split_once('\n').unwrap();
    let columns: Vec<_> = ["bench", "figure", "baseline", "ratio", "target"]
        .map(|name| heading.find(name).unwrap())
        .into();
    // Every line has two blanks before each column: that is what aligned means.
    for line in table.lines().skip(1) {
        assert!(columns.iter().skip(1).all(|&at| &line[at - 2..at] == "  "), "{table}");
    }
    let cells: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert_eq!(
        cells,
        [
            vec!["nres/open", "9.00 ms", "memcpy 1.50 ms", "6.00 x its time", "<= 10 x", "met"],
            vec![
                "rsli/lzss",
                "1.00 us",
                "straightforward 2.00 us",
                "2.00 x as fast",
                ">= 2.5 x",
                "missed"
            ],
            vec!["nres/find", "300 ns", "-", "-", "<= 1.00 us each", "met"],
            vec!["cli/extract", "-", "-", "-", "<= 1.5 x", "not run"],
            vec!["text", "5.00 us", "memcpy 40.0 ns", "125 x its time", "-", "-"],
            vec!["alone", "2.00 s", "-", "-", "-", "-"],
        ]
    );
}

#[test]
fn the_document_holds_numbers() {
    let targets = [target("g", "b", Bound::AtMost(2.0))];
    let figures = [measured("g", "ours", 300.0, None), measured("g", "b", 100.0, None)];
    assert_eq!(
        document(&rows(&targets, &figures, |_| true)).to_string(),
        r#"{"schema":"ngi.bench/1","rows":[{"group":"g","function":"ours","time_ns":300.0,"baseline":"b","baseline_ns":100.0,"ratio":3.0,"target":"<= 2 x","verdict":"missed"}]}"#
    );
}

#[test]
fn the_page_shows_what_was_missed() {
    let targets = [target("g", "b", Bound::AtMost(2.0)), target("h", "b", Bound::AtMost(2.0))];
    let figures = [
        measured("g", "ours", 100.0, None),
        measured("g", "b", 100.0, None),
        measured("h", "ours", 300.0, None),
        measured("h", "b", 100.0, None),
        measured("no target", "ours", 100.0, None),
    ];
    let page = markdown(&rows(&targets, &figures, |_| true));
    let lines: Vec<_> = page.lines().collect();
    assert_eq!(lines[2], "| `g` | 100 ns | b 100 ns | 1.00 | <= 2 x | |");
    assert_eq!(lines[3], "| `h` | 300 ns | b 100 ns | 3.00 | <= 2 x | **missed** |");
    assert_eq!(lines.len(), 4);
}
