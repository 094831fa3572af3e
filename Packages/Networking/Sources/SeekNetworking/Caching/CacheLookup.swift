#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a request asks of a cache, read once.
struct CacheLookup {
    /// What the client has already, and under which condition it wants more (RFC 9110 §13).
    enum Condition: Hashable {
        /// `If-None-Match: *`
        case unlessAny
        /// `If-None-Match`
        case unless([EntityTag])
        /// `If-Modified-Since`; nil where it is no date and so to be ignored
        case ifChanged(since: Date?)
    }

    var control: CacheControl
    var mode: RequestOptions.CacheMode
    /// Whether only the head is wanted.
    var isHead: Bool
    var condition: Condition?
    /// The part of the body that is wanted; nil for the whole.
    var range: ByteRange?
    /// Under which validator the part is wanted (RFC 9110 §13.1.5).
    var ifRange: String?

    /// Reads a request; nil where no stored response can serve it and none to it may be stored: by its method, by a body, by
    /// conditions that are for the origin server alone (RFC 9111 §4.3.2), by ranges a cache need not know, by fields beyond
    /// ``HTTPFieldLimits``, by a credential in the authority of its URL.
    init?(_ request: HTTPRequest, mode: RequestOptions.CacheMode, now: Date) {
        guard request.method == .get || request.method == .head, request.body?.isEmpty ?? true else { return nil }
        isHead = request.method == .head
        self.mode = mode
        let fields = request.headerFields
        guard fields.isWithinLimits, !Self.hasUserInformation(request.url) else { return nil }
        control = CacheControl(fields)
        for field in fields {
            switch field.name {
            case .ifMatch, .ifUnmodifiedSince:
                return nil
            case .range where !isHead:
                guard range == nil, let one = ByteRange(field.value) else { return nil }
                range = one
            case .ifRange:
                ifRange = field.value
            default: break
            }
        }
        if let tags = fields[.ifNoneMatch] {
            condition = tags == "*" ? .unlessAny : .unless(EntityTag.list(tags))
        } else if let date = fields[.ifModifiedSince] {
            condition = .ifChanged(since: HTTPDate.date(date, now: now))
        }
        // Without a range it means nothing (RFC 9110 §13.1.5).
        if range == nil { ifRange = nil }
    }

    private static func hasUserInformation(_ url: URL) -> Bool {
        // Most URLs have no such character, and need not be taken apart.
        url.absoluteString.utf8.contains(UInt8(ascii: "@")) && (url.user() != nil || url.password() != nil)
    }

    /// The request that asks the server whether a stored answer still holds: with the stored answer's validators in place of the
    /// client's conditions, which the cache itself can then answer.
    static func revalidation(of request: HTTPRequest, by validators: HTTPFields) -> HTTPRequest {
        guard !validators.isEmpty else { return request }
        var request = request
        request.headerFields[.ifNoneMatch] = validators[.ifNoneMatch]
        request.headerFields[.ifModifiedSince] = validators[.ifModifiedSince]
        return request
    }

    /// A request that tells the caches on the way what its mode asks of them, as the Fetch standard has it (§4.6, steps 19 to 21).
    func marked(_ request: HTTPRequest) -> HTTPRequest {
        let isSilent = request.headerFields[.cacheControl] == nil
        var request = request
        switch mode {
        case .noCache:
            if isSilent { request.headerFields[.cacheControl] = "max-age=0" }
        case .noStore, .reload:
            if request.headerFields[.pragma] == nil { request.headerFields[.pragma] = "no-cache" }
            if isSilent { request.headerFields[.cacheControl] = "no-cache" }
        case .default, .forceCache, .onlyIfCached: break
        }
        return request
    }
}
