#ifndef CURL_BASELINE_H
#define CURL_BASELINE_H

#include <stddef.h>

/// A plain C program on libcurl, the baseline of Seek's transport.
/// Its handles, and so its connections, are reused between runs.
typedef struct curl_baseline curl_baseline;

/// Creates a baseline for a URL and a number of concurrent requests. Returns NULL if libcurl cannot be initialized.
curl_baseline *curl_baseline_make(const char *url, int concurrency);
void curl_baseline_free(curl_baseline *baseline);

/// Sends requests one after the other through one easy handle.
/// Returns the number of responses with status 200 and a body of body_size bytes.
int curl_baseline_run_easy(curl_baseline *baseline, int requests, size_t body_size);

/// Sends concurrent requests through the multi interface. Returns the same as curl_baseline_run_easy.
int curl_baseline_run_multi(curl_baseline *baseline, int requests, size_t body_size);

#endif
