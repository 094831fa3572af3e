import Foundation
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

extension SeededGenerator {
    fileprivate mutating func bool(percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Long runs of random requests and responses. ``CacheReferenceModel`` decides whether a response may be served;
/// responses to random range requests are compared with the server's versions of the body.
@Suite("A cache that receives random requests")
struct CacheReferenceModelTests {
    private func randomResponse(_ number: Int, at seconds: Double, _ generator: inout SeededGenerator) -> HTTPResponse {
        var directives: [String] = []
        if generator.bool(percent: 60) {
            directives.append("max-age=\([0, 1, 5, 60, 600].randomElement(using: &generator) ?? 0)")
        }
        for directive in ["no-store", "no-cache", "must-revalidate", "private", "public", "s-maxage=900"]
        where generator.bool(percent: 8) {
            directives.append(directive)
        }
        if generator.bool(percent: 25) {
            directives.append("stale-while-revalidate=\(generator.bool(percent: 50) ? 30 : 3)")
        }
        if generator.bool(percent: 25) { directives.append("stale-if-error=\(generator.bool(percent: 50) ? 300 : 3)") }
        var fields: HTTPFields = [:]
        if !directives.isEmpty {
            fields[.cacheControl] = directives.shuffled(using: &generator).joined(separator: ", ")
        }
        if generator.bool(percent: 20) { fields[.age] = "\(Int.random(in: 0...90, using: &generator))" }
        if generator.bool(percent: 50) {
            fields[.date] = CacheTestClient.date((seconds - (generator.bool(percent: 30) ? 40 : 0)).rounded(.down))
        }
        if generator.bool(percent: 25) {
            fields[.expires] = generator.bool(percent: 20) ? "0" : CacheTestClient.date((seconds + 50).rounded(.down))
        }
        if generator.bool(percent: 40) { fields[.lastModified] = CacheTestClient.date(-1_000 - Double(number)) }
        if generator.bool(percent: 40) { fields[.eTag] = "\"\(number)\"" }
        if generator.bool(percent: 30) { fields[.vary] = generator.pick(["Foo", "Foo, Bar", "*", "Bar"]) }
        let code = generator.pick([200, 200, 200, 200, 404, 503, 302]) ?? 200
        return HTTPResponse(status: .init(code: code), headerFields: fields, body: Data("body \(number)".utf8))
    }

    private func randomRequestFields(_ generator: inout SeededGenerator) -> HTTPFields {
        var fields: HTTPFields = [:]
        let directives = [
            "no-cache", "no-store", "max-age=0", "max-age=10", "min-fresh=20", "max-stale", "max-stale=15",
            "stale-if-error=50", "only-if-cached",
        ]
        if generator.bool(percent: 35) { fields[.cacheControl] = generator.pick(directives) }
        if generator.bool(percent: 50) { fields["Foo"] = generator.pick(["1", "2"]) }
        if generator.bool(percent: 20) { fields["Bar"] = "b" }
        if generator.bool(percent: 20) { fields["Cookie"] = generator.pick(["a", "b"]) }
        return fields
    }

    @Test("serves no response that the reference model forbids", arguments: 0..<60 as Range<UInt64>)
    func randomRequests(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let client = CacheTestClient()
        var model = CacheReferenceModel()
        var seconds = 0.0
        var hits = 0
        var lastGet: HTTPResponse?
        for number in 1...80 {
            seconds += generator.pick([0, 1, 2, 4, 20, 100, 1_000]) ?? 0
            let fields = randomRequestFields(&generator)
            let unsafe: [HTTPRequest.Method] = [.post, .put, .patch, .delete]
            let method =
                generator.bool(percent: 6)
                ? generator.pick(unsafe) ?? .post : generator.bool(percent: 15) ? .head : .get
            var serverResponse = randomResponse(number, at: seconds, &generator)
            if method == .head {
                serverResponse.body = Data()
                serverResponse.status = generator.bool(percent: 80) ? .ok : 404
                // In most cases the validators are those of the last response to a GET.
                for name in [HTTPField.Name.eTag, .lastModified] where generator.bool(percent: 75) {
                    serverResponse.headerFields[name] = lastGet?.headerFields[name]
                }
            }
            // The server may be unreachable. If it is reachable, it confirms half of the validations.
            let isUnreachable = generator.bool(percent: 15)
            let confirmsValidation = generator.bool(percent: 50)
            let lifetime = generator.bool(percent: 50) ? 0 : 30
            let notModified = HTTPResponse(status: 304, headerFields: [.cacheControl: "max-age=\(lifetime)"])
            let request = request(CacheTestClient.defaultURL, method, fields)
            let result = await client.send(at: seconds, request) { [serverResponse] sent in
                if isUnreachable { return nil }
                let isConditional = sent.headerFields.contains { [.ifNoneMatch, .ifModifiedSince].contains($0.name) }
                return isConditional && confirmsValidation ? notModified : serverResponse
            }
            let now = CacheTestClient.start.addingTimeInterval(seconds)
            defer {
                for exchange in client.takeLog() {
                    if exchange.request.method == .get, exchange.response.status.code != 304 {
                        lastGet = exchange.response
                    }
                    if exchange.response.status.code == 304 {
                        model.recordNotModified(exchange.request, by: exchange.response, at: now)
                    } else {
                        model.record(exchange.request, exchange.response, at: now)
                    }
                }
            }
            guard method == .get, let response = result.response, response.provenance.isCached,
                !response.provenance.isRevalidated
            else { continue }
            hits += 1
            // If a request was sent, the stored response was served because the server failed.
            let objection = model.objection(
                to: response,
                for: request,
                at: now,
                hasServerFailed: !result.sent.isEmpty
            )
            let responseFields = response.headerFields.map { "\($0.name): \($0.value)" }
            #expect(objection == nil, "seed \(seed), step \(number): \(responseFields), \(fields.map(\.value))")
        }
        #expect(hits > 0)
    }

    /// A version of the resource at a URL.
    private struct Version {
        var number: Int
        var body: [UInt8]
        var tag: String?

        /// Returns the response of a server that supports ranges and tags.
        func response(to request: HTTPRequest) -> HTTPResponse {
            var fields: HTTPFields = [.cacheControl: "max-age=10, must-revalidate", "Version": "\(number)"]
            fields[.eTag] = tag
            if let tag, request.headerFields[.ifNoneMatch] == tag {
                return HTTPResponse(status: 304, headerFields: fields)
            }
            let bounds = (request.headerFields["Range"] ?? "").dropFirst(6).split(separator: "-").compactMap { Int($0) }
            let matchesIfRange = request.headerFields["If-Range"].map { $0 == tag } ?? true
            guard matchesIfRange, bounds.count == 2 else { return HTTPResponse(headerFields: fields, body: Data(body)) }
            guard bounds[0] < body.count else { return HTTPResponse(status: 416, headerFields: fields) }
            let last = min(bounds[1], body.count - 1)
            fields["Content-Range"] = "bytes \(bounds[0])-\(last)/\(body.count)"
            return HTTPResponse(status: 206, headerFields: fields, body: Data(body[bounds[0]...last]))
        }
    }

    @Test(
        "serves no outdated body, no wrong range, and no range as the complete body",
        arguments: 0..<60 as Range<UInt64>
    )
    func ranges(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let client = CacheTestClient()
        var versions: [Version] = []
        // When the server last sent or confirmed each version since the last unsafe request, by the version's number.
        var confirmedAt: [Int: Double] = [:]
        var seconds = 0.0
        var hits = 0
        for step in 1...120 {
            seconds += generator.pick([0, 0, 1, 3, 12]) ?? 0
            let isUnsafe = generator.bool(percent: 4)
            if versions.isEmpty || isUnsafe || generator.bool(percent: 8) {
                let size = Int.random(in: 3...12, using: &generator)
                let tag = generator.pick(["\"\(step)\"", "\"\(step)\"", "\"\(step)\"", "W/\"\(step)\"", nil]) ?? nil
                let body = (0..<size).map { UInt8(truncatingIfNeeded: step &* 31 &+ $0) }
                versions.append(Version(number: versions.count, body: body, tag: tag))
            }
            let current = try #require(versions.last)
            var fields: HTTPFields = [:]
            let first = Int.random(in: 0..<10, using: &generator)
            let requestedRange =
                generator.bool(percent: 75) && !isUnsafe
                ? first...(first + Int.random(in: 0..<4, using: &generator)) : nil
            if let requestedRange {
                fields["Range"] = "bytes=\(requestedRange.lowerBound)-\(requestedRange.upperBound)"
            }
            if requestedRange != nil, generator.bool(percent: 20) { fields["If-Range"] = generator.pick(versions)?.tag }
            let request = request(CacheTestClient.defaultURL, isUnsafe ? .post : .get, fields)
            let result = await client.send(at: seconds, request) { current.response(to: $0) }
            if isUnsafe { confirmedAt = [:] }
            for exchange in client.takeLog() where exchange.response.status.code != 416 {
                confirmedAt[current.number] = seconds
            }
            guard let response = result.response, response.status.code != 416, !isUnsafe else { continue }
            let number = try #require(response.headerFields["Version"].flatMap { Int($0) })
            let body = versions[number].body
            let situation = Comment("seed \(seed), step \(step): \(fields.map(\.value)) of \(body.count)")
            if response.status.code == 206 {
                let requestedRange = try #require(requestedRange, situation)
                let end = min(requestedRange.upperBound, body.count - 1)
                #expect(Array(response.body) == Array(body[requestedRange.lowerBound...end]), situation)
                let contentRange = "bytes \(requestedRange.lowerBound)-\(end)/\(body.count)"
                #expect(response.headerFields["Content-Range"] == contentRange, situation)
                #expect(fields["If-Range"].map { $0 == versions[number].tag } ?? true, situation)
            } else {
                #expect(response.status.code == 200, situation)
                #expect(Array(response.body) == body, situation)
            }
            hits += result.isCached ? 1 : 0
            #expect(confirmedAt[number].map { seconds - $0 < 10 } == true, situation)
        }
        #expect(hits > 10)
    }
}
