public import SeekBasics

/// A complete HTTP response: status, header fields and body.
public struct HTTPResponse: Sendable, Hashable {
    /// The status.
    public var status: Status
    /// The header fields.
    public var headerFields: HTTPFields
    /// The body, by default decoded from its content coding; empty if there is none.
    public var body: Data
    /// The URL that the response came from, after redirects. Set by the client; nil in a response that a transport
    /// returns.
    public var url: URL?
    /// Where the response came from: ``Provenance/network`` unless a cache or a stub sets it.
    public var provenance: Provenance

    /// Creates a response.
    public init(
        status: Status = .ok,
        headerFields: HTTPFields = [:],
        body: Data = Data(),
        provenance: Provenance = .network
    ) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.provenance = provenance
    }

    /// The media type of `Content-Type` without its parameters, in lower case, or nil if the field is missing.
    public var mediaType: String? {
        guard let field = headerFields.first(where: { $0.name == .contentType }) else { return nil }
        let type = field.value.utf8.prefix { $0 != UInt8(ascii: ";") }
        // Usually, there is nothing to change.
        let isNormalized = type.allSatisfy { $0 > 0x20 && $0 < 0x80 && !(0x41...0x5A).contains($0) }
        if isNormalized { return String(Substring(type)) }
        return Substring(type).filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// A status code with its reason phrase.
    public struct Status: Sendable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral {
        /// The code, such as 404.
        public var code: Int
        /// The reason phrase; often empty (HTTP/2 has none).
        public var reasonPhrase: String

        /// Creates a status.
        public init(code: Int, reasonPhrase: String = "") {
            self.code = code
            self.reasonPhrase = reasonPhrase
        }

        /// Creates a status from a code.
        public init(integerLiteral code: Int) {
            self.init(code: code)
        }

        /// Whether the code is in 200...299.
        public var isSuccessful: Bool { (200...299).contains(code) }

        /// The code and the reason phrase, if there is one.
        public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }

        /// 200
        public static let ok = Status(code: 200, reasonPhrase: "OK")
        /// 404
        public static let notFound = Status(code: 404, reasonPhrase: "Not Found")
    }
}

extension HTTPFields {
    /// Returns the size of a response's body in bytes; nil if there is no body, if no field contains the size, or if
    /// the body is encoded, because the field then contains the encoded size.
    package func plainBodyLength(of status: HTTPResponse.Status, to method: HTTPRequest.Method) -> Int64? {
        guard method != .head, status.code != 204, status.code != 304, self[.contentEncoding] == nil else { return nil }
        return self[values: .contentLength].first.flatMap { Int64($0) }
    }
}
