import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Requests that the app accepts")
struct AccessTests {
    private static let token = "0123456789abcdef-secret"

    private static func app(publicURL: String? = nil, token: String? = nil, perMinute: Int? = nil) -> TestApp {
        TestApp(TestAppOptions(token: token, publicURL: publicURL, requestsPerMinute: perMinute))
    }

    @Test(
        "a host name that is not the server's is rejected",
        arguments: [
            ("localhost:8750", 200), ("127.0.0.1:8750", 200), ("[::1]:8750", 200), ("LOCALHOST", 200),
            ("192.168.1.5:80", 200), ("[0:0::1]", 200), ("seek.example.com", 421), ("evil.example", 421),
            ("localhost.evil.example", 421), ("", 421), ("127.0.0.1.evil.example:8750", 421),
            // Anything but a name or an address and a port.
            ("[::1].evil.com", 421), ("[::1]evil.com", 421), ("[::1]:80@evil.com", 421), ("[::1", 421), ("::1", 421),
            ("[127.0.0.1]", 421), ("[fe80::1%25eth0]", 421), ("localhost:80@evil", 421), ("localhost:", 421),
            ("localhost:65536", 421), ("localhost:-1", 421), ("localhost:+80", 421), ("localhost:80:80", 421),
            ("localhost/", 421), ("localhost#a", 421), ("localhost\\@evil", 421), ("localhost.", 421),
            ("a@localhost", 421), ("127.1", 421), ("0x7f.0.0.1", 421), ("2130706433", 421), (":8750", 421),
        ]
    )
    func hosts(host: String, status: Int) async throws {
        #expect(try await Self.app().response("/", fields: [.host: host]).status.code == status)
    }

    @Test(
        "with a public URL, only its host is accepted, and addresses for the state of the process",
        arguments: [
            ("seek.example.com", "/", 200), ("SEEK.example.com", "/", 200), ("seek.example.com:443", "/", 200),
            ("seek.example.com:8443", "/", 421), ("seek.example.com.", "/", 421), ("127.0.0.1:8750", "/", 421),
            ("localhost", "/", 421), ("[::1]", "/", 421), ("x.seek.example.com", "/", 421),
            ("127.0.0.1:8750", "/health", 404), ("localhost", "/health", 404), ("evil.example", "/health", 421),
        ]
    )
    func publicHosts(host: String, target: String, status: Int) async throws {
        let app = Self.app(publicURL: "https://seek.example.com")
        #expect(try await app.response(target, fields: [.host: host]).status.code == status)
    }

