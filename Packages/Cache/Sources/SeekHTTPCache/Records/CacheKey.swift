import SeekBasics
@_spi(Seek) import SeekNetworking

/// Identifies a record in a store: the partition, the credentials of the request, and the URL. Contains no secret.
struct CacheKey: Hashable {
    /// What distinguishes requests besides their URLs.
    struct Rules: Sendable {
        /// The identity of the user.
        let partition: String
        /// Request fields that identify a user besides those that ``Redaction`` regards as secrets.
        let credentialFields: Set<HTTPField.Name>

        /// Creates the rules. A partition that contains a control character, such as a line break, or a character
        /// outside ASCII is replaced by its fingerprint: strings are equal if they are canonically equivalent, and two
        /// users would share a partition.
        init(partition: String, credentialFields: Set<HTTPField.Name> = []) {
            let isPrintableASCII = partition.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
            self.partition = isPrintableASCII ? partition : SHA256.fingerprint(of: [partition])
            self.credentialFields = credentialFields
        }
    }

    /// The key in the store, in four lines: the format version, the partition, the fingerprint of the request's
    /// credentials (empty without credentials) and the URL.
    let text: String

    private static let formatVersion = "http5"

    init(_ request: HTTPRequest, _ rules: Rules) {
        let credentials = Self.credentials(of: request, rules) ?? ""
        let url = Self.withoutSecrets(Self.normalizedURL(of: request))
        text = "\(Self.formatVersion)\n\(rules.partition)\n\(credentials)\n\(url)"
    }

    /// Creates the key with a text; nil if the text has another format.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.formatVersion, !lines[3].isEmpty else { return nil }
        self.text = text
    }

    /// The URL, with fingerprints in place of secret values.
    var url: Substring { text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)[3] }

    static func == (left: CacheKey, right: CacheKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    // MARK: Credentials

    private static func credentials(of request: HTTPRequest, _ rules: Rules) -> String? {
        let fields = request.headerFields.filter {
            secretFields.contains($0.name) || rules.credentialFields.contains($0.name)
        }
        guard !fields.isEmpty else { return nil }
        // Sorted by name; the order of fields with the same name is significant.
        let sortedFields = fields.enumerated().sorted {
            ($0.element.name.canonicalName, $0.offset) < ($1.element.name.canonicalName, $1.offset)
        }
        return SHA256.fingerprint(of: sortedFields.flatMap { [$0.element.name.canonicalName, $0.element.value] })
    }

    private static let secretFields = SecretNameCache<HTTPField.Name>(Redaction.isSecret)
    private static let secretItems = SecretNameCache<String> { Redaction.isSecret(queryItem: $0) }

    /// Caches which names denote secrets, because every cache lookup checks the same few names.
    private final class SecretNameCache<Name: Hashable & Sendable>: Sendable {
        private let isSecret: @Sendable (Name) -> Bool
        private let results = Mutex<[Name: Bool]>([:])

        init(_ isSecret: @escaping @Sendable (Name) -> Bool) { self.isSecret = isSecret }

        func contains(_ name: Name) -> Bool {
            results.withLock { results in
                if let result = results[name] { return result }
                // Bounds the memory if a server or a user chooses the names.
                if results.count >= 256 { results = [:] }
                let isSecret = isSecret(name)
                results[name] = isSecret
                return isSecret
            }
        }
    }

    // MARK: URLs

    /// Returns a URL in which each secret value of the query and of path parameters is replaced by a fingerprint.
    private static func withoutSecrets(_ url: String) -> String {
        guard url.utf8.contains(UInt8(ascii: "=")) else { return url }
        var result = ""
        // The part of the URL before this index is in the result.
        var copiedEnd = url.startIndex
        var start = url.startIndex
        while start < url.endIndex {
            let end = url.utf8[start...].firstIndex { isSeparator($0) } ?? url.endIndex
            if let item = withoutSecret(url[start..<end]) {
                result += url[copiedEnd..<start] + item
                copiedEnd = end
            }
            start = end < url.endIndex ? url.utf8.index(after: end) : end
        }
        return copiedEnd == url.startIndex ? url : result + url[copiedEnd...]
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"): true
        default: false
        }
    }

    /// Returns a query item or path parameter with a fingerprint in place of its value; nil if the value neither is nor
    /// contains a secret.
    private static func withoutSecret(_ item: Substring) -> String? {
        guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = String(item[..<equals])
        let value = item[item.utf8.index(after: equals)...]
        // The value may itself be a URL or a form that contains a secret.
        let isNested =
            value.utf8.contains(UInt8(ascii: "="))
            || value.utf8.contains(UInt8(ascii: "%")) && (value.contains("%3D") || value.contains("%3d"))
        guard
            secretItems.contains(name)
                || isNested && Redaction.redacted(query: String(item)) != item
        else { return nil }
        return "\(name)=\(SHA256.fingerprint(of: [name, String(value)]))"
    }

    /// Returns the URL without its fragment and with a normalized origin (RFC 9110 §4.2.3).
    private static func normalizedURL(of request: HTTPRequest) -> String {
        let text = request.url.absoluteString
        let withoutFragment = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let origin = request.origin else { return String(Substring(withoutFragment)) }
        // After `scheme://`, the authority extends to the path or the query.
        let afterScheme = withoutFragment.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        let pathAndQuery = afterScheme.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let port = origin.port == (origin.scheme == "https" ? 443 : 80) ? "" : ":\(origin.port)"
        let slash = pathAndQuery.first == UInt8(ascii: "/") ? "" : "/"
        return "\(origin.scheme)://\(origin.host)\(port)\(slash)\(Substring(pathAndQuery))"
    }
}

extension CacheKey {
    /// Returns a fingerprint of the request fields that select a variant, given the sorted names in `Vary`.
    static func variantFingerprint(varyNames names: [String], request: HTTPRequest) -> String {
        let values = names.flatMap { name -> [String] in
            let values = HTTPField.Name(name).map { request.headerFields[values: $0] } ?? []
            // A missing field differs from an empty one.
            return [name, values.isEmpty ? "" : "=" + normalized(values.joined(separator: ","), of: name)]
        }
        return SHA256.fingerprint(of: values)
    }

    /// Returns a normalized value (RFC 9111 §4.1): without white space around commas. Lists of languages, codings and
    /// character sets are also sorted and converted to lower case.
    private static func normalized(_ value: String, of name: String) -> String {
        let elements = HTTPFieldLimits.allows(value) ? FieldList.elements(of: value) : [value]
        guard ["accept-language", "accept-encoding", "accept-charset"].contains(name) else {
            return elements.joined(separator: ",")
        }
        return elements.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.sorted().joined(separator: ",")
    }
}
