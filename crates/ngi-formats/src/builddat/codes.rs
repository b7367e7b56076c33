//! Every rule of the list, each with a stable code.

use crate::schema::rules;

rules! {
    COUNT = error(
        "builddat.count",
        "The name of a category is followed by the number of its paths (\"BuildDat.lst is corrupted\")."
    ) of ["text"];
    PATHS = error(
        "builddat.paths",
        "The number is followed by that many paths in quotes (\"BuildDat.lst is corrupted\")."
    ) of ["text"];
    QUOTE = error(
        "builddat.quote",
        "A quote is closed on the same line (\"BuildDat.lst is corrupted\")."
    ) of ["text"];
    CATEGORY = error(
        "builddat.category",
        "A section has the name of one of the twelve categories (\"BuildDat.lst is corrupted\")."
    ) of ["sections[].name"];
    TWICE = strict_error(
        "builddat.category.twice",
        "A category has only one section."
    ) of ["sections[].name"];
    MISSING = retail(
        "builddat.category.missing",
        "All twelve categories are present."
    ) of ["sections"];
    EMPTY = strict_error(
        "builddat.path.empty",
        "A path is not empty."
    ) of ["sections[].paths[]"];
    SUFFIX = retail(
        "builddat.path.suffix",
        "A path ends with .dat."
    ) of ["sections[].paths[]"];
}
