import Foundation

@testable import SeekNetworking

/// A reference model of RFC 9111 that shares no code with the cache: it records all exchanges, and decides whether any
/// of them allows a response to be served.
struct CacheReferenceModel {
    /// An exchange with the server, and when the server last confirmed its response.
    private struct Memory {
        var request: HTTPRequest
        var answer: HTTPResponse
        var fields: [String: String]
        var validatedAt: Date
        var isVoid = false
        /// Whether a HEAD has shown that another response has replaced it.
        var isOutdated = false
    }

    private var memories: [Memory] = []

    // MARK: Events

    /// Records a response that may be stored.
    mutating func answered(_ request: HTTPRequest, _ answer: HTTPResponse, at now: Date) {
        let isUnsafe = !["GET", "HEAD"].contains(request.method.rawValue)
        if isUnsafe, answer.status.code < 400 {
            for index in memories.indices { memories[index].isVoid = true }
        }
        if request.method == .head { return headAnswered(request, answer, at: now) }
        guard request.method == .get, answer.status.code != 304 else { return }
        memories.append(
            Memory(request: request, answer: answer, fields: Self.fields(answer), validatedAt: now)
        )
    }

    /// Records a response to a HEAD (§4.3.5).
    private mutating func headAnswered(_ request: HTTPRequest, _ answer: HTTPResponse, at now: Date) {
        guard answer.status.code == 200 else { return }
        let new = Self.fields(answer)
        let isStoring = Self.words(request.headerFields[.cacheControl])["no-store"] == nil
        for index in memories.indices where Self.difference(memories[index], request) == nil {
            let known = memories[index].fields
            let isSame =
                memories[index].answer.status.code == 200
                && ["etag", "last-modified", "content-length"].allSatisfy { known[$0] == new[$0] }
            guard isSame else {
                memories[index].isOutdated = true
                continue
            }
            guard isStoring else { continue }
            // A response that cannot be validated remains invalid: another HEAD without validators proves nothing.
            if memories[index].isOutdated, known["etag"] == nil, known["last-modified"] == nil { continue }
            memories[index].isOutdated = false
            if Self.words(new["cache-control"])["no-store"] != nil {
                memories[index].isOutdated = true
                continue
            }
            var updated = memories[index]
            updated.fields["age"] = nil
            updated.fields["date"] = nil
            updated.fields.merge(new) { _, new in new }
            updated.validatedAt = now
            if updated.fields["vary"] == known["vary"] {
                memories[index] = updated
            } else {
                updated.request.headerFields = request.headerFields
                memories.append(updated)
            }
        }
    }

    /// Records a 304, which confirms the response with the validator of the request.
    mutating func validated(_ request: HTTPRequest, by notModified: HTTPResponse, at now: Date) {
        for index in memories.indices {
            let known = memories[index].fields
            let isNamed =
                request.headerFields[.ifNoneMatch].map { $0 == known["etag"] }
                ?? (request.headerFields[.ifModifiedSince] == known["last-modified"])
            guard isNamed else { continue }
            memories[index].fields["age"] = nil
            memories[index].fields["date"] = nil
            memories[index].fields.merge(Self.fields(notModified)) { _, new in new }
            memories[index].validatedAt = now
            memories[index].isOutdated = false
        }
    }

    // MARK: Rules

    /// Returns the reason why a response may not be served from the cache, if any.
    ///
    /// - Parameter isServerGone: Whether the request was forwarded and failed.
    func objection(to answer: HTTPResponse, for request: HTTPRequest, at now: Date, isServerGone: Bool) -> String? {
        let same = memories.filter { $0.answer.body == answer.body }
        guard !same.isEmpty else { return "no response had that content" }
        let objections = same.map { objection(to: $0, for: request, at: now, isServerGone: isServerGone) }
        return objections.contains(nil) ? nil : objections.compactMap { $0 }.joined(separator: "; ")
    }

