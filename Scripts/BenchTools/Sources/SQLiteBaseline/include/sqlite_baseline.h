#ifndef SEEK_SQLITE_BASELINE_H
#define SEEK_SQLITE_BASELINE_H

#include <stddef.h>

// A hand-written store on SQLite: a table of keys and values, an index on the time of use, prepared statements.
// All functions that return int return 0 on success, or SQLite's result code.

typedef struct seek_baseline seek_baseline;

int seek_baseline_open(const char *path, seek_baseline **baseline);
void seek_baseline_close(seek_baseline *baseline);

// Stores a value for count keys, numbered from first, with group puts per transaction.
int seek_baseline_put(seek_baseline *baseline, int first, int count, int group, const void *value, size_t size);

// Reads the values of numbered keys, each into newly allocated memory. Each value must have size bytes.
int seek_baseline_get(seek_baseline *baseline, const int *numbers, int count, size_t size);

// Removes the count least recently used entries.
int seek_baseline_prune(seek_baseline *baseline, int count);

#endif
