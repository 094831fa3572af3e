#if os(Linux)
import CLibcurl
import SeekNetworking

/// Maps libcurl's result codes to errors of this package.
enum FailureMapping {
    /// The error that a result code maps to, without its context.
    enum MappedError: Sendable, Hashable {
        case transport(TransportFailure)
        case invalidRequest(String)
    }

    /// Returns the error for a result code.
    ///
    /// - Parameters:
    ///   - code: libcurl's result, not `CURLE_OK`.
    ///   - detail: libcurl's description of the failure, or an empty string.
    ///   - host: The host of the request, which errors of TLS and of certificates contain.
    static func error(for code: CURLcode, detail: String, host: String) -> MappedError {
        let description = detail.isEmpty ? String(cString: seek_curl_easy_strerror(code)) : detail
        switch code {
        case CURLE_URL_MALFORMAT:
            return .invalidRequest("the URL is not valid: \(description)")
        case CURLE_COULDNT_RESOLVE_HOST:
            return .transport(.hostNotFound)
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return .transport(.publicKeyNotPinned(host: host))
        case CURLE_COULDNT_RESOLVE_PROXY:
            // "Unsupported proxy syntax in 'user:password@host'" contains the password.
            let isSyntaxError = detail.contains("proxy syntax")
            return .transport(.proxy(isSyntaxError ? "its address is not a valid URL" : description))
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
            return .transport(.invalidConfiguration("\(host): \(description)"))
        case CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            let reason = "the installed libcurl does not support this configuration; install 7.77 or later"
            return .transport(.invalidConfiguration(reason))
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
            return .transport(.cannotConnect)
        case CURLE_OPERATION_TIMEDOUT:
            // The loop enforces the deadlines: in libcurl only opening a connection can time out.
            return .transport(.cannotConnect)
        case CURLE_RECV_ERROR:
            // With TLS 1.3 a server rejects the client's certificate after the handshake.
            if HandshakeFailure.isRefusal(detail) { return .transport(.insecure("\(host): \(description)")) }
            return .transport(receiveFailure(detail))
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_AGAIN, CURLE_SSL_SHUTDOWN_FAILED:
            return .transport(.connectionLost)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            // The server ended the stream or the connection (RST_STREAM, GOAWAY).
            return .transport(.connectionLost)
        case CURLE_SSL_CONNECT_ERROR where HandshakeFailure.isConnectionLoss(detail):
            return .transport(.connectionLost)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_CHUNK_FAILED, tooLarge:
            return .transport(.malformedResponse(description))
        case CURLE_UNSUPPORTED_PROTOCOL:
            // The scheme is valid. Remaining causes: an unknown protocol in the response, a libcurl built without TLS,
            // or a server that closes connections to require HTTP/1.1 (RFC 9113 §7).
            if detail.contains("Empty reply") { return .transport(.connectionLost) }
            return .transport(detail.contains("libcurl") ? .other(description) : .malformedResponse(description))
        default:
            return .transport(isTLSError(code) ? .insecure("\(host): \(description)") : .other(description))
        }
    }

    /// `CURLE_TOO_LARGE`, added in libcurl 8.6.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Distinguishes malformed chunks and proxy errors from lost connections: libcurl uses one code for all of them.
    private static func receiveFailure(_ detail: String) -> TransportFailure {
        if detail.contains("chunk") { return .malformedResponse(detail) }
        // "Received HTTP code 407 from proxy after CONNECT"; since libcurl 7.87 "CONNECT tunnel failed, response 407"
        if detail.contains("from proxy") || detail.contains("CONNECT tunnel failed") {
            return detail.contains(" 407") ? .proxyAuthenticationRequired : .proxy(detail)
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
