#ifndef SEEK_CMICROHTTPD_SHIM_H
#define SEEK_CMICROHTTPD_SHIM_H

// The HTTP server of GNU libmicrohttpd (https://www.gnu.org/software/libmicrohttpd/).

#ifdef __linux__
#include <microhttpd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

typedef void *(*seek_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

/// Calls MHD_start_daemon, which has variable arguments and is therefore not available in Swift.
///
/// All callbacks receive `context`. `options` ends with an element whose option is MHD_OPTION_END.
static inline struct MHD_Daemon *seek_start_daemon(unsigned int flags, int listener, seek_target_callback target,
                                                   MHD_AccessHandlerCallback handler,
                                                   MHD_RequestCompletedCallback completed,
                                                   MHD_NotifyConnectionCallback connection, void *context,
                                                   struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_LISTEN_SOCKET, listener,
                            MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_NOTIFY_COMPLETED, completed,
                            context, MHD_OPTION_NOTIFY_CONNECTION, connection, context, MHD_OPTION_ARRAY, options,
                            MHD_OPTION_END);
}

/// The socket of a connection.
static inline int seek_connection_socket(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/// The address of the client of a connection.
static inline const struct sockaddr *seek_connection_client(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}

/// The value that the callback for connections stored.
static inline void *seek_connection_context(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}
#endif

#endif
