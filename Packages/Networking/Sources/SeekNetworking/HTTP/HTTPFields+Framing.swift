extension HTTPFields {
    private static let transferEncoding = HTTPField.Name(constant: "Transfer-Encoding")

    /// The reason why the end of a response with these fields is ambiguous, if it is.
    ///
    /// Two different lengths are an unrecoverable error (RFC 9112 §6.3): bytes after the shorter body would be parsed
    /// as the next response.
    package var framingProblem: String? {
        let values = self[values: .contentLength]
        guard values.count > 1 || values.first?.contains(",") ?? false else { return nil }
        let lengths: [String] = values.joined(separator: ",")
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let first = lengths.first, lengths.contains(where: { $0 != first }) else { return nil }
        return "it has several values of Content-Length that differ"
    }

    /// Whether a response has both a length and a transfer coding, which overrides it.
    ///
    /// This may be an attempt at response smuggling: the connection must not be reused (RFC 9112 §6.3).
    package var hasOverriddenLength: Bool {
        contains { $0.name == .contentLength } && contains { $0.name == Self.transferEncoding }
    }
}
