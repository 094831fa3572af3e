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

/// A directive of `Cache-Control` (RFC 9111 §5.2): `max-age=60`, `no-cache="Set-Cookie"`.
struct CacheDirective: Hashable {
    /// In lower case.
    var name: String
    /// The value without its quotation marks, if there is one.
    var value: String?
    /// Whether the directive follows the grammar: no space around `=`, no adjacent `;`, balanced quotation marks.
    var isWellFormed = true

    /// Parses a field value, in time proportional to its length.
    static func parse(_ text: String) -> [CacheDirective] {
        let bytes = Array(text.utf8)
        var directives: [CacheDirective] = []
        var start = 0
        var isQuoted = false
        var isAfterSemicolon = false
        var index = 0
        func endDirective(at index: Int, isSemicolon: Bool) {
            let isWellFormed = !isAfterSemicolon && !isSemicolon
            if let directive = CacheDirective(bytes[start..<index], isWellFormed: isWellFormed) {
                directives.append(directive)
            }
            isAfterSemicolon = isSemicolon
            start = index + 1
        }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: endDirective(at: index, isSemicolon: false)
            // Not in the grammar, but some servers separate directives as in a cookie: `no-store; max-age=60`.
            case UInt8(ascii: ";") where !isQuoted: endDirective(at: index, isSemicolon: true)
            default: break
            }
            index += 1
        }
        guard isQuoted else {
            endDirective(at: bytes.count, isSemicolon: false)
            return directives
        }
        // An unbalanced quotation mark must not hide a directive that forbids something.
        let parts = bytes[start...].split { "\"\\,;".utf8.contains($0) }
        return directives + parts.compactMap { CacheDirective($0, isWellFormed: false) }
    }

    /// Parses `name`, `name=value` or `name="value"`; returns nil without a name.
    private init?(_ bytes: ArraySlice<UInt8>, isWellFormed: Bool) {
        let bytes = bytes.trimmed
        let equals = bytes.firstIndex(of: UInt8(ascii: "="))
        let nameBytes = bytes[..<(equals ?? bytes.endIndex)]
        name = String(decoding: nameBytes.trimmed, as: UTF8.self).lowercased()
        guard !name.isEmpty else { return nil }
        self.isWellFormed = isWellFormed && nameBytes.last.map { !$0.isBlank } ?? true
        guard let equals else { return }
        let valueBytes = bytes[(equals + 1)...]
        if valueBytes.first?.isBlank == true { self.isWellFormed = false }
        parseValue(valueBytes.trimmed)
    }

    private mutating func parseValue(_ bytes: ArraySlice<UInt8>) {
        let quote = UInt8(ascii: "\"")
        guard bytes.first == quote else {
            if bytes.contains(where: { $0 == quote || $0.isBlank }) { isWellFormed = false }
            value = String(decoding: bytes.filter { $0 != quote }, as: UTF8.self)
            return
        }
        var content: [UInt8] = []
        var index = bytes.startIndex + 1
        while index < bytes.endIndex, bytes[index] != quote {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex { index += 1 }
            content.append(bytes[index])
            index += 1
        }
        if index + 1 != bytes.endIndex { isWellFormed = false }
        value = String(decoding: content, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is optional white space of a field value: a space or a tab (RFC 9110 §5.6.3).
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
