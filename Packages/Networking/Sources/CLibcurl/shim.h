#ifndef SEEK_CLIBCURL_SHIM_H
#define SEEK_CLIBCURL_SHIM_H

// libcurl's own headers, and a typed function for each kind of argument of its variadic calls: Swift cannot call a variadic
// C function, and the type of the argument is what a variadic call leaves unchecked.

#ifndef CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_TYPECHECK
#endif
#include <curl/curl.h>

typedef size_t (*seek_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode seek_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode seek_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode seek_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode seek_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode seek_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode seek_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode seek_curl_set_callback(CURL *handle, CURLoption option, seek_curl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// Reports how far a transfer has come; off unless set.
static inline CURLcode seek_curl_set_progress(CURL *handle, curl_xferinfo_callback value, void *context) {
    CURLcode status = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
    if (status == CURLE_OK) status = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return status == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) : status;
}

static inline CURLcode seek_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode seek_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// Has libcurl tell which descriptors it waits for, and until when.
static inline CURLMcode seek_curl_multi_observe(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *context) {
    CURLMcode status = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, sockets);
    if (status == CURLM_OK) status = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (status == CURLM_OK) status = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    return status == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context) : status;
}

// Has every transfer look at its descriptors, whatever is known of them. libcurl advises against it for its cost.
static inline CURLMcode seek_curl_multi_look_at_all(CURLM *multi, int *running) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return curl_multi_socket_all(multi, running);
#pragma GCC diagnostic pop
}

// A message's result stands in a union.
static inline CURLcode seek_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

// Only http and https; the option took a string from 7.85.0 on and a bit mask before.
static inline CURLcode seek_curl_allow_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// From 7.87.0 on, a transfer that ends while its host is being looked up need not wait for the resolver.
static inline CURLcode seek_curl_end_without_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

#endif
