/// Distinguishes a TLS connection that was lost from one that the peer refused, by the error text of libcurl and its
/// TLS library, because both failures have the same error code.
package enum HandshakeFailure {
    /// Whether the connection was lost during the handshake, so that another attempt may succeed.
    package static func isConnectionLoss(_ text: String) -> Bool {
        let text = text.lowercased()
        // A text about a certificate is not evaluated, because the server chooses the strings in its certificate.
        return !text.contains("certificate") && connectionLosses.contains { text.contains($0) }
    }

    /// Whether the peer rejected the client's certificate with a TLS alert, so that another attempt would fail too.
    package static func isRefusal(_ text: String) -> Bool {
        let text = text.lowercased()
        guard let alert = text.firstRange(of: " alert ") else { return false }
        return ["certificate", "unknown ca", "access denied"].contains { text[alert.upperBound...].contains($0) }
    }

    /// Error texts of the C library, OpenSSL, GnuTLS and libcurl in lower case.
    private static let connectionLosses = [
        "connection reset", "connection aborted", "connection abort", "broken pipe", "connection timed out",
        "network is unreachable", "no route to host", "not connected", "ssl_error_syscall", "ssl_error_zero_return",
        "unexpected eof", "non-properly terminated", "error in the pull function", "error in the push function",
        "http/2 stream", "http2 framing layer", "connection died", "empty reply",
    ]
}
