public import SeekBasics

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
    fileprivate static let deprecation = Self(constant: "Deprecation")
    fileprivate static let sunset = Self(constant: "Sunset")
}
