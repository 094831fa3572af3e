import Foundation
import SeekTestHelpers
import Testing

@testable import SeekNetworking

extension SeededGenerator {
    fileprivate mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
    fileprivate mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &self) }
}

/// Long runs of random requests and responses; ``CacheReferenceModel`` decides whether each response is allowed.
@Suite("Random requests compared with a model of the rules")
struct CacheReferenceModelTests {
    private static let foo = name("Foo")

    private func answer(_ number: Int, at seconds: Double, _ chance: inout SeededGenerator) -> HTTPResponse {
        var words: [String] = []
        if chance.happens(60) { words.append("max-age=\([0, 1, 5, 60, 600].randomElement(using: &chance) ?? 0)") }
        for word in ["no-store", "no-cache", "must-revalidate", "private", "public", "s-maxage=900"]
        where chance.happens(8) {
            words.append(word)
        }
        if chance.happens(25) { words.append("stale-while-revalidate=\(chance.happens(50) ? 30 : 3)") }
        if chance.happens(25) { words.append("stale-if-error=\(chance.happens(50) ? 300 : 3)") }
        var fields: HTTPFields = [:]
        if !words.isEmpty { fields[.cacheControl] = words.shuffled(using: &chance).joined(separator: ", ") }
        if chance.happens(20) { fields[.age] = "\(Int.random(in: 0...90, using: &chance))" }
        if chance.happens(50) {
            fields[.date] = CacheLab.date((seconds - (chance.happens(30) ? 40 : 0)).rounded(.down))
        }
        if chance.happens(25) {
            fields[.expires] = chance.happens(20) ? "0" : CacheLab.date((seconds + 50).rounded(.down))
        }
        if chance.happens(40) { fields[.lastModified] = CacheLab.date(-1_000 - Double(number)) }
        if chance.happens(40) { fields[.eTag] = "\"\(number)\"" }
        if chance.happens(30) { fields[.vary] = chance.pick(["Foo", "Foo, Bar", "*", "Bar"]) }
        let code = chance.pick([200, 200, 200, 200, 404, 503, 302]) ?? 200
        return HTTPResponse(status: .init(code: code), headerFields: fields, body: Data("answer \(number)".utf8))
    }

    private func asked(_ chance: inout SeededGenerator) -> HTTPFields {
        var fields: HTTPFields = [:]
        let words = [
            "no-cache", "no-store", "max-age=0", "max-age=10", "min-fresh=20", "max-stale", "max-stale=15",
            "stale-if-error=50",
            "only-if-cached",
        ]
        if chance.happens(35) { fields[.cacheControl] = chance.pick(words) }
        if chance.happens(50) { fields[Self.foo] = chance.pick(["1", "2"]) }
        if chance.happens(20) { fields[name("Bar")] = "b" }
        if chance.happens(20) { fields[name("Cookie")] = chance.pick(["a", "b"]) }
        return fields
    }

