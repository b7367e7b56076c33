//! What reading is measured against.

use std::hint::black_box;

use criterion::BenchmarkGroup;
use criterion::measurement::WallTime;

/// Copies the bytes.
pub fn memcpy(group: &mut BenchmarkGroup<'_, WallTime>, bytes: &[u8]) {
    let mut copy = vec![0; bytes.len()];
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| {
            copy.copy_from_slice(black_box(bytes));
            black_box(&mut copy);
        });
    });
}