    private func objection(to memory: Memory, for request: HTTPRequest, at now: Date, isServerGone: Bool) -> String? {
        let said = Self.words(memory.fields["cache-control"])
        let asked = Self.words(request.headerFields[.cacheControl])
        if memory.isVoid { return "it was invalidated (§4.4)" }
        if said["no-store"] != nil { return "it was not to be stored (§5.2.2.5)" }
        if Self.words(memory.request.headerFields[.cacheControl])["no-store"] != nil {
            return "its request forbade it (§5.2.1.5)"
        }
        if memory.isOutdated { return "a HEAD has shown another response (§4.3.5)" }
        if let difference = Self.difference(memory, request) { return difference }
        if said["no-cache"] != nil { return "it needs asking (§5.2.2.4)" }
        if asked["no-cache"] != nil { return "the request wants it asked (§5.2.1.4)" }
        if asked["no-store"] != nil { return "the request wants nothing stored (§5.2.1.5)" }
        let age = Self.age(memory, now)
        let left = Self.lifetime(memory) - age
        if !isServerGone {
            if let limit = asked["max-age"], age > limit { return "it is too old for the request (§5.2.1.1)" }
            if let least = asked["min-fresh"], left < least { return "it is not fresh for long enough (§5.2.1.3)" }
        }
        if left > 0 { return nil }
        if said["must-revalidate"] != nil { return "it is stale and must be asked (§5.2.2.2)" }
        if isServerGone {
            let limit = max(said["stale-if-error"] ?? asked["stale-if-error"] ?? 86_400, asked["stale-if-error"] ?? 0)
            return -left <= limit ? nil : "it is too stale to take the place of a failure (RFC 5861 §4)"
        }
        if let limit = asked["max-stale"], -left <= limit { return nil }
        if let limit = said["stale-while-revalidate"], -left < limit { return nil }
        return "it is stale (§4.2.4)"
    }

    /// Returns the reason why a request does not select a stored response, if any.
    private static func difference(_ memory: Memory, _ request: HTTPRequest) -> String? {
        let cookie = HTTPField.Name(constant: "Cookie")
        if memory.request.headerFields[cookie] != request.headerFields[cookie] { return "it is another user's" }
        for name in (memory.fields["vary"] ?? "").split(separator: ",") {
            let name = name.filter { $0 != " " }
            if name == "*" { return "Vary is * (§4.1)" }
            guard let field = HTTPField.Name(name) else { continue }
            if memory.request.headerFields[field] != request.headerFields[field] { return "\(name) differs (§4.1)" }
        }
        return nil
    }

    private static func age(_ memory: Memory, _ now: Date) -> Double {
        let arrival = memory.validatedAt
        let stated = memory.fields["age"].flatMap(Double.init) ?? 0
        let apparent =
            memory.fields["date"].flatMap { HTTPDate.parse($0, now: arrival) }
            .map { arrival.timeIntervalSince($0) } ?? 0
        return max(stated, apparent, 0) + now.timeIntervalSince(arrival)
    }

    private static func lifetime(_ memory: Memory) -> Double {
        let said = words(memory.fields["cache-control"])
        if let stated = said["max-age"] { return stated }
        let date = memory.fields["date"].flatMap { HTTPDate.parse($0, now: memory.validatedAt) } ?? memory.validatedAt
        if let expires = memory.fields["expires"] {
            return HTTPDate.parse(expires, now: date)?.timeIntervalSince(date) ?? 0
        }
        guard [200, 404].contains(memory.answer.status.code),
            let changed = memory.fields["last-modified"].flatMap({ HTTPDate.parse($0, now: date) })
        else { return 0 }
        return min(86_400, date.timeIntervalSince(changed) / 10)
    }

    /// Returns the fields by name in lower case; the values of fields with the same name are joined.
    private static func fields(_ message: HTTPResponse) -> [String: String] {
        Dictionary(message.headerFields.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    }

    /// Returns the directives and their numbers; infinity for a directive without a number.
    private static func words(_ text: String?) -> [String: Double] {
        var words: [String: Double] = [:]
        for part in (text ?? "").split(separator: ",") {
            let sides = part.filter { $0 != " " }.split(separator: "=")
            guard let name = sides.first else { continue }
            words[name.lowercased()] = sides.count > 1 ? Double(sides[1]) ?? 0 : .infinity
        }
        return words
    }
}
