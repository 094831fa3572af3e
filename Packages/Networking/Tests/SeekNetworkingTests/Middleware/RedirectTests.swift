import Foundation
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("A redirect")
struct RedirectTests {
    private func redirect(_ code: Int, to location: String?) -> HTTPResponse {
        var fields: HTTPFields = [:]
        fields[.location] = location
        return HTTPResponse(status: .init(code: code), headerFields: fields)
    }

    private func decision(
        _ code: Int = 302,
        to location: String?,
        of original: HTTPRequest,
        policy: RedirectPolicy = RedirectPolicy(),
        isPublic: Bool? = nil
    ) -> RedirectPolicy.Decision {
        let response = redirect(code, to: location)
        return policy.decision(for: response, to: original, visited: [original], isPublic: isPublic)
    }

    private func followed(_ decision: RedirectPolicy.Decision) -> HTTPRequest? {
        if case .follow(let request) = decision { request } else { nil }
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
    func methods(code: Int, method: HTTPRequest.Method, expected: HTTPRequest.Method) throws {
        let bodyFields: [HTTPField.Name] = ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location"]
        let fields = HTTPFields(bodyFields.map { HTTPField(name: $0, value: "a") })
        var original = request("https://a.example/x", method, fields)
        original.body = Data("body".utf8)
        let following = try #require(followed(decision(code, to: "/y", of: original)))
        #expect(following.method == expected)
        #expect(following.url.absoluteString == "https://a.example/y")
        #expect((following.body != nil) == (method == expected))
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
    func targets(from: String, location: String, target: String) throws {
        #expect(followed(decision(to: location, of: request(from)))?.url.absoluteString == target)
    }

    @Test(
        "requires a Location and a redirect status",
        arguments: [(302, nil), (200, "/x"), (300, "/x"), (304, "/x")]
    )
    func notRedirects(code: Int, location: String?) {
        #expect(decision(code, to: location, of: request("https://a.example/")) == .finish)
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
    func refusals(from: String, location: String, expectedReason: String) {
        guard case .refuse(let reason) = decision(to: location, of: request(from)) else {
            Issue.record("the redirect is followed")
            return
        }
        #expect(reason.contains(expectedReason))
        #expect(!reason.contains("u:p@"))
    }

    @Test(
        "sends no credential to another origin",
        arguments: [
            ("https://a.example/y", true), ("https://b.example/y", false), ("https://a.example:444/y", false),
        ]
    )
    func credentials(location: String, isSent: Bool) throws {
        let fields: HTTPFields = [
            .authorization: "Bearer T", "X-Goog-Api-Key": "K", "X-Custom-Key": "O", "PRIVATE-TOKEN": "P",
            .accept: "text/html",
        ]
        let original = request("https://a.example/", .get, fields)
        let policy = RedirectPolicy(credentialFields: ["X-Custom-Key"])
        let following = try #require(followed(decision(307, to: location, of: original, policy: policy)))
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
    func privateTarget(row: (from: String, to: String, isFollowed: Bool)) {
        let decision = decision(to: row.to, of: request(row.from))
        #expect((followed(decision) != nil) == row.isFollowed, "\(decision)")
    }

    @Test(
        "to a private network is followed if that is allowed, or if the response came from a private address",
        arguments: [(true, true), (false, false)]
    )
    func allowedPrivateTarget(allowsPrivateTargets: Bool, isPublic: Bool) {
        let policy = RedirectPolicy(allowsPrivateTargets: allowsPrivateTargets)
        let original = request("http://intranet.example/")
        let decision = decision(to: "http://10.0.0.1/", of: original, policy: policy, isPublic: isPublic)
        #expect(followed(decision) != nil)
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
