#ifndef SEEK_SQLITE_BASELINE_H
#define SEEK_SQLITE_BASELINE_H

#include <stddef.h>

// What one writes on SQLite by hand: a table of keys and values, an index for the order of use, prepared statements.
// All functions give 0 for success, or SQLite's code.

typedef struct seek_baseline seek_baseline;

int seek_baseline_open(const char *path, seek_baseline **baseline);
void seek_baseline_close(seek_baseline *baseline);

// Puts values under the keys of the numbers first, first + 1, …, so many in a transaction.
int seek_baseline_put(seek_baseline *baseline, int first, int count, int group, const void *value, size_t size);

// Reads the values of numbers, each into its own memory, as a caller would receive it.
int seek_baseline_get(seek_baseline *baseline, const int *numbers, int count, size_t size);

// Removes so many of those used least recently.
int seek_baseline_prune(seek_baseline *baseline, int count);

#endif
