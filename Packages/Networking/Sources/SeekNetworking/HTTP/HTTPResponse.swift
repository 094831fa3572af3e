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
    public var mediaType: String? { headerFields.mediaType }

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
    /// The media type of `Content-Type` without its parameters, in lower case, or nil if the field is missing.
    var mediaType: String? {
        guard let field = first(where: { $0.name == .contentType }) else { return nil }
        let type = field.value.utf8.prefix { $0 != UInt8(ascii: ";") }
        // Usually, there is nothing to change.
        let isNormalized = type.allSatisfy { $0 > 0x20 && $0 < 0x80 && !(0x41...0x5A).contains($0) }
        if isNormalized { return String(Substring(type)) }
        return Substring(type).filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Returns the size of a response's body in bytes; nil if there is no body, if no field contains the size, or if
    /// the body is encoded, because the field then contains the encoded size.
    package func plainBodyLength(of status: HTTPResponse.Status, to method: HTTPRequest.Method) -> Int64? {
        guard method != .head, status.code != 204, status.code != 304, self[.contentEncoding] == nil else { return nil }
        return self[values: .contentLength].first.flatMap { Int64($0) }
    }
}

/// Where a response came from, its age, and how many requests it took.
public struct Provenance: Sendable, Hashable, CustomStringConvertible {
    /// The source of a response.
    public enum Source: String, Sendable, Hashable {
        /// The server responded to this request.
        case network
        /// A store in memory.
        case memory
        /// A store on disk.
        case disk
        /// A store that several machines share.
        case shared
        /// An endpoint's sample response, or an overridden response.
        case sample
    }

    /// The reason why a stale response was served.
    public enum StaleReason: String, Sendable, Hashable {
        /// The request or the server allowed it.
        case allowed
        /// No valid response was received, or the server was not contacted because it had failed too often.
        case unreachable
        /// The server responded with 500, 502, 503 or 504.
        case serverError
        /// A rate limit, a quota or a budget is used up.
        case limitReached
    }

    /// The source.
    public var source: Source
    /// The time since the server created the response; zero for a response from the network.
    public var age: Duration

    /// The number of requests that were sent for the response, including retries, redirects and revalidations. A
    /// request that several callers share is counted for one of them.
    public var attempts: Int

    /// The reason why the response was served stale; nil if it is not stale.
    public var staleReason: StaleReason?
    /// Whether the server has confirmed the stored response.
    public var isRevalidated: Bool

    /// Creates a provenance.
    ///
    /// - Parameter attempts: The number of requests that were sent; nil means 1 from the network and 0 from any other
    ///   source.
    public init(
        source: Source,
        age: Duration = .zero,
        attempts: Int? = nil,
        staleReason: StaleReason? = nil,
        isRevalidated: Bool = false
    ) {
        self.source = source
        self.age = age
        self.attempts = attempts ?? (source == .network ? 1 : 0)
        self.staleReason = staleReason
        self.isRevalidated = isRevalidated
    }

    /// The provenance of a response that the server sent to this request.
    public static let network = Provenance(source: .network)

    /// Whether the response was served stale.
    public var isStale: Bool { staleReason != nil }

    /// Whether the body came from a store.
    public var isCached: Bool { [.memory, .disk, .shared].contains(source) }

    /// For example `network`, `disk, 12 s old`, `disk, 12 s old, stale` or `disk, 12 s old, revalidated`.
    public var description: String {
        guard isCached else { return source.rawValue }
        let state = isStale ? ", stale" : isRevalidated ? ", revalidated" : ""
        return "\(source.rawValue), \(age.components.seconds) s old\(state)"
    }
}

/// The announcement in a response that its resource will change or be removed (RFC 9745, RFC 8594).
public struct Deprecation: Sendable, Hashable {
    /// The date, past or future, from which the resource is deprecated (`Deprecation`); nil if the server sends none.
    public var date: Date?
    /// The date after which the resource may stop responding (`Sunset`); nil if the server sends none.
    public var sunset: Date?
    /// The page that describes the change (`Link` with the relation `deprecation` or `sunset`); nil if there is none.
    public var documentation: URL?

    /// Creates an announcement.
    public init(date: Date? = nil, sunset: Date? = nil, documentation: URL? = nil) {
        self.date = date
        self.sunset = sunset
        self.documentation = documentation
    }

    /// Parses the header fields of a response; nil if they announce nothing.
    ///
    /// `Deprecation` is a date such as `@1790467200` or, in the drafts of RFC 9745, `true` or an HTTP date; `Sunset` is
    /// an HTTP date. GitHub also sends a date without a time, `Sun, 27 Sep 2026`, which is the start of that day.
    ///
    /// - Parameter url: The URL of the response, which relative links are resolved against.
    public init?(_ fields: HTTPFields, relativeTo url: URL? = nil) {
        let deprecation = fields[values: .deprecation].first ?? ""
        let isDeprecated = !["", "false", "?0"].contains(deprecation.lowercased())
        sunset = fields[values: .sunset].first.flatMap(Self.date)
        guard isDeprecated || sunset != nil else { return nil }
        date = isDeprecated ? Self.date(deprecation) : nil
        documentation =
            fields[values: .link].lazy.flatMap { LinkHeader.parse($0, relativeTo: url) }
            .first { !$0.relations.isDisjoint(with: ["deprecation", "sunset"]) }?.url
    }

    private static func date(_ text: String) -> Date? {
        if text.hasPrefix("@") {
            // A structured field (RFC 9651 §3.3.7): seconds since 1970, with at most 15 digits.
            guard text.utf8.count <= 17, let seconds = Int64(text.dropFirst()) else { return nil }
            return UTCTime.validSeconds.contains(Double(seconds)) ? Date(timeIntervalSince1970: Double(seconds)) : nil
        }
        return HTTPDate.parse(text, now: Date()) ?? HTTPDate.parse("\(text) 00:00:00 GMT", now: Date())
    }
}

extension HTTPResponse {
    /// The announcement that the resource will change or be removed; nil if the server makes none.
    public var deprecation: Deprecation? { Deprecation(headerFields, relativeTo: url) }
}

extension HTTPField.Name {
    fileprivate static let deprecation = Self("Deprecation")
    fileprivate static let sunset = Self("Sunset")
}
