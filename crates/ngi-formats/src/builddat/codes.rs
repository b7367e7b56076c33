//! Every rule of the list, each with a stable code.

use crate::schema::rules;

rules! {
    COUNT = error(
        "builddat.count",
        "A category's name is followed by how many paths there are (\"BuildDat.lst is corrupted\")."
    ) of ["text"];
    PATHS = error(
        "builddat.paths",
        "As many paths in quotes follow as the count says (\"BuildDat.lst is corrupted\")."
    ) of ["text"];
    QUOTE = error(
        "builddat.quote",
        "A quote is closed on its line (\"BuildDat.lst is corrupted\")."
    ) of ["text"];
    CATEGORY = error(
        "builddat.category",
        "A section is named after one of the twelve categories (\"BuildDat.lst is corrupted\")."
    ) of ["sections[].name"];
    TWICE = strict_error(
        "builddat.category.twice",
        "A category has one section."
    ) of ["sections[].name"];
    MISSING = retail(
        "builddat.category.missing",
        "All twelve categories are there."
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
