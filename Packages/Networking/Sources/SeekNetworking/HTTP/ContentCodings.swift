extension HTTPFields {
    /// The content codings of a body, in the order in which they were applied (RFC 9110 §8.4), in lower case. Names that
    /// denote no coding are omitted.
    package var contentCodings: [String] {
        self[values: .contentEncoding].flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !$0.isEmpty && !Self.namesWithoutCoding.contains($0) }
    }

    /// `identity`, and names that some servers send in its place: charsets, encodings of MIME, and the framing of an
    /// upload to S3. Browsers ignore all of them.
    private static let namesWithoutCoding: Set<String> = [
        "identity", "none", "utf-8", "utf8", "us-ascii", "iso-8859-1", "windows-1252", "7bit", "8bit", "binary",
        "aws-chunked",
    ]
}

extension TransportFailure {
    /// Returns the failure for a content coding whose name was sent by the server.
    package static func unsupportedCoding(_ name: String) -> TransportFailure {
        .unsupportedContentCoding(String(name.prefix(40).filter { $0.isASCII && ("!"..."~").contains($0) }))
    }
}