    @Test("serves no response that the rules forbid", arguments: 0..<60 as Range<UInt64>)
    func randomRequests(seed: UInt64) async {
        var chance = SeededGenerator(seed: seed)
        let lab = CacheLab()
        var law = CacheReferenceModel()
        var seconds = 0.0
        var hits = 0
        var lastGet: HTTPResponse?
        for number in 1...80 {
            seconds += chance.pick([0, 1, 2, 4, 20, 100, 1_000]) ?? 0
            let fields = asked(&chance)
            let unsafe: [HTTPRequest.Method] = [.post, .put, .patch, .delete]
            let method = chance.happens(6) ? chance.pick(unsafe) ?? .post : chance.happens(15) ? .head : .get
            var answered = answer(number, at: seconds, &chance)
            if method == .head {
                answered.body = Data()
                answered.status = chance.happens(80) ? .ok : 404
                // In most cases it describes the response to a GET.
                for name in [HTTPField.Name.eTag, .lastModified] where chance.happens(75) {
                    answered.headerFields[name] = lastGet?.headerFields[name]
                }
            }
            let offered = answered
            // The server may be unreachable; it confirms half of the validations.
            let isGone = chance.happens(15)
            let holds = chance.happens(50)
            let lifetime = chance.happens(50) ? 0 : 30
            let notModified = HTTPResponse(status: 304, headerFields: [.cacheControl: "max-age=\(lifetime)"])
            let request = request(CacheLab.place, method, fields)
            let seen = await lab.send(at: seconds, request) { sent in
                if isGone { return nil }
                let isConditional = sent.headerFields.contains { [.ifNoneMatch, .ifModifiedSince].contains($0.name) }
                return isConditional && holds ? notModified : offered
            }
            let now = CacheLab.start.addingTimeInterval(seconds)
            defer {
                for exchange in lab.takeLog() {
                    if exchange.request.method == .get, exchange.answer.status.code != 304 { lastGet = exchange.answer }
                    if exchange.answer.status.code == 304 {
                        law.validated(exchange.request, by: exchange.answer, at: now)
                    } else {
                        law.answered(exchange.request, exchange.answer, at: now)
                    }
                }
            }
            guard method == .get, let response = seen.response, response.provenance.isCached,
                !response.provenance.isRevalidated
            else { continue }
            hits += 1
            let failed = !seen.sent.isEmpty
            let objection = law.objection(to: response, for: request, at: now, isServerGone: failed)
            #expect(
                objection == nil,
                "seed \(seed), step \(number): \(response.headerFields.map { "\($0.name): \($0.value)" }), \(fields.map(\.value))"
            )
        }
        #expect(hits > 0)
    }

    /// A version of the resource at a URL.
    private struct Version {
        var number: Int
        var body: [UInt8]
        var tag: String?

        /// Returns the response of a server that supports ranges and tags.
        func answer(_ request: HTTPRequest) -> HTTPResponse {
            var fields: HTTPFields = [.cacheControl: "max-age=10, must-revalidate", name("Version"): "\(number)"]
            fields[.eTag] = tag
            if let tag, request.headerFields[.ifNoneMatch] == tag {
                return HTTPResponse(status: 304, headerFields: fields)
            }
            let ends = (request.headerFields[.range] ?? "").dropFirst(6).split(separator: "-").compactMap { Int($0) }
            let isMeant = request.headerFields[.ifRange].map { $0 == tag } ?? true
            guard isMeant, ends.count == 2 else { return HTTPResponse(headerFields: fields, body: Data(body)) }
            guard ends[0] < body.count else { return HTTPResponse(status: 416, headerFields: fields) }
            let last = min(ends[1], body.count - 1)
            fields[.contentRange] = "bytes \(ends[0])-\(last)/\(body.count)"
            return HTTPResponse(status: 206, headerFields: fields, body: Data(body[ends[0]...last]))
        }
    }

    @Test(
        "serves ranges of recent bodies only, and never a range as the complete body",
        arguments: 0..<60 as Range<UInt64>
    )
    func parts(seed: UInt64) async throws {
        var chance = SeededGenerator(seed: seed)
        let lab = CacheLab()
        var versions: [Version] = []
        var toldAt: [Int: Double] = [:]
        var seconds = 0.0
        var hits = 0
        for step in 1...120 {
            seconds += chance.pick([0, 0, 1, 3, 12]) ?? 0
            let isUnsafe = chance.happens(4)
            if versions.isEmpty || isUnsafe || chance.happens(8) {
                let size = Int.random(in: 3...12, using: &chance)
                let tag = chance.pick(["\"\(step)\"", "\"\(step)\"", "\"\(step)\"", "W/\"\(step)\"", nil]) ?? nil
                let body = (0..<size).map { UInt8(truncatingIfNeeded: step &* 31 &+ $0) }
                versions.append(Version(number: versions.count, body: body, tag: tag))
            }
            let current = try #require(versions.last)
            var fields: HTTPFields = [:]
            let first = Int.random(in: 0..<10, using: &chance)
            let asked = chance.happens(75) && !isUnsafe ? first...(first + Int.random(in: 0..<4, using: &chance)) : nil
            if let asked { fields[.range] = "bytes=\(asked.lowerBound)-\(asked.upperBound)" }
            if asked != nil, chance.happens(20) { fields[.ifRange] = chance.pick(versions)?.tag }
            let request = request(CacheLab.place, isUnsafe ? .post : .get, fields)
            let seen = await lab.send(at: seconds, request) { current.answer($0) }
            if isUnsafe { toldAt = [:] }
            for exchange in lab.takeLog() where exchange.answer.status.code != 416 { toldAt[current.number] = seconds }
            guard let response = seen.response, response.status.code != 416, !isUnsafe else { continue }
            let number = try #require(response.headerFields[name("Version")].flatMap { Int($0) })
            let body = versions[number].body
            let situation = Comment("seed \(seed), step \(step): \(fields.map(\.value)) of \(body.count)")
            if response.status.code == 206 {
                let asked = try #require(asked, situation)
                let end = min(asked.upperBound, body.count - 1)
                #expect(Array(response.body) == Array(body[asked.lowerBound...end]), situation)
                let stated = "bytes \(asked.lowerBound)-\(end)/\(body.count)"
                #expect(response.headerFields[.contentRange] == stated, situation)
                #expect(fields[.ifRange].map { $0 == versions[number].tag } ?? true, situation)
            } else {
                #expect(response.status.code == 200 && Array(response.body) == body, situation)
            }
            hits += seen.isCached ? 1 : 0
            #expect(toldAt[number].map { seconds - $0 < 10 } == true, situation)
        }
        #expect(hits > 10)
    }
}
