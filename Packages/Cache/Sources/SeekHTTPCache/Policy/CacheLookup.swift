import SeekBasics
@_spi(Seek) import SeekNetworking

/// The parts of a request that determine how a cache serves it.
struct CacheLookup {
    /// The condition under which the client needs a response (RFC 9110 §13).
    enum Condition: Hashable {
        case ifNoneMatchAny
        case ifNoneMatch([EntityTag])
        /// `If-Modified-Since`; nil if the value is not a date, in which case the field is ignored
        case ifModifiedSince(Date?)
    }

    var control: CacheControl
    var mode: RequestOptions.CacheMode
    var allowsStale: Bool
    var isHead: Bool
    var condition: Condition?
    /// The requested range of the body, if any.
    var range: ByteRange?
    /// The validator of `If-Range` (RFC 9110 §13.1.5).
    var ifRange: String?

    /// Creates the lookup for a request, or returns nil if the request bypasses the cache. The reason can be its method
    /// or body, a condition that only the origin server can evaluate (RFC 9111 §4.3.2), a range that is not a single
    /// valid one, fields beyond ``HTTPFieldLimits``, or a user name or password in its URL.
    init?(_ request: HTTPRequest, mode: RequestOptions.CacheMode, allowsStale: Bool = true, now: Date) {
        guard request.method == .get || request.method == .head, request.body?.isEmpty ?? true else { return nil }
        isHead = request.method == .head
        self.mode = mode
        self.allowsStale = allowsStale
        let fields = request.headerFields
        guard fields.isWithinLimits, !Self.hasUserInformation(request.url) else { return nil }
        control = CacheControl(fields)
        for field in fields {
            switch field.name {
            case .ifMatch, .ifUnmodifiedSince:
                return nil
            case .range where !isHead:
                guard range == nil, let requested = ByteRange(field.value) else { return nil }
                range = requested
            case .ifRange:
                ifRange = field.value
            default: break
            }
        }
        if let tags = fields[.ifNoneMatch] {
            condition = tags == "*" ? .ifNoneMatchAny : .ifNoneMatch(EntityTag.parseList(tags))
        } else if let date = fields[.ifModifiedSince] {
            condition = .ifModifiedSince(HTTPDate.parse(date, now: now))
        }
        // Ignored without a range (RFC 9110 §13.1.5).
        if range == nil { ifRange = nil }
    }

    /// Whether the response may come from the store, or may be stored or change what is stored.
    var usesStore: Bool { mode != .noStore && !(mode == .default && control.isNoStore && !isHead) }

    private static func hasUserInformation(_ url: URL) -> Bool {
        url.absoluteString.utf8.contains(UInt8(ascii: "@")) && (url.user() != nil || url.password() != nil)
    }

    /// Returns the request with the header fields that apply its mode to intermediate caches as well (Fetch standard,
    /// “HTTP-network-or-cache fetch”).
    func addingModeFields(to request: HTTPRequest) -> HTTPRequest {
        let lacksCacheControl = request.headerFields[.cacheControl] == nil
        var request = request
        switch mode {
        case .noCache:
            if lacksCacheControl { request.headerFields[.cacheControl] = "max-age=0" }
        case .noStore, .reload:
            if request.headerFields[.pragma] == nil { request.headerFields[.pragma] = "no-cache" }
            if lacksCacheControl { request.headerFields[.cacheControl] = "no-cache" }
        case .default, .forceCache, .onlyIfCached: break
        }
        return request
    }
}

/// An entity tag (RFC 9110 §8.8.3) such as `"abc"` or `W/"abc"`, compared weakly: `W/` is ignored (§8.8.3.2). Tags
/// without quotation marks, which some servers send, are accepted.
struct EntityTag: Hashable {
    /// The bytes of the tag with its quotation marks, but without `W/`.
    private let opaqueTag: [UInt8]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        opaqueTag = bytes.starts(with: "W/".utf8) ? Array(bytes.dropFirst(2)) : bytes
    }

    static func parseList(_ text: String) -> [EntityTag] {
        FieldList.elements(of: text).map { EntityTag($0) }
    }
}

/// Field values that are lists (RFC 9110 §5.6.1).
enum FieldList {
    /// Returns the non-empty elements without surrounding white space. A comma inside quotation marks does not separate
    /// elements.
    ///
    /// A list larger than ``HTTPFieldLimits/maximumValueSize`` has no elements. A caller for which an empty list
    /// permits more than a full one must check the size first.
    static func elements(of text: String) -> [String] {
        guard HTTPFieldLimits.allows(text) else { return [] }
        var elements: [String] = []
        var isQuoted = false
        let bytes = Array(text.utf8)
        var start = 0
        func endElement(at index: Int) {
            let element = bytes[start..<index].trimmed
            if !element.isEmpty { elements.append(String(decoding: element, as: UTF8.self)) }
            start = index + 1
        }
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted { endElement(at: index) }
        }
        endElement(at: bytes.count)
        return elements
    }
}

extension HTTPField.Name {
    static let cacheStatus = Self("Cache-Status")
    static let connection = Self("Connection")
    static let contentRange = Self("Content-Range")
    static let ifMatch = Self("If-Match")
    static let ifRange = Self("If-Range")
    static let ifUnmodifiedSince = Self("If-Unmodified-Since")
    static let pragma = Self("Pragma")
    static let range = Self("Range")
    static let setCookie = Self("Set-Cookie")
}
