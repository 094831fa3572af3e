#ifndef SEEK_CLIBCURL_SHIM_H
#define SEEK_CLIBCURL_SHIM_H

// libcurl's own types and constants, and its functions: those of the library that seek_curl_load has loaded, which nothing links.
// The variadic ones have a function for each kind of argument: Swift cannot call a variadic C function, and the type of the
// argument is what a variadic call leaves unchecked.

#ifndef CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_TYPECHECK
#endif
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

typedef size_t (*seek_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*seek_curl_request_callback)(void *context, char *theirs, char *ours, int their_port, int our_port);

// Loads a library by its name, for good; any thread may, any number of times. Where it cannot be loaded or lacks a function, says
// why in `problem`, which has room for `capacity` bytes, and what was loaded before stays. No other function may be called before
// one library was loaded.
bool seek_curl_load(const char *name, char *problem, size_t capacity);

CURLcode seek_curl_global_init(void);

CURL *seek_curl_easy_init(void);
void seek_curl_easy_cleanup(CURL *handle);
void seek_curl_easy_reset(CURL *handle);
const char *seek_curl_easy_strerror(CURLcode code);

CURLcode seek_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode seek_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode seek_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode seek_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode seek_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode seek_curl_set_callback(CURL *handle, CURLoption option, seek_curl_data_callback value);
CURLcode seek_curl_get_pointer(CURL *handle, CURLINFO info, void **value);
CURLcode seek_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);

// Reports how far a transfer has come; off unless set.
CURLcode seek_curl_set_progress(CURL *handle, curl_xferinfo_callback value, void *context);

// Asks before a request goes out, the first time and each time again; other than 0 stops it. From 7.80.0 on; an older libcurl asks
// nobody.
CURLcode seek_curl_set_request_callback(CURL *handle, seek_curl_request_callback value);
CURLcode seek_curl_set_request_context(CURL *handle, void *context);

// Calls before a socket is made for an address; a callback that returns CURL_SOCKET_BAD refuses the address.
CURLcode seek_curl_set_open_socket(CURL *handle, curl_opensocket_callback value);

// Writes the bytes of an IPv4 or IPv6 address, at most 16, and returns their number; 0 for any other family.
static inline int seek_curl_address_bytes(const struct curl_sockaddr *address, unsigned char *bytes) {
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

// Makes the socket libcurl would make.
static inline curl_socket_t seek_curl_make_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Only http and https; the option took a string from 7.85.0 on and a bit mask before.
CURLcode seek_curl_allow_http_only(CURL *handle);

// From 7.87.0 on, a transfer that ends while its host is being looked up need not wait for the resolver.
CURLcode seek_curl_end_without_resolver(CURL *handle);

struct curl_slist *seek_curl_slist_append(struct curl_slist *list, const char *line);
void seek_curl_slist_free_all(struct curl_slist *list);

CURLM *seek_curl_multi_init(void);
CURLMcode seek_curl_multi_cleanup(CURLM *multi);
CURLMcode seek_curl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode seek_curl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMcode seek_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode seek_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running);
CURLMsg *seek_curl_multi_info_read(CURLM *multi, int *left);

// Has libcurl tell which descriptors it waits for, and until when.
CURLMcode seek_curl_multi_observe(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *context);

// Has every transfer look at its descriptors, whatever is known of them. libcurl advises against it for its cost.
CURLMcode seek_curl_multi_look_at_all(CURLM *multi, int *running);

// A message's result stands in a union.
static inline CURLcode seek_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
