#if os(Linux)
import CLibcurl
import SeekNetworking

/// What libcurl's result codes mean as errors of this package. Pure: code and text in, meaning out.
enum FailureMapping {
    /// What became of a transfer that did not succeed.
    enum Meaning: Sendable, Hashable {
        case transport(TransportFailure)
        case invalidRequest(String)
    }

    /// The meaning of a code.
    ///
    /// - Parameters:
    ///   - code: libcurl's result, not `CURLE_OK`.
    ///   - detail: libcurl's words for this very case, or empty.
    ///   - host: the host asked, named where the secure connection fails.
    static func meaning(of code: CURLcode, detail: String, host: String) -> Meaning {
        let text = detail.isEmpty ? String(cString: seek_curl_easy_strerror(code)) : detail
        switch code {
        case CURLE_URL_MALFORMAT:
            return .invalidRequest("the URL is not valid: \(text)")
        case CURLE_COULDNT_RESOLVE_HOST:
            return .transport(.hostNotFound)
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
            return .transport(.cannotConnect)
        case CURLE_OPERATION_TIMEDOUT:
            // The transport keeps the deadlines itself: what times out inside libcurl is making the connection.
            return .transport(.cannotConnect)
        case CURLE_RECV_ERROR:
            // With TLS 1.3 a server refuses the client's certificate only after the handshake.
            if HandshakeFailure.isRefusal(detail) { return .transport(.insecure("\(host): \(text)")) }
            return .transport(receiving(detail))
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_AGAIN, CURLE_SSL_SHUTDOWN_FAILED:
            return .transport(.connectionLost)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            // A stream or a connection that the server ended (RST_STREAM, GOAWAY), or frames that were lost on the way.
            return .transport(.connectionLost)
        case CURLE_SSL_CONNECT_ERROR where HandshakeFailure.isConnectionLoss(detail):
            return .transport(.connectionLost)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_CHUNK_FAILED, tooLarge:
            return .transport(.malformedResponse(text))
        case CURLE_UNSUPPORTED_PROTOCOL:
            // The scheme was checked before: what is left is the response's protocol, a libcurl built without TLS, or a server that
            // ends each connection to demand HTTP/1.1 (RFC 9113 §7).
            if detail.contains("Empty reply") { return .transport(.connectionLost) }
            return .transport(detail.contains("libcurl") ? .other(text) : .malformedResponse(text))
        default:
            return .transport(isSecurity(code) ? .insecure("\(host): \(text)") : .other(text))
        }
    }

    /// `CURLE_TOO_LARGE`, which libcurl has from 8.6 on.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// libcurl reports a chunk it cannot read by the code of a lost connection; only its words differ.
    private static func receiving(_ detail: String) -> TransportFailure {
        if detail.contains("chunk") { return .malformedResponse(detail) }
        if detail.contains("from proxy") { return .other(detail) }
        return .connectionLost
    }

    private static func isSecurity(_ code: CURLcode) -> Bool {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED:
            true
        default:
            false
        }
    }
}
#endif
