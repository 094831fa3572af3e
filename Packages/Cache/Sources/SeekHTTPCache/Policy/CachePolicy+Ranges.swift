import SeekBasics
@_spi(Seek) import SeekNetworking

/// Partial responses (RFC 9110 §14, RFC 9111 §3.3): which may be stored, and ranges of stored bodies.
extension CachePolicy {
    /// Whether a partial response may be stored: a single range of a body of known size, with a strong entity tag and
    /// exactly the stated number of bytes. With `Vary`, it is not stored, because it could be found among the variants
    /// of its URL in place of a complete response.
    static func isStorable(partial response: HTTPResponse) -> Bool {
        guard let tag = response.headerFields[values: .eTag].first, tag.hasPrefix("\"") else { return false }
        return supportsRanges(response) && varyNames(of: response) == [] && storedRange(of: response) != nil
    }

    /// Whether a stored response contains what a request needs. A partial response serves only a GET with a range and
    /// without a condition other than `If-Range`.
    static func canServe(_ stored: StoredResponse, _ lookup: CacheLookup) -> Bool {
        switch stored.response.status.code {
        case 206:
            return !lookup.isHead && lookup.condition == nil && requestedRange(of: stored.response, for: lookup) != nil
        case 200:
            guard lookup.range != nil, isCurrent(lookup.ifRange, stored.response) else { return true }
            return requestedRange(of: stored.response, for: lookup) != nil
        default:
            return true
        }
    }

    /// Returns the requested part of a response, or nil if the request has no range that the response can serve.
    static func partialResponse(from response: HTTPResponse, for lookup: CacheLookup) -> HTTPResponse? {
        guard let (offsets, stored) = requestedRange(of: response, for: lookup) else { return nil }
        var partial = response
        partial.status = HTTPResponse.Status(code: 206, reasonPhrase: "Partial Content")
        partial.headerFields[.contentRange] = "bytes \(offsets.lowerBound)-\(offsets.upperBound - 1)/\(stored.size)"
        // The body contains the range, so both numbers fit in `Int`.
        let length = Int(clamping: offsets.upperBound - offsets.lowerBound)
        let start = Int(clamping: offsets.lowerBound - stored.offsets.lowerBound)
        partial.headerFields[.contentLength] = "\(length)"
        partial.body = Data(response.body.dropFirst(start).prefix(length))
        return partial
    }

    /// Returns the requested offsets in the complete body and the range that is stored, or nil if the range cannot be
    /// served.
    private static func requestedRange(
        of response: HTTPResponse,
        for lookup: CacheLookup
    ) -> (offsets: Range<Int64>, stored: ContentRange)? {
        guard supportsRanges(response), let range = lookup.range, isCurrent(lookup.ifRange, response),
            let stored = storedRange(of: response), let offsets = range.offsets(in: stored.size),
            stored.offsets.lowerBound <= offsets.lowerBound, offsets.upperBound <= stored.offsets.upperBound
        else { return nil }
        return (offsets, stored)
    }

    /// Returns the range of the complete body that a response contains, or nil if the range is missing, malformed or
    /// does not match the size of the body.
    private static func storedRange(of response: HTTPResponse) -> ContentRange? {
        guard response.status.code == 206 else { return ContentRange(completeBodyOf: Int64(response.body.count)) }
        let values = response.headerFields[values: .contentRange]
        guard values.count == 1, let range = ContentRange(values[0]) else { return nil }
        return range.length == response.body.count ? range : nil
    }

    /// Whether ranges of the body can be served. False for a decoded body, because offsets count coded bytes.
    private static func supportsRanges(_ response: HTTPResponse) -> Bool {
        response.headerFields[.contentEncoding] == nil
    }

    /// Whether the request has no `If-Range`, or its value identifies this response: the strong entity tag, or exactly
    /// the `Last-Modified` date (RFC 9110 §13.1.5).
    private static func isCurrent(_ ifRange: String?, _ response: HTTPResponse) -> Bool {
        guard let ifRange else { return true }
        if ifRange.hasPrefix("W/") { return false }
        let name = ifRange.hasPrefix("\"") ? HTTPField.Name.eTag : .lastModified
        return response.headerFields.first { $0.name == name } == HTTPField(name: name, value: ifRange)
    }
}

/// The byte range of a request (RFC 9110 §14.1.2): `bytes=0-99`, `bytes=100-`, `bytes=-100`.
enum ByteRange: Hashable {
    /// The bytes from the first offset through the last, or to the end of the body if the last is nil.
    case from(Int64, through: Int64?)
    /// The given number of bytes at the end of a body.
    case last(Int64)

    /// Parses a `Range` field with a single range in bytes, or returns nil.
    init?(_ text: String) {
        guard HTTPFieldLimits.allows(text) else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        let first = Self.number(bounds[0])
        let last = Self.number(bounds[1])
        switch (first, last) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil) where bounds[1].isEmpty: self = .from(first, through: nil)
        case (nil, let count?) where bounds[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// Parses a decimal number in ASCII digits, or returns nil.
    static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }

    /// Returns the offsets that the range selects from a body of the given size in bytes, or nil if it selects none.
    func offsets(in size: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last):
            first < size ? first..<(min(last ?? size - 1, size - 1) + 1) : nil
        case .last(let count):
            count > 0 && size > 0 ? max(0, size - count)..<size : nil
        }
    }
}

/// The range of a partial response (RFC 9110 §14.4): `bytes 5-9/10`.
struct ContentRange: Hashable {
    var offsets: Range<Int64>
    /// The size of the complete body.
    var size: Int64

    /// The number of bytes in the range. `offsets.count` would be an `Int`, which has only 32 bits on some platforms.
    var length: Int64 { offsets.upperBound - offsets.lowerBound }

    init(completeBodyOf size: Int64) {
        offsets = 0..<size
        self.size = size
    }

    /// Parses a `Content-Range` field in bytes with a known size, or returns nil.
    init?(_ text: String) {
        guard HTTPFieldLimits.allows(text) else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let range = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard range.count == 2, let size = ByteRange.number(range[1]) else { return nil }
        let bounds = range[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = ByteRange.number(bounds[0]), let last = ByteRange.number(bounds[1]),
            first <= last, last < size
        else { return nil }
        offsets = first..<(last + 1)
        self.size = size
    }
}
