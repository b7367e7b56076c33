//! Every rule of the container, each with a stable code.

use crate::schema::rules;

rules! {
    HEADER_TRUNCATED = error(
        "rsli.header.truncated",
        "An archive has at least the 32 bytes of its header."
    ) of ["header"];
    HEADER_MAGIC = error(
        "rsli.header.magic",
        "An archive starts with \"NL\"."
    ) of ["header"];
    HEADER_RESERVED = warning(
        "rsli.header.reserved",
        "The byte after the magic is 0."
    ) of ["header.unk_0x02"];
    HEADER_VERSION = error(
        "rsli.header.version",
        "The version is 1, the only known one."
    ) of ["header.version"];
    HEADER_COUNT = error(
        "rsli.header.count",
        "The entry count is not negative."
    ) of ["header.count"];
    HEADER_COUNT_COPY = retail(
        "rsli.header.count-copy",
        "The entry count is repeated at offset 6."
    ) of ["header.count_copy"] is derived;
    HEADER_UNPACKED_TOTAL = retail(
        "rsli.header.unpacked-total",
        "The number at offset 16 is the sum of all unpacked sizes."
    ) of ["header.unpacked_total"] is derived;
    TABLE_TRUNCATED = error(
        "rsli.table.truncated",
        "The table, 32 bytes per entry, lies inside the file."
    ) of ["entries"];
    NAME_EMPTY = warning(
        "rsli.name.empty",
        "Every entry has a name."
    ) of ["entries[].name"];
    NAME_CASE = strict_error(
        "rsli.name.case",
        "A name has no lower-case letters: the engine converts requested names to upper case, but \
        not stored ones."
    ) of ["entries[].name"];
    NAME_ASCII = warning(
        "rsli.name.ascii",
        "A name is plain ASCII."
    ) of ["entries[].name"];
    NAME_RUN_ON = warning(
        "rsli.name.run-on",
        "A name of 12 bytes is followed by a zero byte: nothing else ends it."
    ) of ["entries[].name"];
    NAME_DUPLICATE = warning(
        "rsli.name.duplicate",
        "No two entries share a name: a look-up finds only one of them."
    ) of ["entries[].name"];
    SORT_RANGE = strict_error(
        "rsli.sort.range",
        "Every slot of the sort table is the index of an entry."
    ) of ["entries[].sort_to_original"] is derived;
    SORT_REPEAT = strict_error(
        "rsli.sort.repeat",
        "The sort table names every entry exactly once."
    ) of ["entries[].sort_to_original"] is derived;
    SORT_ORDER = strict_error(
        "rsli.sort.order",
        "The sort table sorts the names byte by byte."
    ) of ["entries[].sort_to_original"]
        game "A look-up misses names that are in the wrong position." is derived;
    TRAILER_OVERLAY = warning(
        "rsli.trailer.overlay",
        "The overlay lies inside the file."
    ) of ["overlay"];
    ENTRY_RANGE = error(
        "rsli.entry.range",
        "A payload lies inside the file."
    ) of ["entries[].packed_size"];
    ENTRY_EOF_PLUS_ONE = strict_error(
        "rsli.entry.eof-plus-one",
        "No payload includes the byte after the end of the file, not even a Deflate payload at the \
        end (deflate_eof_plus_one)."
    ) of ["entries[].packed_size"];
    ENTRY_IN_TABLE = strict_error(
        "rsli.entry.in-table",
        "A payload starts after the table."
    ) of ["entries[].offset"];
    ENTRY_IN_TRAILER = strict_error(
        "rsli.entry.in-trailer",
        "A payload ends before the trailer."
    ) of ["entries[].offset"];
    ENTRY_OVERLAP = strict_error(
        "rsli.entry.overlap",
        "No two payloads share bytes."
    ) of ["entries[].offset"];
    ENTRY_METHOD = error(
        "rsli.entry.method",
        "The method is one of the seven known methods."
    ) of ["entries[].method"];
    PAYLOAD_STREAM = error(
        "rsli.payload.stream",
        "A payload unpacks to exactly its unpacked size, and its stream ends there."
    ) of ["entries[].offset", "entries[].size"];
    PAYLOAD_SPARE_BYTE = warning(
        "rsli.payload.spare-byte",
        "A Deflate stream ends with the last packed byte, not with the byte before it."
    ) of ["entries[].packed_size"];
    PAYLOAD_UNCHECKED = steady_warning(
        "rsli.payload.unchecked",
        "Payloads do not overlap so much that unpacking all of them would take too long."
    ) of ["entries[].offset"];
}
