//! What can be done with each NGI format: show, check, export, import.
