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
    ) of ["count"]
        mend "`ngi set` refuses an archive with a wrong count, so only `ngi fix` can repair it."
        is derived;
    HEADER_TOTAL_SIZE = error(
        "nres.header.total-size",
        "The total size in the header is the length of the file; the engine refuses any other file."
    ) is derived;
    DIRECTORY_RANGE = error(
        "nres.directory.range",
        "The directory, 64 bytes per entry at the file's end, does not reach into the header."
    ) of ["count"]
        mend "`ngi set` refuses an archive with a wrong count, so only `ngi fix` can repair it."
        is derived;
    DIRECTORY_COUNT = error(
        "nres.directory.count",
        "The directory has as many entries as the header states."
    ) of ["count"]
        game "The engine looks for the directory in the wrong place: the first entry consists of \
        unrelated bytes, or the first entries are missing."
        mend "`ngi set` refuses an archive with a wrong count, so only `ngi fix` can repair it."
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
        "Every entry has a name."
    ) of ["entries[].name"];
    ENTRY_DUPLICATE = warning(
        "nres.entry.duplicate",
        "No two entries share both type and name: a look-up finds only the first."
    ) of ["entries[].name"];
    ENTRY_ALIGNMENT = warning(
        "nres.entry.alignment",
        "A payload starts at a multiple of 8."
    ) of ["entries[].offset"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    rebuilds the \
        layout of all payloads";
    ENTRY_OVERLAP = strict_error(
        "nres.entry.overlap",
        "No two payloads share bytes."
    ) of ["entries[].offset"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    rebuilds the \
        layout of all payloads";
    DATA_PADDING = warning(
        "nres.data.padding",
        "A payload is padded with zeros to a multiple of 8."
    ) of ["layout[]", "entries[].size"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    rebuilds the \
        layout of all payloads";
    DATA_UNINDEXED = warning(
        "nres.data.unindexed",
        "Every byte of the data region belongs to a payload or to its padding."
    ) of ["layout[]"]
        mend "ngi extract FILE -o DIR, then ngi pack DIR --canonical -o FILE    rebuilds the \
        layout of all payloads";
    SORT_RANGE = strict_error(
        "nres.sort.range",
        "Every slot of the sort table is the index of an entry."
    ) of ["entries[].sort_index"] is derived;
    SORT_REPEAT = strict_error(
        "nres.sort.repeat",
        "The sort table names every entry exactly once."
    ) of ["entries[].sort_index"] is derived;
    SORT_ORDER = strict_error(
        "nres.sort.order",
        "The sort table sorts the names, ignoring ASCII case, with `_` before letters."
    ) of ["entries[].sort_index"] is derived;
    SORT_STABLE = retail(
        "nres.sort.stable",
        "The sort table keeps equal names in directory order."
    ) of ["entries[].sort_index"] is derived;
}
