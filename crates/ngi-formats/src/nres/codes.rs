//! Every rule of the container, each with a stable code.

use crate::schema::rules;

rules! {
    HEADER_TRUNCATED = error(
        "nres.header.truncated",
        "An archive has at least the 16 bytes of its header."
    );
    HEADER_MAGIC = error(
        "nres.header.magic",
        "An archive starts with \"NRes\"."
    );
    HEADER_VERSION = error(
        "nres.header.version",
        "The version is 0x100, the only one the engine opens."
    );
    HEADER_COUNT = error(
        "nres.header.count",
        "The entry count is not negative."
    ) of ["count"] is derived;
    HEADER_TOTAL_SIZE = error(
        "nres.header.total-size",
        "The header's total size is the file's length; the engine refuses a file where it differs."
    ) is derived;
    DIRECTORY_RANGE = error(
        "nres.directory.range",
        "The directory, 64 bytes per entry at the file's end, does not reach into the header."
    ) of ["count"] is derived;
    DIRECTORY_COUNT = error(
        "nres.directory.count",
        "The directory has as many entries as the header counts."
    ) of ["count"]
        game "It looks for the directory at the wrong place: the first entry is made of other bytes, or the first ones are not there."
        is derived;
    ENTRY_RANGE = error(
        "nres.entry.range",
        "A payload lies between the header and the directory."
    ) of ["entries[].offset", "entries[].size"];
    ENTRY_NAME_END = strict_error(
        "nres.entry.name-end",
        "A name has at most 35 bytes and ends with a NUL."
    ) of ["entries[].name"];
    ENTRY_NAME_EMPTY = warning(
        "nres.entry.name-empty",
        "An entry has a name."
    ) of ["entries[].name"];
    ENTRY_DUPLICATE = warning(
        "nres.entry.duplicate",
        "No two entries share both type and name: a look-up finds only the first."
    ) of ["entries[].name"];
    ENTRY_ALIGNMENT = warning(
        "nres.entry.alignment",
        "A payload starts on a multiple of 8."
    ) of ["entries[].offset"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    lays all payloads out anew";
    ENTRY_OVERLAP = strict_error(
        "nres.entry.overlap",
        "No two payloads share bytes."
    ) of ["entries[].offset"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    lays all payloads out anew";
    DATA_PADDING = warning(
        "nres.data.padding",
        "A payload is padded with zeros to a multiple of 8."
    ) of ["layout[]", "entries[].size"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    lays all payloads out anew";
    DATA_UNINDEXED = warning(
        "nres.data.unindexed",
        "Every byte of the data region belongs to a payload or to its padding."
    ) of ["layout[]"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    lays all payloads out anew";
    SORT_RANGE = strict_error(
        "nres.sort.range",
        "Every slot of the sort table names an entry."
    ) of ["entries[].sort_index"] is derived;
    SORT_REPEAT = strict_error(
        "nres.sort.repeat",
        "The sort table names every entry once."
    ) of ["entries[].sort_index"] is derived;
    SORT_ORDER = strict_error(
        "nres.sort.order",
        "The sort table puts the names in order, ignoring ASCII case, `_` before letters."
    ) of ["entries[].sort_index"] is derived;
    SORT_STABLE = retail(
        "nres.sort.stable",
        "The sort table keeps equal names in directory order."
    ) of ["entries[].sort_index"] is derived;
}
