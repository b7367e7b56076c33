//! Running a body as an ordinary test, so that a failure leaves its input behind.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use crate::corpus::Input;
use crate::{Outcome, Target};

/// How many mutations to run: `NGI_FUZZ_RUNS` where it is set.
///
/// # Panics
///
/// Where `NGI_FUZZ_RUNS` is no number.
#[allow(clippy::expect_used)] // a wrong setting must not look like a passed test
pub fn runs(default: usize) -> usize {
    let set = std::env::var("NGI_FUZZ_RUNS").ok();
    set.map_or(default, |text| text.parse().expect("NGI_FUZZ_RUNS is a number"))
}

/// Runs a body, or something around it, on one input.
///
/// # Panics
///
/// Where the body does, saying which target and input it was and where the input is kept.
#[allow(clippy::panic)] // a failed check is a panic, in the bodies and here
pub fn replay(
    target: &Target,
    input: &Input,
    run: impl FnOnce(&Target, &[u8]) -> Outcome,
) -> Outcome {
    let Target { name, .. } = target;
    catch_unwind(AssertUnwindSafe(|| run(target, &input.bytes))).unwrap_or_else(|_| {
        panic!(
            "fuzz target {name} failed on {}\nthe input is kept in {}\nto make it a test, copy it \
             to fuzz/regressions/{name}/ under a name that says what is wrong with it",
            input.origin,
            keep(name, &input.bytes),
        );
    })
}

/// Writes an input to the folder for temporary files and says where, or why not.
fn keep(name: &str, bytes: &[u8]) -> String {
    let path: PathBuf =
        std::env::temp_dir().join(format!("ngi-fuzz-{name}-{:016x}", crate::hash(bytes)));
    match std::fs::write(&path, bytes) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("no file: {}: {error}", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_input_is_kept() {
        let target = Target {
            name: "failing",
            run: |input| if input == b"bad" { panic!("on purpose") } else { Outcome::Accepted },
            seeds: Vec::new,
        };
        let replay = |bytes: &[u8]| {
            let input = Input { origin: "a test".to_owned(), bytes: bytes.to_vec() };
            catch_unwind(|| replay(&target, &input, |target, bytes| (target.run)(bytes)))
        };
        assert_eq!(replay(b"good").unwrap(), Outcome::Accepted);
        let message = *replay(b"bad").unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains("fuzz target failing failed on a test"), "{message}");
        let (_, kept) = message.split_once("the input is kept in ").unwrap();
        let kept = kept.lines().next().unwrap();
        assert_eq!(std::fs::read(kept).unwrap(), b"bad");
        std::fs::remove_file(kept).unwrap();
    }
}
