#if os(Linux)
import CLibcurl
import SeekNetworking

enum FailureMapping {
    /// Returns the failure for libcurl's result, which is neither `CURLE_OK` nor `CURLE_URL_MALFORMAT`, and for its
    /// description. Errors of TLS and of certificates contain the host of the request.
    static func failure(for code: CURLcode, description: String, host: String) -> TransportFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return .hostNotFound
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return .publicKeyNotPinned(host: host)
        case CURLE_COULDNT_RESOLVE_PROXY:
            // "Unsupported proxy syntax in 'user:password@host'" contains the password.
            return .proxy(description.contains("proxy syntax") ? "its address is not a valid URL" : description)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
            return .invalidConfiguration("\(host): \(description)")
        case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            // The option is missing in libcurl, in its headers at build time, or in its TLS library.
            return .invalidConfiguration(
                "libcurl does not support the settings of the proxy or the certificates; "
                    + "build and run the program with libcurl 7.77 or later and OpenSSL"
            )
        // The loop enforces the deadlines: in libcurl only opening a connection can time out.
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_OPERATION_TIMEDOUT:
            return .cannotConnect
        case CURLE_RECV_ERROR:
            // With TLS 1.3 a server rejects the client's certificate after the handshake.
            if HandshakeFailure.isRefusal(description) { return .insecure("\(host): \(description)") }
            return receiveFailure(description)
        // With HTTP/2, the server may have ended the stream or the connection (RST_STREAM, GOAWAY).
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_AGAIN, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .connectionLost
        case CURLE_SSL_CONNECT_ERROR where HandshakeFailure.isConnectionLoss(description):
            return .connectionLost
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_CHUNK_FAILED, tooLarge:
            return .malformedResponse(description)
        case CURLE_UNSUPPORTED_PROTOCOL:
            // The scheme is valid. Remaining causes: an unknown protocol in the response, a libcurl built without TLS,
            // or a server that closes connections to require HTTP/1.1 (RFC 9113 §7).
            if description.contains("Empty reply") { return .connectionLost }
            return description.contains("libcurl") ? .other(description) : .malformedResponse(description)
        default:
            return isTLSError(code) ? .insecure("\(host): \(description)") : .other(description)
        }
    }

    /// `CURLE_TOO_LARGE`, added in libcurl 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Distinguishes malformed chunks and proxy errors from lost connections: libcurl uses one code for all of them.
    private static func receiveFailure(_ description: String) -> TransportFailure {
        if description.contains("chunk") { return .malformedResponse(description) }
        // "Received HTTP code 407 from proxy after CONNECT"; since libcurl 7.87 "CONNECT tunnel failed, response 407"
        if description.contains("from proxy") || description.contains("CONNECT tunnel failed") {
            return description.contains(" 407") ? .proxyAuthenticationRequired : .proxy(description)
        }
        return .connectionLost
    }

    private static func isTLSError(_ code: CURLcode) -> Bool {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED:
            true
        default:
            false
        }
    }
}
#endif
