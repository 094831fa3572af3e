#ifndef CURL_BASELINE_H
#define CURL_BASELINE_H

#include <stddef.h>

/// What a plain C program does with libcurl: the baseline Seek's transport is timed against.
/// It keeps its handles, hence its connections, between runs.
typedef struct curl_baseline curl_baseline;

/// Makes a baseline that asks for one URL, with this many requests at a time. NULL where there is no memory.
curl_baseline *curl_baseline_make(const char *url, int concurrency);
void curl_baseline_free(curl_baseline *baseline);

/// Sends requests one after the other through one easy handle.
/// Returns how many were answered by 200 and a body of this size.
int curl_baseline_run_easy(curl_baseline *baseline, int requests, size_t body_size);

/// Sends requests through the multi interface, as many at a time as was said. Returns what run_easy returns.
int curl_baseline_run_multi(curl_baseline *baseline, int requests, size_t body_size);

/// Does the same for callers on two other threads: each takes an answer that has arrived, looks at it and asks for the next.
/// Returns what run_easy returns; -1 where a thread could not be started.
int curl_baseline_run_handed(curl_baseline *baseline, int requests, size_t body_size);

#endif
