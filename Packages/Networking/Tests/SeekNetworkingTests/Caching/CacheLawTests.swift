import FoundationEssentials
import SeekTestHelpers
import Testing

@testable import SeekNetworking

extension SeededGenerator {
    fileprivate mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
    fileprivate mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &self) }
}

/// Long runs of requests and answers put together by chance; the slow model of ``CacheLaw`` says whether each answer may be.
@Suite("By the law")
struct CacheLawTests {
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
        return fields
    }

    @Test("no answer is served that the rules forbid", arguments: 0..<60 as Range<UInt64>)
    func law(seed: UInt64) async {
        var chance = SeededGenerator(seed: seed)
        let lab = CacheLab()
        var law = CacheLaw()
        var seconds = 0.0
        var hits = 0
        for number in 1...60 {
            seconds += chance.pick([0, 1, 2, 4, 20, 100, 1_000]) ?? 0
            let fields = asked(&chance)
            let method = chance.happens(6) ? HTTPRequest.Method.post : .get
            let offered = answer(number, at: seconds, &chance)
            // The server may be gone; where it is asked whether something holds, it does in half of the cases.
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
                    if exchange.answer.status.code == 304 {
                        law.validated(exchange.request, by: exchange.answer, at: now)
                    } else {
                        law.answered(exchange.request, exchange.answer, at: now)
                    }
                }
            }
            guard let response = seen.response, response.provenance.isCached, !response.provenance.isRevalidated else {
                continue
            }
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
}
