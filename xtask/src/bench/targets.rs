//! What each bench has to reach.
//!
//! A group measures one job on one input; its functions are ways to do that job. `ours` is the
//! project's; the others are what it is measured against, in the same run.

use std::time::Duration;

/// What one bench has to reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// Criterion's group, such as `nres/open-check-200k`.
    pub group: &'static str,
    /// The function of the group that is judged.
    pub function: &'static str,
    /// The function of the group it is compared with. Shown where the bound needs none.
    pub baseline: Option<&'static str>,
    /// The bound itself.
    pub bound: Bound,
}

/// A bound on the time of a bench.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// Takes at most so many times the baseline's time.
    AtMost(f64),
    /// Is at least so many times as fast as the baseline.
    AtLeast(f64),
    /// Takes at most so long, on a quiet machine.
    AbsoluteAtMost(Duration),
    /// Each element takes at most so long, on a quiet machine. The bench says with
    /// `Throughput::Elements` how many elements one iteration handles; one where it does not.
    PerElementAtMost(Duration),
}

const fn at_most(group: &'static str, times: f64, baseline: &'static str) -> Target {
    Target { group, function: "ours", baseline: Some(baseline), bound: Bound::AtMost(times) }
}

const fn at_least(group: &'static str, times: f64, baseline: &'static str) -> Target {
    Target { group, function: "ours", baseline: Some(baseline), bound: Bound::AtLeast(times) }
}

const fn absolute(group: &'static str, baseline: &'static str, bound: Bound) -> Target {
    Target { group, function: "ours", baseline: Some(baseline), bound }
}

const fn each(group: &'static str, time: Duration) -> Target {
    Target { group, function: "ours", baseline: None, bound: Bound::PerElementAtMost(time) }
}

const LOOK_UP: Bound = Bound::PerElementAtMost(Duration::from_micros(1));

/// At least so many millions of elements a second. Rounded down to whole nanoseconds, so that it
/// asks for a little more.
const fn per_second(millions: u64) -> Bound {
    Bound::PerElementAtMost(Duration::from_nanos(1000 / millions))
}

/// What a row of a wear shows now.
const fn phase(group: &'static str) -> Target {
    Target { group, function: "ours", baseline: None, bound: per_second(30) }
}

const fn frame(group: &'static str, time: Duration) -> Target {
    Target { group, function: "ours", baseline: None, bound: Bound::AbsoluteAtMost(time) }
}

