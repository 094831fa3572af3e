import SeekBasics
import SeekNetworking

/// The login form, which exchanges the token for a cookie, and the address that logs a browser in once.
struct LoginRoutes: Sendable {
    let access: AccessRules

    var routes: [Route] {
        [
            Route(.get, "/login", acceptsLinks: true) { request, _ in
                guard let code = request.query[OneTimeLogin.parameter], request.method == .get else {
                    return LoginPage.form(next: Self.next(of: request))
                }
                // The code cannot be guessed, so that guesses of others do not lock out the user.
                guard let token = access.token,
                    access.oneTimeLogin?.use(code, by: request.clientUserID()) == true
                else {
                    let problem =
                        "This address is not valid, or has been used. Enter the token, or start seek web again."
                    return LoginPage.form(next: "/", problem: problem, status: 401)
                }
                return .redirection(to: "/", adding: [.setCookie: await access.startSession(with: token)])
            },
            Route(.post, "/login") { request, _ in
                let fields = request.form
                let next = Self.page(fields["next"])?.target ?? "/"
                return await logIn(request, with: fields["token"] ?? "", next: next)
            },
            Route(.post, "/logout") { request, _ in
                .redirection(to: "/login", adding: [.setCookie: await access.endSession(of: request)])
            },
        ]
    }

    /// Returns the address of the form that leads to a target.
    static func target(after next: String) -> String { "/login?next=\(PercentEncoding.encode(next))" }

    /// Compares a string with the token, and starts a session.
    private func logIn(_ request: WebRequest, with candidate: String, next: String) async -> WebResponse {
        guard let token = access.token else { return .redirection(to: next) }
        switch access.guesses.check(candidate, for: token, from: access.limitKey(of: request)) {
        case .right:
            return .redirection(to: next, adding: [.setCookie: await access.startSession(with: token)])
        case .wrong:
            return LoginPage.form(next: next, problem: "This is not the server's token.", status: 401)
        case .tooMany(let delay):
            let problem = "Too many attempts. Try again in \(counted(delay, "second"))."
            var response = LoginPage.form(next: next, problem: problem, status: 429)
            response.headerFields[.retryAfter] = String(delay)
            return response
        }
    }

    /// Returns the target after the login: a page of this app only, and a preview unless the user has chosen it.
    private static func next(of request: WebRequest) -> String {
        guard let page = page(request.query["next"]) else { return "/" }
        return request.initiator == .user ? page.target : page.previewTarget
    }

    /// Returns the request for a target of this app; nil for any other address.
    static func page(_ target: String?) -> WebRequest? { target.flatMap { WebRequest(.get, $0) } }
}

/// A secret in an address that logs a browser in once, so that the user of the program need not enter the token.
///
/// Other users of the machine can see the address in the arguments of the program that opens it. Only processes of this
/// user and of root can use it.
final class OneTimeLogin: Sendable {
    /// The name of the parameter of `/login`.
    static let parameter = "once"

    private let code: Mutex<String?>
    private let users: Set<UInt32>

    /// Creates a secret.
    ///
    /// - Parameter user: The ID of the user.
    init(user: UInt32) {
        code = Mutex(AccessStore.randomSecret())
        users = [user, 0]
    }

    /// The target with the code; nil if it has been used.
    var target: String? { code.withLock { $0 }.map { "/login?\(Self.parameter)=\($0)" } }

    /// Returns whether the code is right and the user may use it. The right code can be used once.
    func use(_ candidate: String, by user: UInt32?) -> Bool {
        code.withLock { code in
            guard let user, users.contains(user), let expected = code, AccessToken.isEqual(candidate, expected) else {
                return false
            }
            code = nil
            return true
        }
    }
}

enum LoginPage {
    /// The form for the token. Its hidden user name lets password managers store the token.
    ///
    /// - Parameters:
    ///   - next: The target after the login.
    ///   - problem: Why the previous attempt failed.
    static func form(next: String, problem: String? = nil, status: HTTPResponse.Status = .ok) -> WebResponse {
        page(
            """
            <main id="main"><section class="box login stack"><h1>\(Page.logo)Seek</h1>
            \(problem.map { "<div role=\"alert\">\(HTML.notice(.alert, $0, style: "bad"))</div>" as HTML })
            <form class="stack" method="post" action="/login">
            <input name="username" autocomplete="username" value="seek" hidden>
            <label for="token">Token of this server</label>
            <input class="field" id="token" name="token" type="password" autocomplete="current-password" \
            required autofocus>
            <button class="button primary">Log in</button>
            <input name="next" type="hidden" value="\(next)">
            </form></section></main>
            """,
            status: status
        )
    }

    /// A page that loads a target of this app. Browsers do not send the session cookie, which is `SameSite=Strict`,
    /// when they follow a link on another site, but they send it when this page loads the target.
    static func reloading(_ target: String) -> WebResponse {
        page(
            "<main id=\"main\"><p><a href=\"\(target)\">Continue to Seek</a></p></main>",
            head: "<meta http-equiv=\"refresh\" content=\"\("0; url=\(target)")\">"
        )
    }

