import SeekBasics
import SeekNetworking

/// The secret that all users of a server share: programs send it as `Authorization: Bearer`, browsers exchange it for a
/// cookie.
struct AccessToken: Sendable {
    /// The minimum number of characters, so that the token cannot be guessed.
    static let minimumLength = 16

    private let token: String

    /// Creates a token of at least ``minimumLength`` visible ASCII characters. Nil for any other string.
    init?(_ token: String) {
        guard token.utf8.count >= Self.minimumLength, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.token = token
    }

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
        let words = String(decoding: content.bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
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

    /// The value of the cookie of a session. It proves knowledge of the token, does not disclose it, and is the same in
    /// all processes with the token; another token ends all sessions.
    var sessionValue: String { Credential(name: .sessionCookie, value: token).fingerprint }

    /// Returns the key in the URL of a saved search's feed, where it takes the place of the token: feed readers send
    /// neither `Authorization` nor cookies. The key grants access to this feed only, does not disclose the token, and
    /// is valid as long as the token.
    func feedKey(of name: String) -> String { Credential(name: .feedKey, value: "\(token) \(name)").fingerprint }

    /// Whether a request contains the key of the feed that it requests, the token, or the cookie of a session. An
    /// invalid key does not exclude a user who is logged in. With `Authorization: Bearer`, cookies are ignored.
    func admits(_ request: WebRequest) -> Bool {
        if request.path == SavedView.feedPath, let name = request.query["name"], let key = request.query["key"],
            Self.isEqual(key, feedKey(of: name))
        {
            return true
        }
        if let field = request.headerFields[.authorization], field.lowercased().hasPrefix("bearer ") {
            return matches(field.dropFirst(7))
        }
        return request.cookies(named: SessionCookie.name).contains { Self.isEqual($0, sessionValue) }
    }

    private static func isEqual(_ candidate: some StringProtocol, _ secret: String) -> Bool {
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

/// Names that are part of the fingerprints and are not sent. They differ, so that the key of a feed is never the value
/// of a session.
extension HTTPField.Name {
    fileprivate static let feedKey = HTTPField.Name(constant: "seek-web-feed")
    fileprivate static let sessionCookie = HTTPField.Name(constant: "seek-web-session")
}
