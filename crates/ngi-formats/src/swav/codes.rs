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
        "The header counts all bytes behind its size."
    ) of ["size"];
    CHUNK_RANGE = error(
        "swav.chunk.range",
        "All bytes of a chunk are there."
    ) of ["chunks[].size"];
    CHUNK_TWICE = warning(
        "swav.chunk.twice",
        "\"fmt \" and \"data\" are there once: the first of several is played."
    ) of ["chunks[].id"];
    FORMAT_MISSING = error(
        "swav.format.missing",
        "A chunk \"fmt \" says how samples are stored, before they come."
    ) of ["chunks"];
    FORMAT_SIZE = error(
        "swav.format.size",
        "\"fmt \" has 16 bytes, and for MS ADPCM all its coefficients behind them."
    ) of ["chunks[].size"];
    DATA_MISSING = error("swav.data.missing", "A chunk \"data\" has the samples.") of ["chunks"];
    CODEC = error("swav.codec", "The codec is PCM or MS ADPCM.") of ["chunks[].format.codec"];
    CHANNELS = error(
        "swav.channels",
        "There are one or two channels."
    ) of ["chunks[].format.channels"];
    RATE = error("swav.rate", "The rate is not 0.") of ["chunks[].format.rate"];
    BITS = error(
        "swav.bits",
        "A sample of PCM has 8 or 16 bits, one of MS ADPCM has 4."
    ) of ["chunks[].format.bits"];
    BLOCK = error(
        "swav.block",
        "A block of PCM is a sample of every channel; one of MS ADPCM has more than its head of 7 bytes a channel."
    ) of ["chunks[].format.block_size"];
    BYTES_PER_SECOND = warning(
        "swav.bytes-per-second",
        "A second of PCM takes as many bytes as it has blocks, times their size."
    ) of ["chunks[].format.bytes_per_second"];
    BLOCK_SAMPLES = warning(
        "swav.adpcm.samples",
        "A block of MS ADPCM counts the samples that its bytes hold."
    ) of ["chunks[].adpcm.samples_per_block"];
    PAIRS = warning(
        "swav.adpcm.coefficients",
        "MS ADPCM begins its coefficients with the seven pairs that every player knows."
    ) of ["chunks[].coefficients"];
    PREDICTOR = error(
        "swav.adpcm.predictor",
        "Every block of MS ADPCM picks one of the pairs of coefficients."
    ) of ["chunks[].data"];
    BLOCKS = warning(
        "swav.data.blocks",
        "The samples are whole blocks; the last one of MS ADPCM has at least its head."
    ) of ["chunks[].size"];
    FACT_COUNT = warning(
        "swav.fact",
        "\"fact\" counts no more samples than there are."
    ) of ["chunks[].samples"];
    TAIL = warning("swav.tail", "Nothing follows the last chunk.") of ["tail"];
    RATE_USUAL = retail("swav.rate.usual", "The rate is 22,050.") of ["chunks[].format.rate"];
}
