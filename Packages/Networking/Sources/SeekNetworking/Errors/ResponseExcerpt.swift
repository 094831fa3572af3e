#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an error keeps of a response: enough to read the server's own words, bounded in size.
public struct ResponseExcerpt: Sendable, Hashable {
    /// The most bytes of a body an excerpt keeps: 16 KiB, many times an error answer of the APIs.
    public static let maximumBodySize = 16 * 1024

    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headerFields: HTTPFields
    /// The start of the body, at most ``maximumBodySize`` bytes.
    public let body: Data
    /// The size of the whole body in bytes.
    public let bodySize: Int

    /// Takes the excerpt of a response.
    public init(_ response: HTTPResponse) {
        status = response.status
        headerFields = response.headerFields
        body = Data(response.body.prefix(Self.maximumBodySize))
        bodySize = response.body.count
    }

    /// The first words of the body on one line behind a colon, or nothing where there is no text.
    var excerpt: String {
        // More than is shown: what marks a secret may be behind it.
        let type = HTTPResponse(headerFields: headerFields).mediaType
        let words = Redaction.redacted(body: body.prefix(4_096), type: type).prefix(400)
            .split(whereSeparator: {
                $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
            })
            .joined(separator: " ")
        guard !words.isEmpty else { return "" }
        return ": " + (words.count > 120 ? words.prefix(120) + "…" : words[...])
    }
}
