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
