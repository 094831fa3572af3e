public import SeekBasics

/// The part of a response that an error retains, limited in size.
public struct ResponseExcerpt: Sendable, Hashable {
    /// The maximum number of bytes of the body that are retained: 16 KiB, many times the size of the error
    /// responses of the GitHub and YouTube APIs.
    public static let maximumBodySize = 16 * 1024

    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headerFields: HTTPFields
    /// The start of the body, at most ``maximumBodySize`` bytes.
    public let body: Data
    /// The size of the complete body in bytes.
    public let bodySize: Int

    /// Whether ``body`` is only the start of the body.
    public var isTruncated: Bool { body.count < bodySize }

    /// Creates the excerpt of a response.
    public init(_ response: HTTPResponse) {
        status = response.status
        headerFields = response.headerFields
        body = Data(response.body.prefix(Self.maximumBodySize))
        bodySize = response.body.count
    }

    /// The beginning of the body on a single line, after a colon; empty if the body is empty. If it is not the whole
    /// body, `…` and the size of the body follow. Bytes that are not text are counted only.
    var excerpt: String {
        // Redacts more than is displayed: user information in a URL is recognized by its end, which may be beyond the
        // displayed part.
        let start = Data(body.prefix(4_096))
        let contentType = headerFields[values: .contentType].first
        guard let decoded = BodyText.decode(start, contentType: contentType, isTruncated: start.count < bodySize) else {
            return ": (\(bodySize) bytes that are not text)"
        }
        let text = Redaction.redacted(body: decoded.utf8, type: HTTPResponse(headerFields: headerFields).mediaType)
        let line = text.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return "" }
        let isWhole = start.count == bodySize && text.dropFirst(400).isEmpty && line.count <= 120
        return isWhole ? ": \(line)" : ": \(line.prefix(120))… (\(bodySize) bytes)"
    }
}
