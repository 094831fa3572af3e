#include "curl_baseline.h"

#include <stdlib.h>

#ifdef __linux__

#include <curl/curl.h>
#include <string.h>

// A handle for one request at a time, and the body received so far.
typedef struct {
    CURL *easy;
    char *bytes;
    size_t size, capacity;
} transfer;

struct curl_baseline {
    CURLM *multi;
    int concurrency;
    transfer *transfers;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    size_t length = size * count;
    if (transfer->size + length > transfer->capacity) {
        size_t capacity = (transfer->size + length) * 2;
        char *grown = realloc(transfer->bytes, capacity);
        if (!grown) return 0;
        transfer->bytes = grown;
        transfer->capacity = capacity;
    }
    memcpy(transfer->bytes + transfer->size, bytes, length);
    transfer->size += length;
    return length;
}

curl_baseline *curl_baseline_make(const char *url, int concurrency) {
    curl_baseline *baseline = calloc(1, sizeof *baseline);
    if (!baseline || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(baseline);
        return NULL;
    }
    baseline->multi = curl_multi_init();
    baseline->transfers = calloc((size_t)concurrency, sizeof *baseline->transfers);
    if (!baseline->multi || !baseline->transfers) {
        curl_baseline_free(baseline);
        return NULL;
    }
    baseline->concurrency = concurrency;
    for (int i = 0; i < concurrency; i++) {
        transfer *transfer = &baseline->transfers[i];
        transfer->easy = curl_easy_init();
        if (!transfer->easy) {
            curl_baseline_free(baseline);
            return NULL;
        }
        curl_easy_setopt(transfer->easy, CURLOPT_URL, url);
        curl_easy_setopt(transfer->easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(transfer->easy, CURLOPT_WRITEFUNCTION, receive);
        curl_easy_setopt(transfer->easy, CURLOPT_WRITEDATA, transfer);
        curl_easy_setopt(transfer->easy, CURLOPT_PRIVATE, transfer);
    }
    return baseline;
}

void curl_baseline_free(curl_baseline *baseline) {
    for (int i = 0; i < baseline->concurrency; i++) {
        if (baseline->transfers[i].easy) curl_easy_cleanup(baseline->transfers[i].easy);
        free(baseline->transfers[i].bytes);
    }
    free(baseline->transfers);
    if (baseline->multi) curl_multi_cleanup(baseline->multi);
    free(baseline);
}

static int is_good(transfer *transfer, CURLcode result, size_t body_size) {
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    return result == CURLE_OK && status == 200 && transfer->size == body_size;
}

int curl_baseline_run_easy(curl_baseline *baseline, int requests, size_t body_size) {
    transfer *transfer = &baseline->transfers[0];
    int good = 0;
    for (int i = 0; i < requests; i++) {
        transfer->size = 0;
        good += is_good(transfer, curl_easy_perform(transfer->easy), body_size);
    }
    return good;
}

int curl_baseline_run_multi(curl_baseline *baseline, int requests, size_t body_size) {
    int begun = 0, ended = 0, good = 0, running = 0, left = 0;
    for (; begun < baseline->concurrency && begun < requests; begun++) {
        baseline->transfers[begun].size = 0;
        curl_multi_add_handle(baseline->multi, baseline->transfers[begun].easy);
    }
    while (ended < requests) {
        if (curl_multi_perform(baseline->multi, &running) != CURLM_OK) return good;
        CURLMsg *message;
        int restarted = 0;
        while ((message = curl_multi_info_read(baseline->multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            transfer *transfer = NULL;
            CURLcode result = message->data.result;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
            curl_multi_remove_handle(baseline->multi, transfer->easy);
            good += is_good(transfer, result, body_size);
            ended++;
            if (begun < requests) {
                begun++;
                restarted = 1;
                transfer->size = 0;
                curl_multi_add_handle(baseline->multi, transfer->easy);
            }
        }
        if (!restarted && ended < requests) curl_multi_poll(baseline->multi, NULL, 0, 1000, NULL);
    }
    return good;
}

#else

// Other platforms do not use libcurl: there, the benches fail before they call these functions.
struct curl_baseline {
    int unused;
};

curl_baseline *curl_baseline_make(const char *url, int concurrency) {
    (void)url, (void)concurrency;
    return NULL;
}

void curl_baseline_free(curl_baseline *baseline) {
    free(baseline);
}

int curl_baseline_run_easy(curl_baseline *baseline, int requests, size_t body_size) {
    (void)baseline, (void)requests, (void)body_size;
    return 0;
}

int curl_baseline_run_multi(curl_baseline *baseline, int requests, size_t body_size) {
    (void)baseline, (void)requests, (void)body_size;
    return 0;
}

#endif
