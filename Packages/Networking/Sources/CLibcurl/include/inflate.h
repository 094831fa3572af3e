#ifndef SEEK_CLIBCURL_INFLATE_H
#define SEEK_CLIBCURL_INFLATE_H

// Decodes gzip and deflate with zlib, which libcurl needs as well. It is loaded at run time: no target links it.

#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>

typedef struct seek_inflater seek_inflater;

typedef enum {
    // All input was consumed, or the output is full.
    SEEK_INFLATE_CONTINUES,
    // The end of the format was reached. Input may be left.
    SEEK_INFLATE_ENDED,
    SEEK_INFLATE_FAILED,
} seek_inflate_result;

// Creates a decoder. The format is one of zlib's: 31 for gzip, 15 for zlib, -15 for raw deflate. Returns NULL if zlib is
// not installed, or out of memory.
seek_inflater *seek_inflater_create(int format);
void seek_inflater_destroy(seek_inflater *inflater);

// Prepares a decoder for another member of the same format.
bool seek_inflater_reset(seek_inflater *inflater);

// Decodes input into a buffer. Sets both counts to the bytes that were consumed and written.
seek_inflate_result seek_inflater_decode(
    seek_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count);

#endif

#endif
