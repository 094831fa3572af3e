#ifndef CURL_BASELINE_H
#define CURL_BASELINE_H

#include <stddef.h>

/// What a plain C program does with libcurl: the baseline Seek's transport is timed against.
/// It keeps its handles, hence its connections, between runs.
typedef struct curl_baseline curl_baseline;

/// Creates a baseline that requests one URL, with this number of concurrent requests. NULL if out of memory.
curl_baseline *curl_baseline_make(const char *url, int concurrency);
void curl_baseline_free(curl_baseline *baseline);

/// Sends requests one after the other through one easy handle.
/// Returns how many were answered by 200 and a body of this size.
int curl_baseline_run_easy(curl_baseline *baseline, int requests, size_t body_size);

/// Sends requests through the multi interface, as many at a time as was said. Returns what run_easy returns.
int curl_baseline_run_multi(curl_baseline *baseline, int requests, size_t body_size);

/// The same for callers on two other threads: each takes a response, checks it and sends the next request.
/// Returns what run_easy returns; -1 where a thread could not be started.
int curl_baseline_run_handed(curl_baseline *baseline, int requests, size_t body_size);

#endif
