#ifndef SEEK_CLIBCURL_SHIM_H
#define SEEK_CLIBCURL_SHIM_H

// libcurl's types and constants, and wrappers that call its functions in the library that seek_curl_load has loaded. No
// target links libcurl. Variadic functions have one wrapper per argument type: Swift cannot call variadic C functions.

// Other platforms have URLSession, and whole-package builds compile this module there too.
#ifdef __linux__

#ifndef CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_TYPECHECK
#endif
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

typedef size_t (*seek_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*seek_curl_request_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

// Loads a library by its file name and never unloads it. Must succeed once before any other function is called. May be
// called from any thread; the first library that was loaded remains in use. On failure, writes the reason to `message`,
// a buffer of `capacity` bytes.
bool seek_curl_load(const char *name, char *message, size_t capacity);

CURLcode seek_curl_global_init(void);

CURL *seek_curl_easy_init(void);
void seek_curl_easy_cleanup(CURL *handle);
void seek_curl_easy_reset(CURL *handle);
const char *seek_curl_easy_strerror(CURLcode code);

CURLcode seek_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode seek_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode seek_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode seek_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode seek_curl_set_callback(CURL *handle, CURLoption option, seek_curl_data_callback value);
CURLcode seek_curl_get_pointer(CURL *handle, CURLINFO info, void **value);
CURLcode seek_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);

// Sets the certificates of trusted authorities, in PEM format. Requires libcurl 7.77.0. The bytes are copied.
CURLcode seek_curl_set_trusted_certificates(CURL *handle, const void *bytes, size_t count);

// Sets the certificate and key of the client, a PKCS #12 archive. Requires libcurl 7.71.0. The bytes and the password
// are copied.
CURLcode seek_curl_set_client_identity(CURL *handle, const void *bytes, size_t count, const char *password);

// Sets a callback for the progress of a transfer.
CURLcode seek_curl_set_progress(CURL *handle, curl_xferinfo_callback value, void *context);

// Sets a callback that runs each time before a request is sent; a result other than 0 stops the transfer. Has no effect
// before libcurl 7.80.0.
CURLcode seek_curl_set_request_callback(CURL *handle, seek_curl_request_callback value, void *context);

// Sets a callback that opens the socket for an address; CURL_SOCKET_BAD rejects the address.
CURLcode seek_curl_set_open_socket(CURL *handle, curl_opensocket_callback value, void *context);

// Writes the bytes of an IPv4 or IPv6 address, 16 at most. Returns their number; 0 for other families.
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

// Opens the socket that libcurl would open.
static inline curl_socket_t seek_curl_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Allows http and https only. The option takes a string since libcurl 7.85.0, a bit mask before.
CURLcode seek_curl_allow_http_only(CURL *handle);

// Lets a transfer end without waiting for a name resolution in progress. Has no effect before libcurl 7.87.0.
CURLcode seek_curl_set_quick_exit(CURL *handle);

struct curl_slist *seek_curl_slist_append(struct curl_slist *list, const char *line);
void seek_curl_slist_free_all(struct curl_slist *list);

CURLM *seek_curl_multi_init(void);
CURLMcode seek_curl_multi_cleanup(CURLM *multi);
CURLMcode seek_curl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode seek_curl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMcode seek_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode seek_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events);
CURLMsg *seek_curl_multi_info_read(CURLM *multi);

// Sets callbacks for the descriptors that libcurl waits for, and for its timer.
CURLMcode seek_curl_multi_observe(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *context);

// Continues all transfers, whether or not their descriptors are ready (curl_multi_socket_all).
CURLMcode seek_curl_multi_process_all(CURLM *multi);

// The result of a message, which is a member of a union.
static inline CURLcode seek_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif

#endif
