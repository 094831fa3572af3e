import SeekBasics
import SeekNetworking

/// The rules for the requests that the app accepts. If there is a token, requests must contain the token, the cookie of
/// a session or the key of a feed, except those for the login form, its assets and the state of the process.
struct AccessRules: Sendable {
    /// The origin under which users reach the app by name, usually through a proxy: `https://seek.example.com`.
    var publicOrigin: Origin?
    /// The token; nil on a machine whose users are all trusted.
    var token: AccessToken?
    /// The limit of requests per client, except for images and assets; nil for none.
    var limiter: RequestLimiter?
    /// The limit of images and assets per client; nil for none. A page of results has about 40 of them.
    var imageLimiter: RequestLimiter?
    /// The sessions and feeds.
    var store = AccessStore()
    /// The address that logs a browser in once; nil if there is none.
    var oneTimeLogin: OneTimeLogin?
    /// Limits the attempts to guess the token.
    var guesses = GuessLimiter()
    /// The current time, at which sessions end.
    var now: @Sendable () -> Date = { Date() }

    var origins: OriginPolicy { OriginPolicy(publicOrigin: publicOrigin) }

    /// The first segments of the paths that need no token: the login form, its assets, and the state of the process for
    /// a load balancer.
    private static let openPaths: Set<String> = ["login", "assets", "favicon.ico", "health"]

    /// The first segments of the paths of images and assets.
    private static let imagePaths: Set<String> = ["thumbnails", "assets", "favicon.ico"]

    /// Returns the response to a request that is not accepted; nil if the request is accepted. The initiator of the
    /// request must be known.
    func rejection(of request: WebRequest) -> WebResponse? {
        let limiter = Self.imagePaths.contains(request.path.first ?? "") ? imageLimiter : limiter
        if let delay = limiter?.countRequest(from: limitKey(of: request)) {
            return Self.tooManyRequests(request, "Too many requests", delay)
        }
        guard let token, !Self.openPaths.contains(request.path.first ?? "") else { return nil }
        let outcome: GuessLimiter.Outcome
        if let field = request.headerFields[.authorization], field.lowercased().hasPrefix("bearer ") {
            outcome = guesses.check(field.dropFirst(7), for: token, from: limitKey(of: request))
        } else if hasSession(request) {
            return nil
        } else if request.path == SavedView.feedPath, request.query["key"] != nil {
            outcome = hasFeedKey(request) ? .right : guesses.countWrong(from: limitKey(of: request))
        } else {
            return Self.loginRequired(request)
        }
        switch outcome {
        case .right: return nil
        case .wrong: return Self.loginRequired(request)
        case .tooMany(let delay): return Self.tooManyRequests(request, "Too many attempts", delay)
        }
    }

    /// Whether a request for a feed contains the key of this feed. Feed readers send neither `Authorization` nor
    /// cookies.
    func hasFeedKey(_ request: WebRequest) -> Bool {
        guard request.path == SavedView.feedPath, let name = request.query["name"], let key = request.query["key"],
            let expected = store.feedKey(of: name)
        else { return false }
        return AccessToken.isEqual(key, expected)
    }

    /// Returns the keys of feeds by the names of their searches; none if the app has no token.
    ///
    /// - Parameter isComplete: Whether there are no other saved searches, so that the keys of others are removed.
    func feedKeys(of names: [String], isComplete: Bool = false) async -> [String: String] {
        token == nil ? [:] : await store.feedKeys(of: names, isComplete: isComplete)
    }

    /// Returns the address of the client. Behind a proxy on this machine, it is the last one in `X-Forwarded-For`: a
    /// client can only add addresses before it.
    func client(of request: WebRequest) -> String {
        guard isProxy(request.clientAddress),
            let last = request.headerFields[values: .forwardedFor].last?.split(separator: ",").last,
            let address = IPAddress(last.filter { $0 != " " })
        else { return request.clientAddress }
        return "\(address)"
    }

    /// Whether an address may be that of the proxy: with a public URL, any program on this machine.
    func isProxy(_ address: String) -> Bool {
        publicOrigin != nil && (address.hasPrefix("127.") || address == "::1")
    }

    /// Returns the key of the limits that apply to a client.
    func limitKey(of request: WebRequest) -> String { RequestLimit.key(of: client(of: request)) }

