import SeekNetworking

/// The login form, which exchanges the token for a cookie.
struct LoginRoutes: Sendable {
    /// The number of attempts per minute and client.
    static let attemptsPerMinute = 10

    private let access: AccessRules
    private let attempts = RequestLimiter(perMinute: Self.attemptsPerMinute)

    init(_ access: AccessRules) { self.access = access }

    var routes: [Route] {
        [
            Route(.get, "/login") { request, _ in form(next: Self.next(request.query)) },
            Route(.post, "/login") { request, _ in logIn(request) },
            Route(.post, "/logout") { _, _ in
                .redirection(to: "/login", adding: [.setCookie: SessionCookie.field(nil, isSecure: isSecure)])
            },
        ]
    }

    private var isSecure: Bool { access.publicOrigin?.scheme == "https" }

    private func logIn(_ request: WebRequest) -> WebResponse {
        let fields = QueryParameters(encoded: String(decoding: request.body, as: UTF8.self))
        let next = Self.next(fields)
        guard let token = access.token else { return .redirection(to: next) }
        if let time = attempts.admit(access.client(of: request)) {
            var response = form(next: next, problem: "Too many attempts. Try again in a minute.", status: 429)
            response.headerFields[.retryAfter] = time.roundedUp
            return response
        }
        guard token.matches(fields.value(of: "token") ?? "") else {
            return form(next: next, problem: "This is not the server's token.", status: 401)
        }
        let cookie = SessionCookie.field(token.sessionValue, isSecure: isSecure)
        return .redirection(to: next, adding: [.setCookie: cookie])
    }

    /// Returns the target after the login: a page of this app only.
    private static func next(_ fields: QueryParameters) -> String {
        fields.value(of: "next").flatMap { WebRequest(.get, $0) }?.target ?? "/"
    }

    private func form(next: String, problem: String? = nil, status: HTTPResponse.Status = .ok) -> WebResponse {
        // The target is percent-encoded, so that only its ampersands must be escaped.
        let next = next.replacing("&", with: "&amp;")
        let message = problem.map { "<p role=\"alert\">\($0)</p>" } ?? ""
        var response = WebResponse(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Seek: log in</title></head>
            <body><main><h1>Seek</h1>\(message)
            <form method="post" action="/login">
            <label for="token">Token of this server</label>
            <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
            <input name="next" type="hidden" value="\(next)">
            <button>Log in</button>
            </form></main></body>
            </html>

            """,
            type: "text/html; charset=utf-8",
            status: status
        )
        response.headerFields[.cacheControl] = "no-store"
        return response
    }
}

extension QueryParameters {
    /// Returns the first value with a name.
    fileprivate func value(of name: String) -> String? { items.first { $0.name == name }?.value }
}
