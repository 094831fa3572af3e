import Foundation
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

/// For each place that can contain a secret, all output about an exchange is searched for the secret.
@Suite("Secrets of an exchange")
struct CanaryTests {
    /// A place at which the request or the response contains the secret.
    struct Place: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var target = "/a?q=x"
        var requestFields: HTTPFields = [:]
        var requestBody: String?
        var responseFields: HTTPFields = [:]
        var responseBody = ""

        var exchange: Recording.Exchange {
            let request = HTTPRequest(
                method: requestBody == nil ? .get : .post,
                url: url(target.hasPrefix("/") ? "https://h.example\(target)" : target),
                headerFields: requestFields,
                body: requestBody.map { Data($0.utf8) }
            )
            let response = HTTPResponse(status: 302, headerFields: responseFields, body: Data(responseBody.utf8))
            return Recording.Exchange(request: request, response: response)
        }
    }

    /// The secret, which no output may contain.
    static let canary = "C4NARY7f3a91"
    static let json: HTTPFields = [.contentType: "application/json"]
    static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    static let html: HTTPFields = [.contentType: "text/html; charset=utf-8"]

    static let places =
        urls + requestFields + responseFields + responseURLs + jsonBodies
        + [
            Place(
                testDescription: "Link",
                responseFields: [.link: "</b?page=2>; rel=next, </b?jwt=\(canary)>; rel=last"]
            ),
            Place(testDescription: "sent form", requestFields: form, requestBody: "user=a&password=\(canary)"),
            Place(
                testDescription: "received form",
                responseFields: form,
                responseBody: "access_token=\(canary)&token_type=bearer"
            ),
            Place(
                testDescription: "multipart",
                requestFields: [.contentType: "multipart/form-data; boundary=b"],
                requestBody: "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(canary)\r\n--b--\r\n"
            ),
            Place(
                testDescription: "page",
                responseFields: html,
                responseBody: "<a href=\"/b?q=x&amp;token=\(canary)\">"
            ),
        ]

    private static let urls = [
        "/a?access_token=\(canary)", "/a?q=x&X-Amz-Signature=\(canary)&y=1", "/a?t%6Fken=\(canary)",
        "/a?x=1;jwt=\(canary)", "/a?user%5Bpassword%5D=\(canary)", "/a#id_token=\(canary)",
        "/a?q=x#/route?code=\(canary)", "/a;jsessionid=\(canary)/b",
        "/a?next=https%3A%2F%2Fi.example%2F%3Fsig%3D\(canary)",
        "/a?next=%2Fb%3Fu%3Dhttps%253A%252F%252Fu%253A\(canary)%2540i",
        "/a?body=%7B%22token%22%3A%22\(canary)%22%7D", "https://user:\(canary)@h.example/a",
        "https://\(canary)@h.example/a",
    ].map { Place(testDescription: $0, target: $0) }

    private static let requestFields = [
        "Authorization", "Proxy-Authorization", "Cookie", "X-Auth-Token",
        "PRIVATE-TOKEN", "X-Api-Key", "X-Amz-Security-Token", "X-CSRF-Token",
        "X-Session-Id", "X-GitHub-OTP",
    ].map { Place(testDescription: "sent \($0)", requestFields: [$0: "Bearer \(canary)"]) }

    private static let responseFields = [
        "Set-Cookie", "X-Auth-Token", "X-Amz-Credential", "X-Access-Token",
    ].map { Place(testDescription: "received \($0)", responseFields: [$0: "s=\(canary)"]) }

    private static let responseURLs = [
        "Location", "Content-Location", "Refresh", "Referer", "X-GitHub-SSO",
    ].flatMap { field in
        [
            "https://i.example/?token=\(canary)", "/b?q=x&sig=\(canary)", "//u:\(canary)@i.example/",
            "ftp://i.example/#access_token=\(canary)",
            "http://h.example/?id_token=\(canary)", "0; url=/b;session=\(canary)",
        ].map { Place(testDescription: "\(field): \($0)", responseFields: [field: $0]) }
    }

    private static let jsonBodies = [
        #"{"password": "\#(canary)"}"#, #"{"a": [{"temp_clone_token": "\#(canary)"}]}"#,
        #"{"to\u006ben": "\#(canary)"}"#,
        #"{"download_url": "https:\/\/i.example\/f?token=\#(canary)\u0026x=1"}"#,
        #"{"raw": "{\"jwt\": \"\#(canary)\"}"}"#,
        #"{"message": "see https://u:\#(canary)@i.example/ or /b?sig=\#(canary)"}"#,
        #"{"next": "https%3A%2F%2Fi.example%2F%3Ftoken%3D\#(canary)"}"#,
        #"{"secret": {"value": ["\#(canary)"]}}"#,
        #"{"unfinished": 1, "refresh_token": "\#(canary)"#,
    ].flatMap { text in
        [
            Place(testDescription: "sent \(text)", requestFields: json, requestBody: text),
            Place(testDescription: "received \(text)", responseFields: json, responseBody: text),
        ]
    }

    @Test("do not appear in logs", arguments: places)
    func logs(place: Place) async throws {
        let exchange = place.exchange
        let lines = Recorder<String>()
        let logging = LoggingMiddleware(.bodies) { lines.record($0) }
        for isFailure in [false, true] {
            _ = await Outcome { () async throws(NetworkError) in
                try await logging.intercept(exchange.request, options: .within()) { request, _ throws(NetworkError) in
                    let context = NetworkError.Context(request: request, response: exchange.response)
                    if isFailure { throw .unacceptableStatus(302, context) }
                    return exchange.response
                }
            }
        }
        #expect(lines.all.count == 2)
        try expectNoCanary(in: lines.all)
    }

    @Test("do not appear in errors", arguments: places)
    func errors(place: Place) async throws {
        let exchange = place.exchange
        let context = NetworkError.Context(request: exchange.request, response: exchange.response)
        var errors: [NetworkError] = [
            .transport(.connectionLost, context), .timedOut(context), .unacceptableStatus(500, context),
            .unacceptableMediaType(exchange.response.mediaType, context), .undecodable("at items[0]", context),
        ]
        let refused = await Outcome { () async throws(NetworkError) in
            let redirects = RedirectMiddleware(RedirectPolicy(limit: 0))
            return try await redirects.intercept(exchange.request, options: .within()) { _, _ in exchange.response }
        }
        if let error = refused.error { errors.append(error) }
        do throws(NetworkError) { try exchange.request.validate() } catch { errors.append(error) }
        for error in errors { try expectNoCanary(in: descriptionsAndBytes(of: error)) }
    }

    @Test("do not appear in descriptions and mirrors", arguments: places)
    func values(place: Place) throws {
        let exchange = place.exchange
        let values: [Any] = [
            exchange.request, exchange.response, exchange.request.headerFields, exchange.response.headerFields,
            ResponseExcerpt(exchange.response), QueryParameters(of: exchange.request.url), exchange,
            Recording([exchange]),
        ]
        for value in values { try expectNoCanary(in: descriptionsAndBytes(of: value)) }
    }

    @Test("do not appear in a recording or the explanation of a mismatch", arguments: places)
    func recordings(place: Place) throws {
        let exchange = place.exchange
        let cleaned = SecretRules().removingSecrets(from: Recording([exchange]))
        try expectNoCanary(in: [String(decoding: cleaned.har, as: UTF8.self)])
        let replay = Replay(cleaned)
        let cleanedRequest = SecretRules().removingSecrets(from: exchange.request)
        try expectNoCanary(in: [replay.explain(cleanedRequest), Replay(Recording([])).explain(cleanedRequest)])
        try expectNoCanary(in: [replay.explain(request("https://h.example/other", .delete))])
        // The request still matches the recorded one, because the secrets were removed from both in the same way.
        var mutableReplay = replay
        #expect(mutableReplay.nextExchange(for: cleanedRequest) != nil)
    }

    @Test("do not appear in the report of a request without a stub", arguments: places)
    func stubs(place: Place) async throws {
        let exchange = place.exchange
        let members: JSONValue = ["message": "z", "raw": "z", "download_url": "z"]
        for stubs in [
            [stub(.put, "/z?token=\(Self.canary)", returning: .text(""))],
            [stub(.get, "/a?q=x&next=z&body=z", returning: .text(""))],
            [stub(.post, "/a", where: .json(members), .query("q", matches: "z"), returning: .text(""))],
        ] {
            // With this strictness, a request without a stub does not fail this test. The error contains the report.
            let transport = StubTransport(stubs, strictness: .wrongUseCounts)
            let outcome = await Outcome { () async throws(NetworkError) in
                try await transport.send(exchange.request, deadline: .now + .seconds(60), maximumBodySize: 1)
            }
            let error = try #require(outcome.error)
            try expectNoCanary(in: transport.problems.map(\.description) + descriptionsAndBytes(of: error))
        }
    }

    private func expectNoCanary(in texts: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        // A part of the secret is too much as well.
        for text in texts { #expect(!text.contains("C4NARY"), "\(text)", sourceLocation: sourceLocation) }
    }

    private func descriptionsAndBytes(of value: Any) -> [String] {
        descriptions(of: value) + leaves(of: value, depth: 0)
    }

    /// Returns the descriptions of the values without children in a value's mirror, and the bytes of `Data` as text.
    private func leaves(of value: Any, depth: Int) -> [String] {
        if let data = value as? Data { return [String(decoding: data, as: UTF8.self)] }
        let children = Mirror(reflecting: value).children
        guard !children.isEmpty, depth < 12 else { return ["\(value)"] }
        return children.flatMap { leaves(of: $0.value, depth: depth + 1) }
    }
}
