// Other platforms have URLSession, and whole-package builds compile this file there too.
#ifdef __linux__

#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

// For curl_multi_socket_all, which LoopDriver needs while transfers share connections.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// All functions of libcurl that are called.
#define FUNCTIONS(each)                                                                                            \
    each(global_init)                                                                                              \
    each(easy_init) each(easy_cleanup) each(easy_reset) each(easy_strerror)                                        \
    each(easy_setopt) each(easy_getinfo) each(slist_append) each(slist_free_all)                                   \
    each(multi_init) each(multi_cleanup) each(multi_add_handle) each(multi_remove_handle) each(multi_setopt)       \
    each(multi_socket_action) each(multi_info_read) each(multi_socket_all)

// Pointers to these functions, of the types declared by libcurl's headers.
struct functions {
#define FIELD(name) __typeof__(&curl_##name) name;
    FUNCTIONS(FIELD)
};

// Written once, under the lock, before `library` points to it.
static struct functions loaded;
static _Atomic(const struct functions *) library;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct functions *curl(void) {
    return atomic_load_explicit(&library, memory_order_acquire);
}

bool seek_curl_load(const char *name, char *message, size_t capacity) {
    // Never closed: libcurl's threads and exit handlers may outlive every transport.
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(message, capacity, "%s", reason ? reason : name);
        return false;
    }
    struct functions symbols;
#define RESOLVE(function)                                                                                          \
    symbols.function = (__typeof__(symbols.function))dlsym(handle, "curl_" #function);                             \
    if (!symbols.function) {                                                                                       \
        snprintf(message, capacity, "%s has no curl_" #function, name);                                            \
        return false;                                                                                              \
    }
    FUNCTIONS(RESOLVE)
    pthread_mutex_lock(&lock);
    if (!curl()) {
        loaded = symbols;
        atomic_store_explicit(&library, &loaded, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return true;
}

CURLcode seek_curl_global_init(void) {
    return curl()->global_init(CURL_GLOBAL_DEFAULT);
}

// Easy handles

CURL *seek_curl_easy_init(void) {
    return curl()->easy_init();
}

void seek_curl_easy_cleanup(CURL *handle) {
    curl()->easy_cleanup(handle);
}

void seek_curl_easy_reset(CURL *handle) {
    curl()->easy_reset(handle);
}

const char *seek_curl_easy_strerror(CURLcode code) {
    return curl()->easy_strerror(code);
}

CURLcode seek_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl()->easy_setopt(handle, option, value);
}

CURLcode seek_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl()->easy_setopt(handle, option, value);
}

CURLcode seek_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl()->easy_setopt(handle, option, value);
}

CURLcode seek_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl()->easy_setopt(handle, option, value);
}

CURLcode seek_curl_set_callback(CURL *handle, CURLoption option, seek_curl_data_callback value) {
    return curl()->easy_setopt(handle, option, value);
}

CURLcode seek_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl()->easy_getinfo(handle, info, value);
}

CURLcode seek_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl()->easy_getinfo(handle, info, value);
}

#if LIBCURL_VERSION_NUM >= 0x074700
static CURLcode set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl()->easy_setopt(handle, option, &blob);
}
#endif

CURLcode seek_curl_set_trusted_certificates(CURL *handle, const void *bytes, size_t count) {
#if LIBCURL_VERSION_NUM >= 0x074d00
    return set_blob(handle, CURLOPT_CAINFO_BLOB, bytes, count);
#else
    (void)handle, (void)bytes, (void)count;
    return CURLE_UNKNOWN_OPTION;
#endif
}

CURLcode seek_curl_set_client_identity(CURL *handle, const void *bytes, size_t count, const char *password) {
#if LIBCURL_VERSION_NUM >= 0x074700
    CURLcode status = set_blob(handle, CURLOPT_SSLCERT_BLOB, bytes, count);
    if (status == CURLE_OK) status = curl()->easy_setopt(handle, CURLOPT_SSLCERTTYPE, "P12");
    return status == CURLE_OK ? curl()->easy_setopt(handle, CURLOPT_KEYPASSWD, password) : status;
#else
    (void)handle, (void)bytes, (void)count, (void)password;
    return CURLE_UNKNOWN_OPTION;
#endif
}

CURLcode seek_curl_set_progress(CURL *handle, curl_xferinfo_callback value, void *context) {
    CURLcode status = curl()->easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
    if (status == CURLE_OK) status = curl()->easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return status == CURLE_OK ? curl()->easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) : status;
}

CURLcode seek_curl_set_request_callback(CURL *handle, seek_curl_request_callback value, void *context) {
#if LIBCURL_VERSION_NUM >= 0x075000
    CURLcode status = curl()->easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
    return status == CURLE_OK ? curl()->easy_setopt(handle, CURLOPT_PREREQDATA, context) : status;
#else
    (void)handle, (void)value, (void)context;
    return CURLE_OK;
#endif
}

CURLcode seek_curl_set_open_socket(CURL *handle, curl_opensocket_callback value, void *context) {
    CURLcode status = curl()->easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
    return status == CURLE_OK ? curl()->easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context) : status;
}

CURLcode seek_curl_allow_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl()->easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl()->easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

CURLcode seek_curl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl()->easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

struct curl_slist *seek_curl_slist_append(struct curl_slist *list, const char *line) {
    return curl()->slist_append(list, line);
}

void seek_curl_slist_free_all(struct curl_slist *list) {
    curl()->slist_free_all(list);
}

// Multi handles

CURLM *seek_curl_multi_init(void) {
    return curl()->multi_init();
}

CURLMcode seek_curl_multi_cleanup(CURLM *multi) {
    return curl()->multi_cleanup(multi);
}

CURLMcode seek_curl_multi_add_handle(CURLM *multi, CURL *handle) {
    return curl()->multi_add_handle(multi, handle);
}

CURLMcode seek_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return curl()->multi_remove_handle(multi, handle);
}

CURLMcode seek_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl()->multi_setopt(multi, option, value);
}

CURLMcode seek_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events) {
    int running;
    return curl()->multi_socket_action(multi, socket, events, &running);
}

CURLMsg *seek_curl_multi_info_read(CURLM *multi) {
    int left;
    return curl()->multi_info_read(multi, &left);
}

CURLMcode seek_curl_multi_observe(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *context) {
    CURLMcode status = curl()->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, sockets);
    if (status == CURLM_OK) status = curl()->multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (status == CURLM_OK) status = curl()->multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    return status == CURLM_OK ? curl()->multi_setopt(multi, CURLMOPT_TIMERDATA, context) : status;
}

CURLMcode seek_curl_multi_process_all(CURLM *multi) {
    int running;
    return curl()->multi_socket_all(multi, &running);
}

#endif
