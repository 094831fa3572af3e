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
}
