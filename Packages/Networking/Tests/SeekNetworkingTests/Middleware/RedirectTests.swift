import Foundation
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("A redirect")
struct RedirectTests {
    private func redirect(_ code: Int, to location: String?) -> HTTPResponse {
        var fields: HTTPFields = [:]
        fields[.location] = location
        return HTTPResponse(status: .init(code: code), headerFields: fields)
    }

    /// Sends a request whose response is a redirect, and returns the next request and the outcome.
    private func follow(
        _ code: Int = 302,
        to location: String?,
        of original: HTTPRequest,
        policy: RedirectPolicy = RedirectPolicy()
    ) async -> (request: HTTPRequest?, outcome: Outcome) {
        let transport = scripted(redirect(code, to: location), HTTPResponse(status: 204))
        let handler = chain([RedirectMiddleware(policy)], to: transport)
        let outcome = await Outcome { () async throws(NetworkError) in try await handler(original, .within()) }
        return (transport.received.dropFirst().first, outcome)
    }

    @Test(
        "preserves or changes the method according to the Fetch standard",
        arguments: [
            (301, HTTPRequest.Method.get, HTTPRequest.Method.get), (302, .get, .get), (303, .get, .get),
            (307, .get, .get),
            (308, .get, .get), (301, .post, .get), (302, .post, .get), (303, .post, .get), (303, .put, .get),
            (303, .head, .head),
            (307, .post, .post), (308, .post, .post), (301, .put, .put), (302, .delete, .delete), (301, .head, .head),
        ]
    )
    func methods(code: Int, method: HTTPRequest.Method, expected: HTTPRequest.Method) async throws {
        let bodyFields: [HTTPField.Name] = ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location"]
        let fields = HTTPFields(bodyFields.map { HTTPField(name: $0, value: "a") })
        var original = request("https://a.example/x", method, fields)
        if method != .head { original.body = Data("body".utf8) }
        let following = try #require(await follow(code, to: "/y", of: original).request)
        #expect(following.method == expected)
        #expect(following.url.absoluteString == "https://a.example/y")
        #expect(following.body == (method == expected ? original.body : nil))
        #expect(following.headerFields.map(\.name) == (method == expected ? bodyFields : []))
    }

    @Test(
        "is followed to its Location; a Location without a fragment inherits that of the request",
        arguments: [
            ("https://a.example/b/c?q#f", "d", "https://a.example/b/d#f"),
            ("https://a.example/b/c", "?x=1", "https://a.example/b/c?x=1"),
            ("https://a.example/b#old", "/e#new", "https://a.example/e#new"),
            ("http://a.example/", "//b.example/", "http://b.example/"),
            ("http://a.example/", "https://a.example/", "https://a.example/"),
        ]
    )
    func targets(from: String, location: String, target: String) async {
        #expect(await follow(to: location, of: request(from)).request?.url.absoluteString == target)
    }

    @Test(
        "requires a Location and a redirect status",
        arguments: [(302, nil), (200, "/x"), (300, "/x"), (304, "/x")]
    )
    func notRedirects(code: Int, location: String?) async {
        let (following, outcome) = await follow(code, to: location, of: request("https://a.example/"))
        #expect(following == nil)
        #expect(outcome.response?.status.code == code)
    }

    @Test(
        "is not followed if it is unsafe or malformed, or repeats a request",
        arguments: [
            ("https://a.example/", "http://a.example/", "would not be secure"),
            ("https://a.example/", "file:///etc/passwd", "not an http"),
            ("https://a.example/", "javascript:alert(1)", "not an http"),
            ("https://a.example/", "https://u:p@b.example/", "carries a credential"),
            ("https://a.example/", "/", "was already requested"), ("https://a.example/", "http://[::1", "not an http"),
        ]
    )
    func refusals(from: String, location: String, expectedReason: String) async throws {
        let error = try #require(await follow(to: location, of: request(from)).outcome.error)
        guard case .redirectRefused(let reason, _) = error else { throw error }
        #expect(reason.contains(expectedReason))
        #expect(!reason.contains("u:p@"))
    }

