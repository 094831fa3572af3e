import Foundation
@_spi(Seek) import SeekNetworking

/// A reference model of RFC 9111 for one URL. It records the exchanges with the server, and decides whether any of them
/// allows a response to be served. It shares only the parsing of dates with the cache.
struct CacheReferenceModel {
    /// An exchange with the server, and when the server last confirmed its response.
    private struct RecordedExchange {
        var request: HTTPRequest
        var response: HTTPResponse
        var fields: [String: String]
        var validatedAt: Date
        var isInvalidated = false
        /// Whether a HEAD has shown that the response must not be served: another response has replaced it, or it may
        /// no longer be stored.
        var isOutdated = false
    }

    private var exchanges: [RecordedExchange] = []

    // MARK: Events

    /// Records a response other than a 304, and its effects on the earlier exchanges.
    mutating func record(_ request: HTTPRequest, _ response: HTTPResponse, at now: Date) {
        let isUnsafe = !["GET", "HEAD"].contains(request.method.rawValue)
        if isUnsafe, response.status.code < 400 {
            // Each user has a cache of its own.
            let cookie: HTTPField.Name = "Cookie"
            for index in exchanges.indices
            where exchanges[index].request.headerFields[cookie] == request.headerFields[cookie] {
                exchanges[index].isInvalidated = true
            }
        }
        if request.method == .head { return recordHeadResponse(request, response, at: now) }
        guard request.method == .get, response.status.code != 304 else { return }
        exchanges.append(
            RecordedExchange(request: request, response: response, fields: Self.fields(response), validatedAt: now)
        )
    }

    /// Records a response to a HEAD (§4.3.5).
    private mutating func recordHeadResponse(_ request: HTTPRequest, _ response: HTTPResponse, at now: Date) {
        guard response.status.code == 200 else { return }
        let newFields = Self.fields(response)
        let allowsStoring = Self.directives(request.headerFields[.cacheControl])["no-store"] == nil
        for index in exchanges.indices where Self.difference(exchanges[index], request) == nil {
            let storedFields = exchanges[index].fields
            let isSame =
                exchanges[index].response.status.code == 200
                && ["etag", "last-modified", "content-length"].allSatisfy { storedFields[$0] == newFields[$0] }
            guard isSame else {
                exchanges[index].isOutdated = true
                continue
            }
            guard allowsStoring else { continue }
            // A response that cannot be validated remains outdated: another HEAD without validators proves nothing.
            if exchanges[index].isOutdated, storedFields["etag"] == nil, storedFields["last-modified"] == nil {
                continue
            }
            exchanges[index].isOutdated = Self.directives(newFields["cache-control"])["no-store"] != nil
            guard !exchanges[index].isOutdated else { continue }
            var updated = exchanges[index]
            updated.fields["age"] = nil
            updated.fields["date"] = nil
            updated.fields.merge(newFields) { _, new in new }
            updated.validatedAt = now
            if updated.fields["vary"] == storedFields["vary"] {
                exchanges[index] = updated
            } else {
                updated.request.headerFields = request.headerFields
                exchanges.append(updated)
            }
        }
    }

    /// Records a 304, which confirms the response with the validator of the request.
    mutating func recordNotModified(_ request: HTTPRequest, by notModified: HTTPResponse, at now: Date) {
        for index in exchanges.indices {
            let storedFields = exchanges[index].fields
            let isConfirmed =
                request.headerFields[.ifNoneMatch].map { $0 == storedFields["etag"] }
                ?? (request.headerFields[.ifModifiedSince] == storedFields["last-modified"])
            guard isConfirmed else { continue }
            exchanges[index].fields["age"] = nil
            exchanges[index].fields["date"] = nil
            exchanges[index].fields.merge(Self.fields(notModified)) { _, new in new }
            exchanges[index].validatedAt = now
            exchanges[index].isOutdated = false
        }
    }

    // MARK: Rules

    /// Returns the reason why a response may not be served from the cache, if any.
    ///
    /// - Parameter hasServerFailed: Whether the request was forwarded, and the server was unreachable or sent a 503.
    func objection(to response: HTTPResponse, for request: HTTPRequest, at now: Date, hasServerFailed: Bool)
        -> String?
    {
        let candidates = exchanges.filter { $0.response.body == response.body }
        guard !candidates.isEmpty else { return "no response had that content" }
        let objections = candidates.map {
            objection(to: $0, for: request, at: now, hasServerFailed: hasServerFailed)
        }
        return objections.contains(nil) ? nil : objections.compactMap { $0 }.joined(separator: "; ")
    }