    /// Returns the origin at which the client of a request reaches the app: `https://seek.example.com`.
    func baseURL(for request: WebRequest) -> String {
        guard let publicOrigin else { return "http://\(request.headerFields[.host] ?? "localhost")" }
        let host = publicOrigin.host.contains(":") ? "[\(publicOrigin.host)]" : publicOrigin.host
        let isUsualPort = publicOrigin.port == (publicOrigin.scheme == "https" ? 443 : 80)
        return "\(publicOrigin.scheme)://\(host)\(isUsualPort ? "" : ":\(publicOrigin.port)")"
    }

    private static func tooManyRequests(_ request: WebRequest, _ problem: String, _ delay: Int) -> WebResponse {
        Rejection(429, "\(problem). Try again in \(counted(delay, "second")).")
            .response(to: request, adding: [.retryAfter: String(delay)])
    }

    /// Returns a redirection to the login form if a browser loads a page, otherwise status 401. A browser that follows
    /// a link from another origin first receives a page that loads the target again.
    private static func loginRequired(_ request: WebRequest) -> WebResponse {
        guard request.method == .get, request.path.first != "api", request.acceptsHTML else {
            return Rejection(401, "Send the server's token: Authorization: Bearer TOKEN.")
                .response(to: request, adding: [.wwwAuthenticate: "Bearer realm=\"seek-web\""])
        }
        switch request.initiator {
        // A browser may omit the cookie when it follows a link from another origin, but sends it when a page of the app
        // loads the target.
        case .otherSite: return LoginPage.reloading(request.previewTarget)
        // The link may be on another site: browsers send no metadata over http from another machine.
        case .unknown: return .redirection(to: LoginRoutes.target(after: request.previewTarget))
        case .user: return .redirection(to: LoginRoutes.target(after: request.target))
        }
    }
}

// MARK: - Sessions

extension AccessRules {
    /// The lifetime of a session in seconds: 30 days.
    private static let sessionLifetime = 30 * 86_400

    private var cookie: SessionCookie { SessionCookie(isSecure: publicOrigin?.scheme == "https") }

    /// Starts a session, and returns the value of `Set-Cookie`.
    func startSession(with token: AccessToken) async -> String {
        let value = AccessStore.randomSecret()
        let end = now().addingTimeInterval(Double(Self.sessionLifetime))
        await store.addSession(token.fingerprint(ofSession: value), until: end, at: now())
        return cookie.field(value, lifetime: Self.sessionLifetime)
    }

    /// Ends the session of a request, and returns the value of `Set-Cookie`.
    func endSession(of request: WebRequest) async -> String {
        for value in cookie.values(in: request) {
            if let token { await store.removeSession(token.fingerprint(ofSession: value)) }
        }
        return cookie.field("", lifetime: 0)
    }

    private func hasSession(_ request: WebRequest) -> Bool {
        guard let token else { return false }
        return cookie.values(in: request).contains {
            store.hasSession(token.fingerprint(ofSession: $0), at: now())
        }
    }
}

extension WebResponse {
    /// Creates a response that redirects a browser to another page of the app (303).
    static func redirection(to target: String, adding headerFields: HTTPFields = [:]) -> WebResponse {
        var response = WebResponse(status: 303, headerFields: [.location: target, .cacheControl: "no-store"])
        response.headerFields.merge(headerFields)
        return response
    }
}

extension WebRequest {
    /// The target in origin form, encoded from the decoded path and query.
    var target: String {
        let query = query.items.isEmpty ? "" : "?\(query.encoded)"
        return "/" + path.map(PercentEncoding.encode).joined(separator: "/") + query
    }
}

extension HTTPField.Name {
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")
}

/// The header fields that restrict what a browser does with a response.
enum SecurityHeaders {
    /// Scripts, styles, images and requests of the app's own origin only; no frames, no plug-ins, no other form targets
    /// (https://www.w3.org/TR/CSP3/).
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    private static let fields: [(HTTPField.Name, String)] = [
        (HTTPField.Name("Content-Security-Policy"), contentSecurityPolicy),
        (HTTPField.Name("X-Content-Type-Options"), "nosniff"),
        (HTTPField.Name("X-Frame-Options"), "DENY"),
        // With `no-referrer`, browsers send `Origin: null` with the app's own forms
        // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
        (HTTPField.Name("Referrer-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    ]

    /// Adds the fields, in place of any existing ones with the same names.
    static func add(to headerFields: inout HTTPFields) {
        for (name, value) in fields { headerFields[name] = value }
    }
}