    @Test(
        "sends no credential to another origin",
        arguments: [
            ("https://a.example/y", true), ("https://b.example/y", false), ("https://a.example:444/y", false),
        ]
    )
    func credentials(location: String, isSent: Bool) async throws {
        let fields: HTTPFields = [
            .authorization: "Bearer T", "X-Goog-Api-Key": "K", "X-Custom-Key": "O", "PRIVATE-TOKEN": "P",
            .accept: "text/html",
        ]
        let original = request("https://a.example/", .get, fields)
        let policy = RedirectPolicy(credentialFields: ["X-Custom-Key"])
        let following = try #require(await follow(307, to: location, of: original, policy: policy).request)
        for name in fields.map(\.name) where name != .accept {
            #expect((following.headerFields[name] != nil) == isSent)
        }
        #expect(following.headerFields[.accept] == "text/html")
    }

    static let privateTargets: [(from: String, to: String, isFollowed: Bool)] = [
        ("https://a.example/", "https://127.0.0.1/", false), ("http://a.example/", "http://localhost:6379/", false),
        ("http://a.example/", "http://app.localhost/", false),
        ("http://a.example/", "http://169.254.169.254/meta", false),
        ("http://a.example/", "http://[::1]/", false), ("http://a.example/", "http://[fd00::1]/", false),
        ("http://a.example/", "http://10.0.0.1/", false), ("http://8.8.8.8/", "http://192.168.0.1/", false),
        ("http://a.example/", "http://0x7f000001/", false), ("http://a.example/", "http://127.1/", false),
        ("http://a.example/", "http://127%2e0%2e0%2e1/", false),
        ("http://a.example/", "http://[::ffff:127.0.0.1]/", false),
        ("http://a.example/", "http://8.8.8.8/", true), ("http://127.0.0.1/", "http://127.0.0.1:81/", true),
        ("http://localhost/", "http://127.0.0.1/", true), ("http://intranet/", "http://10.0.0.1/", true),
        ("http://nas.local/", "http://192.168.0.1/", true), ("http://10.0.0.1/", "http://10.0.0.2/", true),
        ("http://127.0.0.1/", "http://a.example/", true),
    ]

    @Test(
        "to this machine or a private network is followed only from a private host; to a public host, always",
        arguments: privateTargets
    )
    func privateTarget(row: (from: String, to: String, isFollowed: Bool)) async {
        #expect((await follow(to: row.to, of: request(row.from)).request != nil) == row.isFollowed)
    }

    /// Reports the address of a server, as transports do.
    private struct PrivateServer: HTTPMiddleware {
        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            if let address = IPAddress("10.0.0.2") { RedirectTrail.of(request)?.record(address) }
            return try await next(request, options)
        }
    }

    @Test("to a private network is followed if that is allowed, or if the response came from a private address")
    func allowedPrivateTarget() async {
        let original = request("http://intranet.example/")
        let permissive = RedirectPolicy(allowsPrivateTargets: true)
        #expect(await follow(to: "http://10.0.0.1/", of: original, policy: permissive).request != nil)
        let transport = scripted(redirect(302, to: "http://10.0.0.1/"), json("1"))
        let handler = chain([RedirectMiddleware(), PrivateServer()], to: transport)
        #expect(await Outcome(of: "http://intranet.example/", through: handler).response?.status.code == 200)
    }

    @Test("is followed up to the limit")
    func limit() async {
        let transport = scripted(redirect(301, to: "/2"), redirect(302, to: "/3"), json("3"))
        let outcome = await Outcome(of: "https://a.example/1", through: chain([RedirectMiddleware()], to: transport))
        #expect(outcome.response?.status.code == 200)
        #expect(transport.received.map { $0.url.path() } == ["/1", "/2", "/3"])
        let endless = scripted(redirect(301, to: "/2"), redirect(301, to: "/3"), redirect(301, to: "/4"))
        let limited = chain([RedirectMiddleware(RedirectPolicy(limit: 2))], to: endless)
        let rejected = await Outcome(of: "https://a.example/1", through: limited)
        #expect(rejected.error?.description.contains("more than 2 redirects, the next to https://a.example/4") == true)
        #expect(rejected.error?.stage == .status)
        #expect(rejected.error?.isRetryable == false)
        #expect(endless.received.count == 3)
    }
}
