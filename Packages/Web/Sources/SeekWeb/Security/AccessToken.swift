import SeekBasics
import SeekNetworking

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
