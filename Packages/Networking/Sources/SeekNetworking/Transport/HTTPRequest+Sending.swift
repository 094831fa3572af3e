package import SeekBasics

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
