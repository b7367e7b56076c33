//! Every rule of a sound, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error(
        "swav.riff.truncated",
        "A sound that is not empty has the 12 bytes of a RIFF header."
    );
    MAGIC = error("swav.riff.magic", "A sound starts with \"RIFF\", a size and \"WAVE\".");
    RIFF_SIZE = warning(
        "swav.riff.size",
        "The size in the header counts all bytes after it."
    ) of ["size"];
    CHUNK_RANGE = error(
        "swav.chunk.range",
        "All bytes of a chunk are present."
    ) of ["chunks[].size"];
    CHUNK_TWICE = warning(
        "swav.chunk.twice",
        "\"fmt \" and \"data\" occur once: of several, the first is played."
    ) of ["chunks[].id"];
    FORMAT_MISSING = error(
        "swav.format.missing",
        "A chunk \"fmt \" before the samples describes their storage."
    ) of ["chunks"];
    FORMAT_SIZE = error(
        "swav.format.size",
        "\"fmt \" has 16 bytes, and for MS ADPCM all coefficients after them."
    ) of ["chunks[].size"];
    DATA_MISSING = error(
        "swav.data.missing",
        "A chunk \"data\" contains the samples."
    ) of ["chunks"];
    CODEC = error("swav.codec", "The codec is PCM or MS ADPCM.") of ["chunks[].format.codec"];
    CHANNELS = error(
        "swav.channels",
        "There are one or two channels."
    ) of ["chunks[].format.channels"];
    RATE = error("swav.rate", "The rate is not 0.") of ["chunks[].format.rate"];
    BITS = error(
        "swav.bits",
        "A sample has 8 or 16 bits in PCM, and 4 in MS ADPCM."
    ) of ["chunks[].format.bits"];
    BLOCK = error(
        "swav.block",
        "A block of PCM is one sample of every channel, and a block of MS ADPCM is larger than its \
        head of 7 bytes per channel."
    ) of ["chunks[].format.block_size"];
    BYTES_PER_SECOND = warning(
        "swav.bytes-per-second",
        "The bytes per second of PCM are the sample rate times the block size."
    ) of ["chunks[].format.bytes_per_second"];
    BLOCK_SAMPLES = warning(
        "swav.adpcm.samples",
        "The number of samples in a block of MS ADPCM matches the size of the block."
    ) of ["chunks[].adpcm.samples_per_block"];
    PAIRS = warning(
        "swav.adpcm.coefficients",
        "The coefficients of MS ADPCM begin with the seven standard pairs."
    ) of ["chunks[].coefficients"];
    PREDICTOR = error(
        "swav.adpcm.predictor",
        "Every block of MS ADPCM refers to an existing pair of coefficients."
    ) of ["chunks[].data"];
    BLOCKS = warning(
        "swav.data.blocks",
        "The samples are whole blocks, although the last block of MS ADPCM may be cut off after \
        its head."
    ) of ["chunks[].size"];
    FACT_COUNT = warning(
        "swav.fact",
        "\"fact\" counts no more samples than the sound has."
    ) of ["chunks[].samples"];
    TAIL = warning("swav.tail", "Nothing follows the last chunk.") of ["tail"];
    RATE_USUAL = retail("swav.rate.usual", "The rate is 22,050.") of ["chunks[].format.rate"];
}