    private func objection(
        to exchange: RecordedExchange,
        for request: HTTPRequest,
        at now: Date,
        hasServerFailed: Bool
    ) -> String? {
        let responseDirectives = Self.directives(exchange.fields["cache-control"])
        let requestDirectives = Self.directives(request.headerFields[.cacheControl])
        if exchange.isInvalidated { return "it was invalidated (§4.4)" }
        if responseDirectives["no-store"] != nil { return "storing it was forbidden (§5.2.2.5)" }
        if Self.directives(exchange.request.headerFields[.cacheControl])["no-store"] != nil {
            return "its request forbade storing it (§5.2.1.5)"
        }
        if exchange.isOutdated { return "a HEAD has shown that it must not be served (§4.3.5)" }
        if let difference = Self.difference(exchange, request) { return difference }
        if responseDirectives["no-cache"] != nil { return "it must be validated (§5.2.2.4)" }
        if requestDirectives["no-cache"] != nil { return "the request requires validation (§5.2.1.4)" }
        if requestDirectives["no-store"] != nil { return "the request forbids storing (§5.2.1.5)" }
        let age = Self.age(exchange, now)
        let freshness = Self.lifetime(exchange) - age
        if !hasServerFailed {
            if let limit = requestDirectives["max-age"], age > limit {
                return "it is too old for the request (§5.2.1.1)"
            }
            if let minimum = requestDirectives["min-fresh"], freshness < minimum {
                return "it is not fresh for long enough (§5.2.1.3)"
            }
        }
        if freshness > 0 { return nil }
        if responseDirectives["must-revalidate"] != nil { return "it is stale and must be validated (§5.2.2.2)" }
        if hasServerFailed {
            let limit = max(
                responseDirectives["stale-if-error"] ?? requestDirectives["stale-if-error"] ?? 86_400,
                requestDirectives["stale-if-error"] ?? 0
            )
            return -freshness <= limit ? nil : "it is too stale to be served after a failure (RFC 5861 §4)"
        }
        if let limit = requestDirectives["max-stale"], -freshness <= limit { return nil }
        if let limit = responseDirectives["stale-while-revalidate"], -freshness < limit { return nil }
        return "it is stale (§4.2.4)"
    }

    /// Returns the reason why a request does not select a stored response, if any.
    private static func difference(_ exchange: RecordedExchange, _ request: HTTPRequest) -> String? {
        let cookie: HTTPField.Name = "Cookie"
        if exchange.request.headerFields[cookie] != request.headerFields[cookie] { return "it is another user's" }
        for name in (exchange.fields["vary"] ?? "").split(separator: ",") {
            let name = name.filter { $0 != " " }
            if name == "*" { return "Vary is * (§4.1)" }
            guard let field = HTTPField.Name(name) else { continue }
            if exchange.request.headerFields[field] != request.headerFields[field] { return "\(name) differs (§4.1)" }
        }
        return nil
    }

    private static func age(_ exchange: RecordedExchange, _ now: Date) -> Double {
        let arrival = exchange.validatedAt
        let ageField = exchange.fields["age"].flatMap(Double.init) ?? 0
        let apparentAge =
            exchange.fields["date"].flatMap { HTTPDate.parse($0, now: arrival) }
            .map { arrival.timeIntervalSince($0) } ?? 0
        return max(ageField, apparentAge, 0) + now.timeIntervalSince(arrival)
    }

    private static func lifetime(_ exchange: RecordedExchange) -> Double {
        let responseDirectives = directives(exchange.fields["cache-control"])
        if let maxAge = responseDirectives["max-age"] { return maxAge }
        let date =
            exchange.fields["date"].flatMap { HTTPDate.parse($0, now: exchange.validatedAt) } ?? exchange.validatedAt
        if let expires = exchange.fields["expires"] {
            return HTTPDate.parse(expires, now: date)?.timeIntervalSince(date) ?? 0
        }
        guard [200, 404].contains(exchange.response.status.code),
            let changed = exchange.fields["last-modified"].flatMap({ HTTPDate.parse($0, now: date) })
        else { return 0 }
        return min(86_400, date.timeIntervalSince(changed) / 10)
    }

    /// Returns the fields by name in lower case; the values of fields with the same name are joined.
    private static func fields(_ message: HTTPResponse) -> [String: String] {
        Dictionary(message.headerFields.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    }

    /// Returns the directives and their numbers: infinity without a value, 0 for a value that is not a number.
    private static func directives(_ text: String?) -> [String: Double] {
        var directives: [String: Double] = [:]
        for part in (text ?? "").split(separator: ",") {
            let nameAndNumber = part.filter { $0 != " " }.split(separator: "=")
            guard let name = nameAndNumber.first else { continue }
            directives[name.lowercased()] = nameAndNumber.count > 1 ? Double(nameAndNumber[1]) ?? 0 : .infinity
        }
        return directives
    }
}
