// Other platforms have URLSession, and whole-package builds compile this file there too.
#ifdef __linux__

#include "inflate.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// zlib's z_stream. It is declared here, because zlib's header is not installed with libcurl's. Its ABI has not changed
// since 1998; inflateInit2_ checks the size and the first digit of the version.
typedef struct {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *release, *context;
    int data_type;
    unsigned long checksum, reserved;
} stream;

enum { NO_FLUSH = 0, OK = 0, STREAM_END = 1, BUFFER_ERROR = -5 };

struct seek_inflater {
    stream stream;
};

static struct {
    int (*init)(stream *, int format, const char *version, int stream_size);
    int (*inflate)(stream *, int flush);
    int (*reset)(stream *);
    int (*end)(stream *);
} zlib;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    zlib.init = (__typeof__(zlib.init))dlsym(handle, "inflateInit2_");
    zlib.inflate = (__typeof__(zlib.inflate))dlsym(handle, "inflate");
    zlib.reset = (__typeof__(zlib.reset))dlsym(handle, "inflateReset");
    zlib.end = (__typeof__(zlib.end))dlsym(handle, "inflateEnd");
    is_loaded = zlib.init && zlib.inflate && zlib.reset && zlib.end;
}

seek_inflater *seek_inflater_create(int format) {
    pthread_once(&once, load);
    seek_inflater *inflater = is_loaded ? calloc(1, sizeof(seek_inflater)) : NULL;
    if (inflater && zlib.init(&inflater->stream, format, "1", sizeof(stream)) != OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void seek_inflater_destroy(seek_inflater *inflater) {
    if (!inflater) return;
    zlib.end(&inflater->stream);
    free(inflater);
}

bool seek_inflater_reset(seek_inflater *inflater) {
    return zlib.reset(&inflater->stream) == OK;
}

seek_inflate_result seek_inflater_decode(
    seek_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count) {
    stream *stream = &inflater->stream;
    unsigned available_input = *input_count < UINT_MAX ? (unsigned)*input_count : UINT_MAX;
    unsigned available_output = *output_count < UINT_MAX ? (unsigned)*output_count : UINT_MAX;
    stream->next_in = input;
    stream->avail_in = available_input;
    stream->next_out = output;
    stream->avail_out = available_output;
    int status = zlib.inflate(stream, NO_FLUSH);
    *input_count = available_input - stream->avail_in;
    *output_count = available_output - stream->avail_out;
    if (status == STREAM_END) return SEEK_INFLATE_ENDED;
    // A buffer error means that no progress was possible.
    return status == OK || status == BUFFER_ERROR ? SEEK_INFLATE_CONTINUES : SEEK_INFLATE_FAILED;
}

#endif
