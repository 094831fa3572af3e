import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("The limit of requests per client")
struct RequestLimitTests {
    @Test("refills steadily, up to the requests of a minute")
    func refill() {
        let start = ContinuousClock.now
        var limit = RequestLimit(perMinute: 60)
        var admitted = 0
        while limit.countRequest(from: "a", at: start) == nil { admitted += 1 }
        #expect(admitted == 60)
        #expect(limit.countRequest(from: "a", at: start) == 1)
        #expect(limit.countRequest(from: "a", at: start + .seconds(1)) == nil)
        #expect(limit.countRequest(from: "a", at: start + .seconds(1)) != nil)
        admitted = 0
        while limit.countRequest(from: "a", at: start + .seconds(3_600)) == nil { admitted += 1 }
        #expect(admitted == 60)
    }

    @Test("the number of clients in memory is limited")
    func flood() {
        let start = ContinuousClock.now
        var limit = RequestLimit(perMinute: 1)
        for client in 0..<(3 * RequestLimit.maximumClientCount) {
            _ = limit.countRequest(from: "\(client)", at: start)
        }
        #expect(limit.clientCount <= RequestLimit.maximumClientCount)
    }

    @Test("images and assets have a separate limit, because a page has many")
    func imageLimit() throws {
        let access = AccessRules(limiter: RequestLimiter(perMinute: 1), imageLimiter: RequestLimiter(perMinute: 3))
        let targets = ["/", "/thumbnails?url=a", "/thumbnails?url=b", "/assets/x", "/thumbnails?url=c", "/"]
        let statuses = try targets.map { access.rejection(of: try #require(WebRequest(.get, $0)))?.status.code }
        #expect(statuses == [nil, nil, nil, nil, 429, 429])
    }
}

@Suite("The token that all users share")
struct AccessTokenTests {
    @Test("is not part of a description, a dump or the fingerprint of a session")
    func hidden() throws {
        let token = try #require(AccessToken("0123456789abcdef"))
        var dumped = ""
        dump(token, to: &dumped)
        let fingerprint = token.fingerprint(ofSession: "a")
        #expect(!"\(token)\(dumped)\(fingerprint)".contains("0123456789abcdef"))
        #expect(fingerprint != AccessToken("0123456789abcdeg")?.fingerprint(ofSession: "a"))
    }
}
