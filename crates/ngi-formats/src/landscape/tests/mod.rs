//! Tests of landscapes.
