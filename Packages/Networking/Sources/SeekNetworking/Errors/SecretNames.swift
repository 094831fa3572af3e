import SeekBasics

/// Decides by a name whether the value under it is a secret.
///
/// A name is split into its words (`X-Auth-Token`, `accessToken`, `user[password]`); what the last word that carries a
/// meaning denotes decides: `access_token` is a token, `token_type` is a type. Names without separators (`accesstoken`) are
/// compared by their ends. Names may be percent-encoded.
struct SecretNames: Sendable, Hashable {
    /// Further names that are secrets, in lower case.
    private let further: Set<String>

    /// Creates the rules.
    ///
    /// - Parameter further: names that are secrets besides those recognized by their words, whatever their case.
    init(further: some Sequence<String> = []) {
        self.further = Set(further.map { $0.lowercased() })
    }

    /// Whether a header field's value is a secret. The name's case does not matter.
    func isSecret(field name: HTTPField.Name) -> Bool {
        if further.contains(name.canonicalName) { return true }
        let words = Words(name.canonicalName)
        // Part of CORS: true or false.
        guard words.joined != "accesscontrolallowcredential" else { return false }
        return words.denoteSecret || words.last == "key" && !words.endIn(Self.shownKeys, before: "key")
    }

    /// Whether a query item's value is a secret.
    func isSecret(item name: String) -> Bool {
        let name = Self.decoded(name)
        let lowercased = name.lowercased()
        return further.contains(lowercased) || Self.secretItems.contains(lowercased) || Words(name).denoteSecret
    }

    /// Whether the value of a member of a JSON object is a secret. `key` and `code` alone are not: both APIs use them.
    func isSecret(member name: String) -> Bool {
        // The signature of a commit is public.
        let lowercased = name.lowercased()
        if further.contains(lowercased) { return true }
        return lowercased != "signature" && Words(name).denoteSecret
    }

    /// The names of query items that are too general to be secrets elsewhere.
    private static let secretItems: Set<String> = ["code", "key", "pass"]
    /// What stands before `key` in a header field that holds no credential.
    private static let shownKeys = [
        "cache", "idempotency", "partition", "public", "routing", "socket", "sort", "surrogate",
    ]

    /// A name may be encoded more than once on its way.
    private static func decoded(_ name: String) -> String {
        var name = name
        for _ in 0..<3 where name.utf8.contains(UInt8(ascii: "%")) { name = PercentEncoding.decode(name) }
        return name
    }
}

/// The words of a name up to the last that carries a meaning, in lower case and in the singular.
private struct Words {
    private var words: [String] = []

    init(_ name: String) {
        var word = ""
        var isAfterLowercase = false
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isLetter = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            let isUppercase = ("A"..."Z").contains(scalar)
            let beginsWord =
                isUppercase
                && (isAfterLowercase || index + 1 < scalars.count && ("a"..."z").contains(scalars[index + 1]))
            if !isLetter || beginsWord {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isLetter { word += scalar.properties.lowercaseMapping }
            isAfterLowercase = isLetter && !isUppercase
        }
        if !word.isEmpty { words.append(word) }
        trim()
    }

    /// Drops the words and digits at the end that change nothing: `session_id`, `token[0]`, `X-Hub-Signature-256`, `secrets`.
    private mutating func trim() {
        while var last = words.popLast() {
            while let digit = last.unicodeScalars.last, ("0"..."9").contains(digit) { last.unicodeScalars.removeLast() }
            if last.isEmpty || !words.isEmpty && Self.fillers.contains(last) { continue }
            if last.count > 3, last.hasSuffix("s"), !last.hasSuffix("ss") { last.removeLast() }
            return words.append(last)
        }
    }

    var last: String { words.last ?? "" }
    var joined: String { words.joined() }

    /// Whether the name denotes a secret.
    var denoteSecret: Bool {
        let joined = joined
        if Self.markers.contains(where: joined.contains) { return true }
        if Self.secretWords.contains(last) { return true }
        if joined.hasSuffix("token") { return !endIn(Self.shownTokens, before: "token") }
        return Self.secretEnds.contains(where: joined.hasSuffix)
    }

    /// Whether the name without its end ends in one of some words.
    func endIn(_ words: [String], before end: String) -> Bool {
        let start = joined.dropLast(end.count)
        return words.contains(where: start.hasSuffix)
    }

    /// What makes a name a secret's wherever in the name it is.
    private static let markers = ["csrf", "xsrf", "jwt"]

    /// What makes a name a secret's as its last word; too short to be looked for at the end of a word.
    private static let secretWords: Set<String> = [
        "assertion", "auth", "authentication", "bearer", "hmac", "oauth", "otp", "passwd", "pwd", "session", "sid",
        "sig",
        "totp",
    ]

    /// What makes a name a secret's at its end.
    private static let secretEnds =
        [
            "accesskeyid", "authorization", "authorizationrequest", "cookie", "credential", "passcode", "passphrase",
            "password", "samlresponse",
            "secret", "sessid", "sessionid", "signature", "verifier",
        ]
        + ["access", "account", "admin", "api", "app", "application", "auth", "client", "consumer", "encryption"]
        .map { $0 + "key" }
        + ["host", "master", "private", "secret", "service", "session", "shared", "signing", "stream", "subscription"]
        .map { $0 + "key" }
        + ["auth", "authorization", "backup", "device", "login", "recovery", "verification"].map { $0 + "code" }

    /// What stands before `token` where it is a place in a list, and no credential.
    private static let shownTokens = [
        "change", "continuation", "cursor", "delta", "next", "page", "paging", "pagination", "prev", "previous",
        "resumption", "scroll", "skip", "sync",
    ]

    /// Words at the end that say what form a secret has.
    private static let fillers: Set<String> = [
        "base64", "confirmation", "data", "hash", "header", "id", "pem", "raw", "string", "text", "value",
    ]
}