    @Test(
        "a request from a page of another origin is rejected",
        arguments: [
            ([:], 200), ([.origin: "http://127.0.0.1:8750"], 200), ([.origin: "https://seek.example.com"], 403),
            ([.origin: "https://evil.example"], 403), ([.origin: "null"], 403), ([.origin: "http://127.0.0.1"], 403),
            ([.origin: "https://127.0.0.1:8750"], 403), ([.secFetchSite: "same-origin"], 200),
            ([.secFetchSite: "none"], 200), ([.secFetchSite: "cross-site"], 403), ([.secFetchSite: "same-site"], 403),
            ([.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"], 403),
        ] as [(HTTPFields, Int)]
    )
    func origins(fields: HTTPFields, status: Int) async throws {
        #expect(try await Self.app().response("/saved", .post, fields: fields).status.code == status)
    }

    @Test(
        "with a public URL, a request from a page of another origin is rejected",
        arguments: [
            ("https://seek.example.com", 200), ("https://seek.example.com:443", 200), ("http://seek.example.com", 403),
            ("http://127.0.0.1:8750", 403),
        ]
    )
    func publicOrigins(origin: String, status: Int) async throws {
        let app = Self.app(publicURL: "https://seek.example.com")
        let fields: HTTPFields = [.host: "seek.example.com", .origin: origin]
        #expect(try await app.response("/saved", .post, fields: fields).status.code == status)
    }

    @Test(
        "of the requests from another site, only those that open a page are accepted",
        arguments: [("navigate", "document", 200), ("navigate", "iframe", 403), ("no-cors", "image", 403)]
    )
    func otherSites(mode: String, destination: String, status: Int) async throws {
        let fields: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: mode, .secFetchDest: destination]
        #expect(try await Self.app().response("/search?q=a", fields: fields).status.code == status)
    }

    @Test(
        "if the server has a token, requests must contain the token or a session, except those for the login form",
        arguments: [
            ("/", [:], 401), ("/", [.accept: "text/html"], 303), ("/api/v1/search", [.accept: "text/html"], 401),
            ("/", [.authorization: "Bearer \(token)"], 200), ("/", [.authorization: "bearer \(token)"], 200),
            ("/", [.authorization: "Bearer \(token)x"], 401), ("/", [.authorization: "Bearer "], 401),
            ("/", [.authorization: "Basic \(token)"], 401), ("/", [.cookie: "seek_session=\(token)"], 401),
            ("/", [.cookie: "seek_session="], 401),
            ("/", [.cookie: "seek_session=00000000000000000000000000000000"], 401),
            ("/login", [:], 200),
        ] as [(String, HTTPFields, Int)]
    )
    func tokens(path: String, fields: HTTPFields, status: Int) async throws {
        #expect(try await Self.app(token: Self.token).response(path, fields: fields).status.code == status)
    }

    @Test("the login form exchanges the token for a cookie that admits the browser")
    func login() async throws {
        let app = Self.app(token: Self.token)
        let fields: HTTPFields = [.accept: "text/html", .secFetchSite: "none"]
        let first = try await app.response("/search?q=a&sort=date", fields: fields)
        let target = try #require(first.headerFields[.location])
        #expect(target == "/login?next=%2Fsearch%3Fq%3Da%26sort%3Ddate")
        #expect(try await app.response(target, fields: fields).text.contains(#"value="/search?q=a&amp;sort=date""#))
        let login: QueryParameters = ["token": Self.token, "next": "/search?q=a&sort=date"]
        let response = try await app.response("/login", .post, form: login)
        #expect(response.headerFields[.location] == "/search?q=a&sort=date")
        let cookie = try #require(response.headerFields[.setCookie])
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"))
        #expect(!cookie.contains(Self.token))
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(try await app.response("/", fields: [.cookie: "a=b; \(pair)"]).status == .ok)
        #expect(try await app.response("/", fields: [.cookie: "x\(pair)"]).status == 401)
    }

    @Test(
        "after the login, the browser is redirected only to a page of the app",
        arguments: [
            ("/saved", "/saved"), ("//evil.example", "/"), ("https://evil.example", "/"),
            ("/\\evil.example", "/%5Cevil.example"),
            ("", "/"), ("/%0d%0aSet-Cookie:a", "/"),
        ]
    )
    func next(next: String, location: String) async throws {
        let form: QueryParameters = ["token": Self.token, "next": next]
        let response = try await Self.app(token: Self.token).response("/login", .post, form: form)
        #expect(response.headerFields[.location] == location)
    }

    @Test("the response to a wrong token is the form, and after too many attempts, it contains the time to wait")
    func attempts() async throws {
        let app = Self.app(token: Self.token)
        var statuses: [Int] = []
        for _ in 0...10 {
            let response = try await app.response("/login", .post, form: ["token": "<script>"])
            #expect(!response.text.contains("<script>"))
            statuses.append(response.status.code)
            guard response.status == 429 else { continue }
            #expect(response.headerFields[.retryAfter] == "6")
            #expect(response.text.contains("Too many attempts. Try again in 6 seconds."))
        }
        #expect(statuses == Array(repeating: 401, count: 10) + [429])
    }

    @Test(
        "after too many guesses, sessions are accepted, and the right token unless it can be guessed",
        arguments: [(token, true), ("000102030405060708090a0b0c0d0e0f", false)]
    )
    func guesses(token: String, isGuessable: Bool) async throws {
        let app = Self.app(token: token)
        let pair = try await logIn(to: app, token: token)
        var statuses: Set<Int> = []
        for number in 0..<30 {
            statuses.insert(try await app.response("/", fields: [.authorization: "Bearer guess-\(number)"]).status.code)
            statuses.insert(try await app.response("/saved/feed?name=a&key=guess-\(number)").status.code)
        }
        #expect(statuses == [401, 429])
        let status = try await app.response("/", fields: [.authorization: "Bearer \(token)"]).status
        #expect(status == (isGuessable ? 429 : .ok))
        #expect(try await app.response("/login", .post, form: ["token": token]).status == (isGuessable ? 429 : 303))
        #expect(try await app.response("/", fields: [.cookie: pair]).status == .ok)
        let fields: HTTPFields = [.authorization: "Bearer \(token)"]
        #expect(try await app.response("/", fields: fields, from: "10.0.0.2").status == .ok)
    }

    @Test("right tokens are not counted as guesses")
    func rightTokens() async throws {
        let app = Self.app(token: Self.token)
        for _ in 0..<200 {
            #expect(try await app.response("/", fields: [.authorization: "Bearer \(Self.token)"]).status == .ok)
        }
    }

    @Test("clients at many addresses together cannot guess more often")
    func distributedGuesses() async throws {
        let app = Self.app(token: Self.token)
        var count = 0
        for number in 0..<300 {
            let fields: HTTPFields = [.authorization: "Bearer guess"]
            let response = try await app.response("/", fields: fields, from: "10.0.1.\(number % 256)")
            if response.status == 401 { count += 1 }
        }
        // Some more are accepted if the test takes seconds.
        #expect((100..<200).contains(count))
    }

    @Test("requests without a credential count for the limit of requests")
    func unauthenticated() async throws {
        let app = Self.app(token: Self.token, perMinute: 2)
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await app.response("/saved/feed?name=a").status.code) }
        #expect(statuses == [401, 401, 429])
    }

    @Test("logging out removes the cookie and ends its session, also for a copy of the cookie")
    func logout() async throws {
        let app = Self.app(publicURL: "https://seek.example.com", token: Self.token)
        let pair = try await logIn(to: app, host: "seek.example.com")
        let other = try await logIn(to: app, host: "seek.example.com")
        #expect(pair.hasPrefix("__Host-seek_session="))
        #expect(pair != other)
        let fields: HTTPFields = [.host: "seek.example.com", .cookie: pair]
        #expect(try await app.response("/", fields: fields).status == .ok)
        let cookie = try await app.response("/logout", .post, fields: fields).headerFields[.setCookie]
        #expect(cookie == "__Host-seek_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure")
        #expect(try await app.response("/", fields: fields).status == 401)
        #expect(try await app.response("/", fields: [.host: "seek.example.com", .cookie: other]).status == .ok)
    }

    @Test("a session ends after 30 days, and with another token")
    func sessionEnd() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let folder = try TemporaryFolder()
        func app(token: String = Self.token) -> TestApp {
            let file = folder.path(of: "access")
            return TestApp(TestAppOptions(token: token, accessFile: file, now: { time.withLock { $0 } }))
        }
        let pair = try await logIn(to: app())
        func status(of app: TestApp) async throws -> Int {
            try await app.response("/", fields: [.cookie: pair]).status.code
        }
        time.withLock { $0 += 30 * 86_400 - 1 }
        #expect(try await status(of: app()) == 200)
        #expect(try await status(of: app(token: "another-token-0123")) == 401)
        time.withLock { $0 += 1 }
        #expect(try await status(of: app()) == 401)
    }

    @Test("the address for the first login can be used once, by a browser of the user that opens the page")
    func oneTimeLogin() async throws {
        let app = TestApp(TestAppOptions(token: Self.token, oneTimeLoginUser: 1_000))
        let target = try #require(app.loginTarget)
        #expect(try await app.response("/login?once=0123456789abcdef0123456789abcdef", user: 1_000).status == 401)
        #expect(try await app.response(target, user: 1_001).status == 401)
        #expect(try await app.response(target, user: nil).status == 401)
        #expect(try await app.response(target, .head, user: 1_000).headerFields[.setCookie] == nil)
        let purpose = HTTPField.Name("Sec-Purpose")
        #expect(try await app.response(target, fields: [purpose: "prefetch"], user: 1_000).status == 503)
        let first = try await app.response(target, user: 1_000)
        #expect(first.headerFields[.location] == "/")
        let pair = try #require(first.headerFields[.setCookie]).prefix { $0 != ";" }
        #expect(try await app.response("/", fields: [.cookie: String(pair)]).status == .ok)
        #expect(try await app.response(target, user: 1_000).status == 401)
        #expect(app.loginTarget == nil)
    }

    /// Logs in and returns the name and value of the cookie.
    private func logIn(
        to app: TestApp,
        host: String = "127.0.0.1:8750",
        token: String = token
    ) async throws -> String {
        let fields: HTTPFields = [.host: host]
        let response = try await app.response("/login", .post, fields: fields, body: "token=\(token)")
        return String(try #require(response.headerFields[.setCookie]).prefix { $0 != ";" })
    }

    @Test("a link on another site opens a page that loads the target again")
    func link() async throws {
        let fields: HTTPFields = [
            .accept: "text/html", .secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document",
        ]
        let response = try await Self.app(token: Self.token).response("/search?q=%22%3E&a=b", fields: fields)
        #expect(response.text.contains(#"content="0; url=/search?q=%22%3E&amp;a=b""#))
    }

    @Test("each client has its own limit of requests")
    func limit() async throws {
        let app = Self.app(perMinute: 2)
        var statuses: [Int] = []
        for client in ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"] {
            let response = try await app.response("/", from: client)
            statuses.append(response.status.code)
            #expect(response.headerFields[.retryAfter] == (response.status == 429 ? "30" : nil))
        }
        #expect(statuses == [200, 200, 429, 200])
    }

    @Test("a browser that sends too many requests receives a page with the time to wait")
    func limitPage() async throws {
        let app = Self.app(perMinute: 1)
        _ = try await app.response("/")
        let response = try await app.response("/", fields: [.accept: "text/html"])
        #expect(response.headerFields[.contentType] == "text/html; charset=utf-8")
        #expect(response.text.contains("Too many requests. Try again in 60 seconds."))
    }

    @Test(
        "two addresses share a limit only if they belong to the same /64 network of IPv6",
        arguments: [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", 429), ("2001:db8:1:2::1", "2001:db8:1:3::1", 200),
            ("::ffff:10.0.0.1", "::ffff:10.0.0.2", 200), ("10.0.0.1", "10.0.0.2", 200),
        ]
    )
    func networkLimit(first: String, second: String, status: Int) async throws {
        let app = Self.app(perMinute: 1)
        #expect(try await app.response("/", from: first).status == .ok)
        #expect(try await app.response("/", from: second).status.code == status)
    }

    @Test(
        "the base URL of a feed is the public URL or, without one, that of the host in the request",
        arguments: [
            (nil, "http://127.0.0.1:8750"), ("https://seek.example.com/", "https://seek.example.com"),
            ("http://seek.example.com:8080", "http://seek.example.com:8080"),
            ("https://[2001:db8::1]", "https://[2001:db8::1]"),
        ] as [(String?, String)]
    )
    func baseURL(publicURL: String?, expected: String) async throws {
        let site = try Site(TestAppOptions(publicURL: publicURL))
        let host: HTTPFields = [.host: publicURL.map { String($0.split(separator: "/")[1]) } ?? "127.0.0.1:8750"]
        let body = #"{"query": "q=swift&kinds=repository"}"#
        _ = try await site.response("/api/v1/saved/a", .put, fields: host, body: body)
        let feed = try await site.response("/saved/feed?name=a", fields: host).text
        #expect(feed.contains(" href=\"\(expected)/saved/feed?name=a\""))
    }

    @Test("pages have a button to log out only if the server has a token", arguments: [(token, true), (nil, false)])
    func logOutButton(token: String?, isShown: Bool) async throws {
        let site = try Site(TestAppOptions(token: token))
        let page = try await site.response("/", fields: [.authorization: "Bearer \(token ?? "")"])
        #expect(page.text.contains("<button class=\"button quiet\" form=\"logout\">") == isShown)
        #expect(page.text.contains("<form id=\"logout\" action=\"/logout\" method=\"post\">") == isShown)
        // Otherwise the browser would show the page again after the user has logged out.
        #expect(page.headerFields[.cacheControl] == (isShown ? "no-store" : "private, no-cache"))
    }

    @Test(
        "with a public URL, the client is the last address that a proxy on this machine reports, otherwise the sender",
        arguments: [
            ("127.0.0.1", "203.0.113.9", "203.0.113.9"), ("127.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
            ("::1", "2001:db8::1", "2001:db8::1"), ("127.0.0.1", "junk", "127.0.0.1"), ("127.0.0.1", nil, "127.0.0.1"),
            ("10.0.0.7", "203.0.113.9", "10.0.0.7"),
        ]
    )
    func clients(peer: String, forwarded: String?, client: String) async throws {
        for (publicURL, client) in [("https://seek.example.com", client), (nil, peer)] {
            // Each client may send one request.
            let app = Self.app(publicURL: publicURL, perMinute: 1)
            var fields: HTTPFields = publicURL == nil ? [:] : [.host: "seek.example.com"]
            fields[.forwardedFor] = forwarded
            #expect(try await app.response("/", fields: fields, from: peer).status == .ok)
            fields[.forwardedFor] = nil
            #expect(try await app.response("/", fields: fields, from: client).status == 429)
        }
    }

    @Test("every response, including rejections, has security header fields")
    func headers() async throws {
        let app = Self.app(token: Self.token)
        for target in ["/", "/nothing", "/login", "/api/v1/search"] {
            let response = try await app.response(target)
            let policy = response.headerFields["Content-Security-Policy"]
            #expect(policy?.hasPrefix("default-src 'none'; script-src 'self'") == true)
            #expect(response.headerFields["X-Content-Type-Options"] == "nosniff")
            #expect(response.headerFields["Referrer-Policy"] == "same-origin")
        }
    }
}
