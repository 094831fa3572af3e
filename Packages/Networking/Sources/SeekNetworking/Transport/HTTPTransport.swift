package import SeekBasics

/// Sends a request and returns the complete response.
///
/// A transport follows no redirects, retries nothing, stores nothing and adds no credentials; these are the tasks of
/// middleware. Every conforming type fulfils this contract:
/// - Any status is a response, not an error. A body that is not complete is an error.
/// - `send` returns by the deadline, or soon after its task is cancelled. Nothing continues in the background.
/// - The transfer stops once the body exceeds `maximumBodySize`.
/// - A body with a content coding that is not supported is an error, or returned as it is if the request has
///   `Accept-Encoding: identity`.
/// - A request that ``HTTPRequest/validate()`` rejects is not sent.
/// - An idempotent request may be resent once if a reused connection is lost. Both transfers count as one attempt.
public protocol HTTPTransport: Sendable {
    /// Whether the responses are stubs. False by default. If true, Seek's own clients retry nothing unless a retry
    /// policy is set, so that one stubbed failure is enough to make a request fail.
    var isStub: Bool { get }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The time by which the exchange, including connecting, must have ended.
    ///   - maximumBodySize: The maximum size of the decoded body in bytes.
    /// - Throws: `invalidRequest`, `rejected` (an address that is not allowed), `transport`, `timedOut`, `cancelled`
    ///   or `bodyTooLarge` of ``NetworkError``.
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse
}

extension HTTPTransport {
    /// False: the responses are those of a server.
    public var isStub: Bool { false }
}

extension HTTPRequest {
    /// Fields that only the transport may set (RFC 9110 §7.2, §8.6; RFC 9112 §6.1).
    private static let transportFields: Set<String> = ["host", "content-length", "transfer-encoding", "expect"]

    /// The header fields to send, without those that only the transport may set.
    package var fieldsToSend: [HTTPField] {
        headerFields.filter { !Self.transportFields.contains($0.name.canonicalName) }
    }

    /// The body to send; nil for none. A POST, PUT or PATCH request without a body has an empty one (RFC 9110 §8.6).
    package var bodyToSend: Data? {
        switch method {
        case .head: nil
        case .post, .put, .patch: body ?? Data()
        default: body
        }
    }

    /// Checks that the request is valid, the calling task is not cancelled, and the deadline has not passed.
    package func checkBeforeSending(deadline: ContinuousClock.Instant) throws(NetworkError) {
        try validate()
        if Task.isCancelled { throw .cancelled(NetworkError.Context(request: self, attempts: 0)) }
        if ContinuousClock.now >= deadline { throw .timedOut(NetworkError.Context(request: self, attempts: 0)) }
    }

    /// Checks that the request can be sent safely. A transport calls this before it sends a request.
    ///
    /// Rejects schemes other than `http` and `https`, a missing or ambiguous host (`0x7f000001`), a port outside
    /// 1...65535, user information in the URL, control characters in header fields, and a HEAD request with a body.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)``, whose reason describes what to change.
    public func validate() throws(NetworkError) {
        try validate(urlProblem ?? contentProblem)
    }

    /// Checks the header fields and the body of a request whose URL is known to be valid.
    func validateContent() throws(NetworkError) { try validate(contentProblem) }

    private func validate(_ problem: String?) throws(NetworkError) {
        if let problem { throw .invalidRequest(reason: problem, NetworkError.Context(request: self, attempts: 0)) }
    }

    private var urlProblem: String? {
        guard let origin else {
            guard let scheme = url.scheme?.lowercased() else { return "the URL has no scheme; give an absolute URL" }
            guard scheme == "http" || scheme == "https" else {
                return "the scheme '\(scheme)' is not supported; use http or https"
            }
            return "the URL has no host"
        }
        if let problem = origin.hostProblem { return problem }
        guard url.user() == nil, url.password() == nil else {
            return "the URL carries user information; pass credentials as a header field"
        }
        return (1...65535).contains(origin.port) ? nil : "the port \(origin.port) is outside 1...65535"
    }

    private var contentProblem: String? {
        if let field = headerFields.first(where: { !HTTPField.isValidValue($0.value) }) {
            return "the value of header field '\(field.name)' contains a control character"
        }
        if method == .head, body?.isEmpty == false {
            return "a HEAD request cannot have a body; remove the body or use another method"
        }
        return nil
    }
}

/// Distinguishes a TLS connection that was lost from one that the peer refused, by the error text of libcurl and its
/// TLS library, because both failures have the same error code.
package enum HandshakeFailure {
    /// Whether a certificate is rejected because its authority is not trusted, and not because it is expired, belongs
    /// to another host, or is that of the client and was rejected by the server.
    static func isOfUntrustedAuthority(_ description: String) -> Bool {
        let otherReasons = ["expired", "not yet valid", "subject name", " alert "]
        return description.contains("certificate") && !otherReasons.contains(where: description.contains)
    }

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
