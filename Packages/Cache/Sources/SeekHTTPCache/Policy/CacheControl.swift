@_spi(Seek) import SeekNetworking

/// The directives of `Cache-Control` (RFC 9111 §5.2; RFC 5861; RFC 8246). A directive that forbids something takes
/// effect even if it is malformed; one that allows something must follow the grammar.
struct CacheControl: Hashable {
    /// The staleness that `max-stale` allows.
    enum Staleness: Hashable {
        case any
        case seconds(Double)
    }

    static let maximumSeconds = DeltaSeconds.maximum

    var isNoStore = false
    /// Whether there is a `no-cache` without field names, or a malformed one.
    var isNoCache = false
    /// The fields of `no-cache="…"`, which may not be reused without validation.
    var noCacheFields: Set<HTTPField.Name> = []
    var mustRevalidate = false
    var mustUnderstand = false
    var isImmutable = false
    var isPublic = false
    /// Whether there is a well-formed `private`, which allows a private cache to store the response.
    var isPrivate = false
    var isOnlyIfCached = false
    // Durations are in seconds. A malformed or contradictory directive has the strictest value.
    var maxAge: Double?
    var minFresh: Double?
    var maxStale: Staleness?
    var staleWhileRevalidate: Double?
    var staleIfError: Double?

    /// Parses the directives of a message.
    ///
    /// `Pragma: no-cache` is respected if there is no `Cache-Control` (§5.4). If the directives together exceed
    /// ``HTTPFieldLimits/maximumValueSize``, they are not parsed; storing, and reuse without validation, are forbidden.
    init(_ fields: HTTPFields) {
        guard let text = fields[.cacheControl] else {
            guard let pragma = fields[.pragma] else { return }
            isNoCache =
                !HTTPFieldLimits.allows(pragma) || CacheDirective.parse(pragma).contains { $0.name == "no-cache" }
            return
        }
        guard HTTPFieldLimits.allows(text) else {
            isNoStore = true
            isNoCache = true
            return
        }
        for directive in CacheDirective.parse(text) { apply(directive) }
    }

    private mutating func apply(_ directive: CacheDirective) {
        switch directive.name {
        case "no-store": isNoStore = true
        case "no-cache": applyNoCache(directive)
        case "must-revalidate": mustRevalidate = true
        case "only-if-cached": isOnlyIfCached = true
        case "must-understand": mustUnderstand = mustUnderstand || directive.isWellFormed
        case "immutable": isImmutable = isImmutable || directive.isWellFormed
        case "public": isPublic = isPublic || directive.isWellFormed
        case "private": isPrivate = isPrivate || directive.isWellFormed
        case "max-age": maxAge = Self.strictest(maxAge, directive)
        case "min-fresh": minFresh = max(minFresh ?? 0, Self.seconds(directive) ?? Self.maximumSeconds)
        case "max-stale": applyMaxStale(directive)
        case "stale-while-revalidate": staleWhileRevalidate = Self.strictest(staleWhileRevalidate, directive)
        case "stale-if-error": staleIfError = Self.strictest(staleIfError, directive)
        default: break
        }
    }

    private mutating func applyNoCache(_ directive: CacheDirective) {
        let names = (directive.value ?? "").split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        let fields = names.compactMap(HTTPField.Name.init)
        if names.isEmpty || fields.count < names.count || !directive.isWellFormed {
            isNoCache = true
        } else {
            noCacheFields.formUnion(fields)
        }
    }

    private mutating func applyMaxStale(_ directive: CacheDirective) {
        if directive.value == nil, directive.isWellFormed {
            // A limit of another `max-stale` remains.
            maxStale = maxStale ?? .any
        } else if case .seconds(let earlier) = maxStale {
            maxStale = .seconds(min(earlier, Self.seconds(directive) ?? 0))
        } else {
            maxStale = .seconds(Self.seconds(directive) ?? 0)
        }
    }

    /// Returns the number of seconds; 0 if the value is malformed or differs from an earlier one (§4.2.1).
    private static func strictest(_ earlier: Double?, _ directive: CacheDirective) -> Double {
        guard let new = seconds(directive) else { return 0 }
        return earlier == nil || earlier == new ? new : 0
    }

    private static func seconds(_ directive: CacheDirective) -> Double? {
        directive.isWellFormed ? directive.value.flatMap { DeltaSeconds.parse($0) } : nil
    }
}