/// Every target, in the order of the table.
pub const TARGETS: &[Target] = &[
    at_most("nres/open-check-200k", 10.0, "memcpy"),
    absolute("nres/open-256mb", "memcpy", Bound::AbsoluteAtMost(Duration::from_millis(2))),
    // No slower than a miss, but for noise.
    at_most("nres/find-hit-200k", 1.05, "miss"),
    absolute("nres/find-miss-200k", "linear-memcpy", LOOK_UP),
    at_most("nres/replace-256mb", 2.0, "copy"),
    at_most("nres/rebuild-200k", 20.0, "memcpy"),
    at_least("rsli/lzss/text", 2.5, "straightforward"),
    at_least("rsli/lzss/texture", 2.5, "straightforward"),
    at_least("rsli/lzss/noise", 2.5, "straightforward"),
    at_least("rsli/lzhuf/text", 2.0, "straightforward"),
    at_least("rsli/lzhuf/texture", 2.0, "straightforward"),
    at_least("rsli/lzhuf/noise", 2.0, "straightforward"),
    at_least("rsli/lzhuf/literals", 2.0, "straightforward"),
    at_least("rsli/deflate/text", 1.5, "miniz"),
    at_least("rsli/deflate/texture", 1.5, "miniz"),
    at_least("rsli/deflate/noise", 1.5, "miniz"),
    at_most("msh/read-60k", 4.0, "memcpy"),
    at_most("msh/check-60k", 15.0, "memcpy"),
    absolute("engine/pose-200-interpolating", "by-the-book", per_second(62)),
    absolute("engine/pose-200-resting", "by-the-book", per_second(60)),
    each("engine/skeleton-200", Duration::from_nanos(15)),
    each("engine/pick-50k", Duration::from_micros(1)),
    Target {
        group: "engine/pick-build-50k",
        function: "ours",
        baseline: None,
        bound: Bound::AbsoluteAtMost(Duration::from_millis(30)),
    },
    at_most("arealmap/read", 12.0, "memcpy"),
    at_most("arealmap/read-strict", 30.0, "memcpy"),
    each("engine/areal-at-inside", Duration::from_nanos(83)),
    each("engine/areal-at-outside", Duration::from_nanos(20)),
    each("engine/areal-route", Duration::from_micros(25)),
    at_most("cli/extract-256mb", 1.5, "cp"),
    at_least("cli/export-400-textures", 1.5, "one-thread"),
    at_most("mods/make-50", 2.0, "diff"),
    at_most("mods/install-50", 2.0, "copy"),
    at_most("mods/remove-50", 2.0, "copy"),
    frame("gltf/export-60k", Duration::from_millis(60)),
    frame("gltf/import-60k", Duration::from_millis(150)),
    frame("gltf/import-60k-like", Duration::from_millis(150)),
    at_most("texm/decode-2048/0", 1.1, "memcpy"),
    at_most("texm/decode-2048/2", 1.1, "memcpy"),
    at_most("texm/decode-2048/565", 1.1, "memcpy"),
    at_most("texm/decode-2048/556", 1.1, "memcpy"),
    at_most("texm/decode-2048/4444", 1.1, "memcpy"),
    at_most("texm/decode-2048/88", 1.1, "memcpy"),
    at_most("texm/decode-2048/888", 1.1, "memcpy"),
    at_most("texm/decode-2048/8888", 1.1, "memcpy"),
    at_least("texm/new-128/0", 1.3, "loop"),
    at_least("texm/new-128/2", 1.3, "loop"),
    at_least("texm/new-128/565", 1.3, "loop"),
    at_least("texm/new-128/556", 1.3, "loop"),
    at_least("texm/new-128/4444", 1.3, "loop"),
    at_least("texm/new-128/88", 1.3, "loop"),
    at_least("texm/new-128/888", 1.3, "loop"),
    at_least("texm/new-128/8888", 1.3, "loop"),
    at_most("texm/encode-2048/565", 2.0, "memcpy"),
    at_most("texm/encode-2048/4444", 2.0, "memcpy"),
    at_most("texm/encode-2048/888", 2.0, "memcpy"),
    at_most("texm/encode-2048/8888", 2.0, "memcpy"),
    each("texm/quantise", Duration::from_nanos(50)),
    each("texm/quantise-256", Duration::from_nanos(50)),
    each("fxid/read", Duration::from_nanos(1000)),
    each("fxid/read-all", Duration::from_nanos(1000)),
    each("fxid/to-values", Duration::from_nanos(1000)),
    each("mat0/read", Duration::from_nanos(200)),
    each("mat0/read-all", Duration::from_nanos(200)),
    frame("engine/effects-10k-particles", Duration::from_millis(1)),
    frame("engine/effects-1k-explosions", Duration::from_millis(8)),
    frame("frame/crowd-200", Duration::from_millis(2)),
    frame("frame/level-8192-200-50", Duration::from_millis(2)),
    frame("mission/load-864", Duration::from_millis(500)),
    frame("mission/assemble-864", Duration::from_millis(50)),
    frame("mission/frame-864", Duration::from_millis(3)),
    absolute("mission/ray-864", "ground", per_second(1)),
    phase("engine/material-phase/loop"),
    phase("engine/material-phase/ping-pong"),
    phase("engine/material-phase/random"),
    phase("engine/material-phase/every-mask"),
    at_most("landscape/read", 6.0, "memcpy"),
    at_most("landscape/check", 20.0, "memcpy"),
    at_most("tma/read-check-200", 30.0, "memcpy"),
    Target {
        group: "ground/build-8k",
        function: "ours",
        baseline: None,
        bound: Bound::AbsoluteAtMost(Duration::from_millis(2)),
    },
    Target { group: "ground/height-8k", function: "ours", baseline: None, bound: per_second(15) },
    Target { group: "ground/ray-8k", function: "ours", baseline: None, bound: per_second(3) },
    at_most("ground/height-growth", 1.3, "2k"),
    at_most("ground/ray-growth", 1.3, "2k"),
    at_most("check/demo-growth", 1.3, "eight-times-one"),
    frame("check/demo-real", Duration::from_secs(3)),
    frame("survey/demo-real", Duration::from_secs(3)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_one_target() {
        let mut groups: Vec<_> = TARGETS.iter().map(|target| target.group).collect();
        groups.sort_unstable();
        let count = groups.len();
        groups.dedup();
        assert_eq!(groups.len(), count);
    }

    #[test]
    fn a_bound_against_a_baseline_names_one() {
        for target in TARGETS {
            let relative = matches!(target.bound, Bound::AtMost(_) | Bound::AtLeast(_));
            assert!(!relative || target.baseline.is_some(), "{}", target.group);
        }
    }
}
