import Foundation
import SeekTestHelpers
import Testing

@testable import SeekNetworking

@Suite("A description")
struct SecretsTests {
    private static let canary = "C4NARY"

    private func request() -> HTTPRequest {
        let url = SeekNetworkingTests.url("https://a.example/x?q=swift&access_token=\(Self.canary)&KEY=\(Self.canary)")
        return HTTPRequest(
            method: .post,
            url: url,
            headerFields: [
                .authorization: "Bearer \(Self.canary)", name("X-Goog-Api-Key"): Self.canary, .accept: "text/html",
            ],
            body: Data("password=\(Self.canary)".utf8)
        )
    }

    @Test("of a request, a response or a credential contains no secret")
    func values() {
        let cookie = name("Set-Cookie")
        let request = request()
        let response = HTTPResponse(
            headerFields: [cookie: Self.canary, .contentType: "text/html"],
            body: Data("x".utf8)
        )
        let values: [Any] = [
            request, request.headerFields, request.headerFields[0], response, response.headerFields,
            Credential.bearer(Self.canary),
            NetworkError.Context(request: request, response: HTTPResponse(headerFields: [cookie: Self.canary])),
        ]
        for value in values { for text in descriptions(of: value) { #expect(!text.contains(Self.canary), "\(text)") } }
        #expect("\(request)".contains("https://a.example/x?q=swift&access_token=REDACTED&KEY=REDACTED"))
        #expect("\(request)".contains("Accept: text/html"))
        #expect("\(request)".hasSuffix(", 15 bytes"))
        #expect("\(response)" == "200 OK [Set-Cookie: REDACTED, Content-Type: text/html], 1 bytes, network")
    }

    @Test("of an error is a single line without a secret")
    func errors() {
        let request = request()
        let context = NetworkError.Context(request: request, response: HTTPResponse(status: 500))
        let errors: [NetworkError] = [
            .invalidRequest(reason: "r", context), .transport(.connectionLost, context), .timedOut(context),
            .cancelled(context),
            .bodyTooLarge(limit: 1, context), .unacceptableStatus(500, context), .unacceptableMediaType("x", context),
            .undecodable("u", context), .redirectRefused("r", context),
            .other(URLError(.badURL), context),
            .rejected(.rateLimit(resource: "search", until: Date(timeIntervalSince1970: 0)), context),
            .rejected(.circuitOpen(host: "a.example", for: .seconds(1)), context),
        ]
        for error in errors {
            for text in descriptions(of: error) { #expect(!text.contains(Self.canary), "\(text)") }
            #expect(!error.description.contains("\n"))
            var changed = error
            changed.context.attempts = 2
            #expect(changed.context.attempts == 2)
            #expect(changed.stage == error.stage)
        }
    }
}

/// Malformed input, such as a hostile server may send.
@Suite("Malformed input")
struct MalformedInputTests {
    private func randomString(_ alphabet: String, _ generator: inout SeededGenerator) -> String {
        let characters = Array(alphabet)
        return String(
            (0..<Int.random(in: 0...60, using: &generator)).compactMap { _ in
                characters.randomElement(using: &generator)
            }
        )
    }

    @Test("in header fields is parsed or ignored, and never crashes", arguments: 0..<200 as Range<UInt64>)
    func fields(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let original = SeekNetworkingTests.request("https://a.example/b?c#d")
        for _ in 0..<20 {
            let link = randomString("<>;,=\"' relnxt:/.?&%\\\u{0}é", &generator)
            _ = HTTPResponse(headerFields: [.link: link]).nextLink
            _ = HTTPDate.parse(randomString("SunNov 0123456789:,-GMT\u{0}", &generator), now: now)
            let fields: HTTPFields = [.retryAfter: randomString("0123456789- ", &generator)]
            let delay = fields.retryAfter(at: now)
            #expect(delay.map { $0 >= .zero } ?? true)
            var response = HTTPResponse(status: 302)
            response.headerFields[.location] = randomString("htps:/.?#@[]%\\ \u{0}é1", &generator)
            let decision = RedirectPolicy().decision(for: response, to: original, visited: [original])
            if case .follow(let following) = decision { #expect(Origin(following.url)?.scheme == "https") }
            response.status = 200
            response.headerFields[.cacheControl] = randomString("max-age=0123456789,no-stre \"", &generator)
            let stored = CachePolicy.stored(response, CachePolicy.Exchange(sentAt: now, receivedAt: now))
            #expect(stored.map { $0.freshnessInfo.lifetime >= 0 && $0.initialAge >= 0 } ?? true)
        }
    }

    @Test("in a path or a query is unchanged after encoding and parsing", arguments: 0..<200 as Range<UInt64>)
    func queries(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Not empty, because an empty path segment is rejected.
        let value = "v" + randomString("aé東👩‍💻 +&=%#?/\\\"'<>\u{7F}~", &generator)
        let endpoint = Endpoint(of: Int.self, at: .path("x/\(value)y", ["q": value]))
        let client = APIClient(baseURL: url("https://a.example"), transport: scripted())
        let sent = try client.request(for: endpoint).url
        let components = try #require(URLComponents(url: sent, resolvingAgainstBaseURL: false))
        #expect(components.queryItems?.first?.value == value)
        #expect(components.path == "/x/\(value)y")
        #expect(sent.fragment() == nil)
        #expect(sent.host() == "a.example")
    }
}
