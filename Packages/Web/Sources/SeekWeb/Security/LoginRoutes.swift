import SeekBasics
import SeekNetworking

/// The login form, which exchanges the token for a cookie.
struct LoginRoutes: Sendable {
    /// The maximum number of attempts of a client.
    static let attemptsPerMinute = 10

    let access: AccessRules
    private let attempts = RequestLimiter(perMinute: Self.attemptsPerMinute)

    var routes: [Route] {
        [
            Route(.get, "/login") { request, _ in LoginPage.form(next: Self.next(request.query)) },
            Route(.post, "/login") { request, _ in logIn(request) },
            Route(.post, "/logout") { _, _ in
                .redirection(to: "/login", adding: [.setCookie: SessionCookie.field(nil, isSecure: isSecure)])
            },
        ]
    }

    private var isSecure: Bool { access.publicOrigin?.scheme == "https" }

    private func logIn(_ request: WebRequest) -> WebResponse {
        let fields = request.form
        let next = Self.next(fields)
        guard let token = access.token else { return .redirection(to: next) }
        if let delay = attempts.countRequest(from: access.limitKey(of: request)) {
            let problem = "Too many attempts. Try again in \(counted(delay, "second"))."
            var response = LoginPage.form(next: next, problem: problem, status: 429)
            response.headerFields[.retryAfter] = String(delay)
            return response
        }
        guard token.matches(fields["token"] ?? "") else {
            return LoginPage.form(next: next, problem: "This is not the server's token.", status: 401)
        }
        let cookie = SessionCookie.field(token.sessionValue, isSecure: isSecure)
        return .redirection(to: next, adding: [.setCookie: cookie])
    }

    /// Returns the target after the login: a page of this app only.
    private static func next(_ fields: QueryParameters) -> String {
        fields["next"].flatMap { WebRequest(.get, $0) }?.target ?? "/"
    }
}
