/// The directives of `Cache-Control` (RFC 9111 §5.2; RFC 5861; RFC 8246), read so that a mistake is never an allowance.
struct CacheControl: Hashable {
    /// What `max-stale` allows.
    enum Staleness: Hashable {
        case any
        case seconds(Double)
    }

    /// The longest time that is told apart: 2³¹ seconds (RFC 9111 §1.2.2).
    static let longest = 2_147_483_648.0

    var isNoStore = false
    /// `no-cache` without field names.
    var isNoCache = false
    /// The fields of `no-cache="…"`: not to be reused without asking.
    var noCacheFields: Set<HTTPField.Name> = []
    var mustRevalidate = false
    var isImmutable = false
    var isOnlyIfCached = false
    /// Seconds; 0 where it is malformed or given twice with different values.
    var maxAge: Double?
    var minFresh: Double?
    var maxStale: Staleness?
    var staleWhileRevalidate: Double?
    var staleIfError: Double?

    /// Reads the directives of a message's fields. `Pragma: no-cache` counts where there is no `Cache-Control` (§5.4).
    init(_ fields: HTTPFields) {
        let directives = Self.directives(of: fields[.cacheControl] ?? "")
        for (name, value) in directives {
            switch name {
            case "no-store": isNoStore = true
            case "no-cache": readNoCache(value)
            case "must-revalidate": mustRevalidate = true
            case "immutable": isImmutable = true
            case "only-if-cached": isOnlyIfCached = true
            case "max-age": maxAge = Self.strictest(maxAge, Self.seconds(value))
            case "min-fresh": minFresh = max(minFresh ?? 0, Self.seconds(value) ?? Self.longest)
            case "max-stale": readMaxStale(value)
            case "stale-while-revalidate":
                staleWhileRevalidate = Self.strictest(staleWhileRevalidate, Self.seconds(value))
            case "stale-if-error": staleIfError = Self.strictest(staleIfError, Self.seconds(value))
            default: break
            }
        }
        if directives.isEmpty, fields[Self.pragma]?.lowercased().contains("no-cache") == true { isNoCache = true }
    }

    private static let pragma = HTTPField.Name(constant: "Pragma")

    private mutating func readNoCache(_ value: String?) {
        let names = (value ?? "").split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        let fields = names.compactMap(HTTPField.Name.init)
        if names.isEmpty || fields.count < names.count { isNoCache = true } else { noCacheFields.formUnion(fields) }
    }

    private mutating func readMaxStale(_ value: String?) {
        guard let value else {
            maxStale = .any
            return
        }
        maxStale = .seconds(Self.seconds(value) ?? 0)
    }

    /// Of two values that differ, or one that is malformed, none is believed.
    private static func strictest(_ known: Double?, _ new: Double?) -> Double {
        guard let new else { return 0 }
        return known == nil || known == new ? new : 0
    }

    private static func seconds(_ value: String?) -> Double? {
        guard let value, !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Double(value) ?? longest, longest)
    }

    /// The directives in order: names in lower case, values without their quotation marks.
    private static func directives(of text: String) -> [(name: String, value: String?)] {
        var directives: [(name: String, value: String?)] = []
        var part = ""
        var isQuoted = false
        var isEscaped = false
        func end() {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = sides[0].filter { $0 != " " && $0 != "\t" }.lowercased()
            var value = sides.count > 1 ? String(sides[1]) : nil
            while value?.first == " " || value?.first == "\t" { value?.removeFirst() }
            while value?.last == " " || value?.last == "\t" { value?.removeLast() }
            if !name.isEmpty { directives.append((name, value)) }
            part = ""
        }
        for character in text {
            if isEscaped {
                part.append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                end()
            } else {
                part.append(character)
            }
        }
        if !part.isEmpty { end() }
        return directives
    }
}
