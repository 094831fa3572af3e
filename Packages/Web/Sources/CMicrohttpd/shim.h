#ifndef SEEK_CMICROHTTPD_SHIM_H
#define SEEK_CMICROHTTPD_SHIM_H

// The HTTP server of GNU libmicrohttpd (https://www.gnu.org/software/libmicrohttpd/).

#ifdef __linux__
#include <microhttpd.h>

/// Calls MHD_start_daemon, which has variable arguments and is therefore not available in Swift. `options` ends with an
/// element whose option is MHD_OPTION_END.
static inline struct MHD_Daemon *seek_start_daemon(unsigned int flags, uint16_t port, MHD_AccessHandlerCallback handler,
                                                   void *context, struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, port, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
#endif

#endif
