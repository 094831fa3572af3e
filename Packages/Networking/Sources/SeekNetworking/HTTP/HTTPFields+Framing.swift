extension HTTPFields {
    private static let transferEncoding = HTTPField.Name(constant: "Transfer-Encoding")

    /// Why it is not clear where a response with these fields ends; nil where it is. Two lengths that differ are an error that cannot
    /// be recovered from (RFC 9112 §6.3): what follows the shorter body would be taken for the next response.
    package var framingProblem: String? {
        let values = self[values: .contentLength]
        guard values.count > 1 || values.first?.contains(",") ?? false else { return nil }
        let lengths: [String] = values.joined(separator: ",")
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let first = lengths.first, lengths.contains(where: { $0 != first }) else { return nil }
        return "it has several values of Content-Length that differ"
    }

    /// Whether a response has both a length and a transfer coding, which overrides it. A sign of an attempt to smuggle a response: the
    /// connection must not be used again (RFC 9112 §6.3).
    package var hasOverriddenLength: Bool {
        contains { $0.name == .contentLength } && contains { $0.name == Self.transferEncoding }
    }
}
