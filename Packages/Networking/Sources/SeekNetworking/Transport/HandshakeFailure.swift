/// Distinguishes TLS connections that broke off from those that a peer refused, by the text of libcurl and the TLS library under it:
/// both have the same error code. For transports.
package enum HandshakeFailure {
    /// Whether the connection ended during the handshake, which may succeed on another attempt.
    package static func isConnectionLoss(_ text: String) -> Bool {
        let text = text.lowercased()
        // A certificate's fields are the server's choice: text that quotes them decides nothing.
        return !text.contains("certificate") && connectionLosses.contains { text.contains($0) }
    }

    /// Whether the peer refused this side's certificate or rights by a TLS alert, which it will do again.
    package static func isRefusal(_ text: String) -> Bool {
        let text = text.lowercased()
        guard let alert = text.firstRange(of: " alert ") else { return false }
        return ["certificate", "unknown ca", "access denied"].contains { text[alert.upperBound...].contains($0) }
    }

    /// The texts of the C library's errors, OpenSSL, GnuTLS and libcurl, in lower case.
    private static let connectionLosses = [
        "connection reset", "connection aborted", "connection abort", "broken pipe", "connection timed out",
        "network is unreachable", "no route to host", "not connected", "ssl_error_syscall", "ssl_error_zero_return",
        "unexpected eof", "non-properly terminated", "error in the pull function", "error in the push function",
        "http/2 stream", "http2 framing layer", "connection died", "empty reply",
    ]
}
