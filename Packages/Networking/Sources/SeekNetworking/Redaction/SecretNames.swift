import SeekBasics

/// Decides whether a value is a secret, by its name.
///
/// A name is split into words (`X-Auth-Token`, `accessToken`, `user[password]`), and the last significant words decide:
/// `access_token` is a secret, `token_type` and `page_token` are not. Only `csrf`, `xsrf` and `jwt` denote a secret
/// anywhere. Names without separators (`accesstoken`) are recognized by their endings. Names of query parameters may be
/// percent-encoded.
struct SecretNames: Sendable, Hashable {
    /// Additional names of secrets, in lower case.
    private let additional: Set<String>

    /// Creates the rules with additional names of secrets, whose case is ignored.
    init(additional: some Sequence<String> = []) {
        self.additional = Set(additional.map { $0.lowercased() })
    }

    func isSecret(field name: HTTPField.Name) -> Bool {
        if additional.contains(name.canonicalName) { return true }
        let words = NameWords(name.canonicalName)
        // `Access-Control-Allow-Credentials`, whose last word is in the singular here, is a Boolean of CORS.
        guard words.joined != "accesscontrolallowcredential" else { return false }
        return words.denoteSecret || words.last == "key" && !words.hasAny(of: Self.nonSecretKeyWords, before: "key")
    }

    func isSecret(item name: String) -> Bool {
        let name = Self.decoded(name)
        let lowercased = name.lowercased()
        return additional.contains(lowercased) || Self.secretItems.contains(lowercased) || NameWords(name).denoteSecret
    }

    /// Whether the value of a member of a JSON object is a secret. `code`, `key` and `pass` alone are not, because they
    /// have other meanings in responses, such as those of the GitHub and YouTube APIs.
    func isSecret(member name: String) -> Bool {
        let lowercased = name.lowercased()
        if additional.contains(lowercased) { return true }
        // The signature of a commit is public.
        return lowercased != "signature" && NameWords(name).denoteSecret
    }

    /// Names that denote a secret in a query, form or path parameter, but not in JSON.
    private static let secretItems: Set<String> = ["code", "key", "pass"]
    /// Words before `key` in the names of header fields whose values are not secrets.
    private static let nonSecretKeyWords = [
        "cache", "idempotency", "partition", "public", "routing", "socket", "sort", "surrogate",
    ]

    /// Decodes a name that may be encoded several times.
    private static func decoded(_ name: String) -> String {
        var name = name
        for _ in 0..<3 where name.utf8.contains(UInt8(ascii: "%")) { name = PercentEncoding.decode(name) }
        return name
    }
}

/// The words of a name up to the last significant one, in lower case. The last word is in the singular.
private struct NameWords {
    private var words: [String] = []

    init(_ name: String) {
        var word = ""
        var isAfterLowercase = false
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isWordCharacter = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            let isUppercase = ("A"..."Z").contains(scalar)
            let beginsWord =
                isUppercase
                && (isAfterLowercase || index + 1 < scalars.count && ("a"..."z").contains(scalars[index + 1]))
            if !isWordCharacter || beginsWord {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isWordCharacter { word += scalar.properties.lowercaseMapping }
            isAfterLowercase = isWordCharacter && !isUppercase
        }
        if !word.isEmpty { words.append(word) }
        trim()
    }

    /// Drops insignificant words and digits at the end and makes the last word singular: `session_id`, `token[0]`,
    /// `X-Hub-Signature-256`, `secrets`.
    private mutating func trim() {
        while var last = words.popLast() {
            while let digit = last.unicodeScalars.last, ("0"..."9").contains(digit) { last.unicodeScalars.removeLast() }
            if last.isEmpty || !words.isEmpty && Self.insignificantWords.contains(last) { continue }
            if last.count > 3, last.hasSuffix("s"), !last.hasSuffix("ss") { last.removeLast() }
            return words.append(last)
        }
    }

    var last: String { words.last ?? "" }
    var joined: String { words.joined() }

    var denoteSecret: Bool {
        let joined = joined
        if Self.secretSubstrings.contains(where: joined.contains) { return true }
        if Self.secretWords.contains(last) { return true }
        if joined.hasSuffix("token") { return !hasAny(of: Self.nonSecretTokenWords, before: "token") }
        return Self.secretSuffixes.contains(where: joined.hasSuffix)
    }

    /// Whether one of the candidates precedes the suffix.
    ///
    /// - Precondition: The name ends with the suffix.
    func hasAny(of candidates: [String], before suffix: String) -> Bool {
        let prefix = joined.dropLast(suffix.count)
        return candidates.contains(where: prefix.hasSuffix)
    }

    private static let secretSubstrings = ["csrf", "xsrf", "jwt"]

    /// Words that denote a secret if they are the last word. Unlike ``secretSuffixes``, they are not compared with the
    /// end of a longer word.
    private static let secretWords: Set<String> = [
        "assertion", "auth", "authentication", "bearer", "hmac", "oauth", "otp", "passwd", "pwd", "session", "sid",
        "sig", "totp",
    ]

    private static let secretSuffixes =
        [
            "accesskeyid", "authorization", "authorizationrequest", "cookie", "credential", "passcode", "passphrase",
            "password", "samlresponse", "secret", "sessid", "sessionid", "signature", "verifier",
        ]
        + ["access", "account", "admin", "api", "app", "application", "auth", "client", "consumer", "encryption"]
        .map { $0 + "key" }
        + ["host", "master", "private", "secret", "service", "session", "shared", "signing", "stream", "subscription"]
        .map { $0 + "key" }
        + ["auth", "authorization", "backup", "device", "login", "recovery", "verification"].map { $0 + "code" }

    /// Words before `token` if the token is a position in a list and not a secret.
    private static let nonSecretTokenWords = [
        "change", "continuation", "cursor", "delta", "next", "page", "paging", "pagination", "prev", "previous",
        "resumption", "scroll", "skip", "sync",
    ]

    /// Insignificant words at the end, which describe the form of a value; `base` is `base64` without its digits.
    private static let insignificantWords: Set<String> = [
        "base", "confirmation", "data", "hash", "header", "id", "pem", "raw", "string", "text", "value",
    ]
}