    private static func page(_ content: HTML, head: HTML? = nil, status: HTTPResponse.Status = .ok) -> WebResponse {
        let html = Page.document("Log in", head: head, isHome: true, content)
        var response = WebResponse(html.markup, type: "text/html; charset=utf-8", status: status)
        response.headerFields[.cacheControl] = "no-store"
        return response
    }
}

// MARK: - The token and the cookie

/// The secret that all users of a server share: programs send it as `Authorization: Bearer`, browsers exchange it for a
/// cookie.
struct AccessToken: Sendable {
    /// The minimum number of characters.
    static let minimumLength = 16

    private let token: String

    /// Whether the token could be found by trying words: it is not of the form that `openssl rand -hex 16` prints, with
    /// at least 128 bits.
    var isGuessable: Bool { token.utf8.count < 32 || !token.allSatisfy(\.isHexDigit) }

    /// Creates a token of at least ``minimumLength`` visible ASCII characters. Nil for any other string.
    init?(_ token: String) {
        guard token.utf8.count >= Self.minimumLength, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.token = token
    }

    private init(token: String) { self.token = token }

    /// Reads the token from a file, which other users must not be able to read. Whitespace around the token is
    /// ignored.
    init(file: String) throws(AccessTokenError) {
        let content: PrivateFile.Content?
        do throws(PrivateFileError) {
            content = try PrivateFile(file).read(followsLinks: true)
        } catch {
            throw AccessTokenError(description: error.description(advice: "choose another token file"))
        }
        guard let content else { throw AccessTokenError(description: "the token file \(file) does not exist") }
        guard !content.isReadableByOthers else {
            let error = PrivateFileError.readableByOthers(path: file)
            throw AccessTokenError(description: "the token file must be private: \(error)")
        }
        let words = String(decoding: UnicodeText.utf8(content.bytes), as: UTF8.self).split(
            whereSeparator: \.isWhitespace
        )
        guard words.count == 1, let token = AccessToken(String(words[0])) else {
            throw AccessTokenError(
                description: "the token in \(file) must have at least \(Self.minimumLength) visible ASCII characters "
                    + "and no spaces; create one with: openssl rand -hex 32"
            )
        }
        self = token
    }

    /// Whether a string is the token. For strings as long as the token, the time does not depend on where they differ.
    func matches(_ candidate: some StringProtocol) -> Bool { Self.isEqual(candidate, token) }

    /// Returns the fingerprint under which a session is stored. Another token ends all sessions.
    func fingerprint(ofSession value: some StringProtocol) -> String {
        Credential(name: .sessionCookie, value: "\(token) \(value)").fingerprint
    }

    /// Returns a token of 256 random bits.
    static func random() -> AccessToken {
        AccessToken(token: AccessStore.randomSecret() + AccessStore.randomSecret())
    }

    /// Writes the token to a file that only this user can read.
    func write(to path: String) throws(PrivateFileError) {
        try PrivateFile(path).replace(with: Array("\(token)\n".utf8))
    }

    /// Compares a string with a secret. For strings of the same length, the time does not depend on where they differ.
    static func isEqual(_ candidate: some StringProtocol, _ secret: String) -> Bool {
        let (left, right) = (Array(candidate.utf8), Array(secret.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
    var description: String { Redaction.placeholder }

    /// Hides the token from `dump` and debuggers.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A token file that cannot be used: one line with the problem, and what to do.
struct AccessTokenError: Error, Hashable, CustomStringConvertible {
    var description: String
}

/// The name is part of the fingerprint of a session, and is not sent.
extension HTTPField.Name {
    fileprivate static let sessionCookie = HTTPField.Name("seek-web-session")
}

/// The cookie of a browser that is logged in (RFC 6265). Scripts cannot read it, and it is not sent with requests of
/// other sites.
struct SessionCookie: Sendable {
    /// Whether users reach the app over `https` only. The prefix of the name then ensures that neither a page over
    /// `http` nor one of another host of the domain can set the cookie (RFC 6265bis §4.1.3.2).
    var isSecure: Bool

    private var name: String { isSecure ? "__Host-seek_session" : "seek_session" }

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameter lifetime: In seconds; 0 removes the cookie.
    func field(_ value: String, lifetime: Int) -> String {
        "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(lifetime)\(isSecure ? "; Secure" : "")"
    }

    func values(in request: WebRequest) -> [Substring] { request.cookies(named: name) }
}

extension WebRequest {
    /// Returns the values of the cookies with a name.
    func cookies(named name: String) -> [Substring] {
        headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix("\(name)=") ? pair.dropFirst(name.utf8.count + 1) : nil
        }
    }
}

extension HTTPField.Name {
    static let cookie = HTTPField.Name("Cookie")
    static let setCookie = HTTPField.Name("Set-Cookie")
}
