#ifndef REDIS_BASELINE_H
#define REDIS_BASELINE_H

#include <stddef.h>

/// A plain C program on hiredis's synchronous interface, the baseline of SeekRedis.
typedef struct redis_baseline redis_baseline;

/// Connects to the server at a Unix socket. Returns NULL if that fails.
redis_baseline *redis_baseline_make(const char *socket);
void redis_baseline_free(redis_baseline *baseline);

/// Gets a key count times in sequence. Returns the number of values of size bytes.
int redis_baseline_get(redis_baseline *baseline, const char *key, int count, size_t size);

#endif
