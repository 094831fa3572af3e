import SeekBasics
@_spi(Seek) import SeekNetworking

/// Which responses a shared store may contain, and how they are authenticated.
///
/// Each client that can read the store can read its entries, so only a response that was requested with the configured
/// credential, or that is public, is stored. Each entry ends with an HMAC whose key is derived from the credential: a
/// client that can write to the store can remove an entry or restore an earlier one, but not forge a response.
struct SharedCacheProtection: Sendable {
    private let origin: Origin
    private let key: [UInt8]

    private static let tagSize = 32

    /// - Parameters:
    ///   - credential: The credential that is added to requests to the origin.
    ///   - origin: The origin of the credential.
    init(credential: Credential, origin: Origin) {
        self.origin = origin
        key = SHA256.hmac(of: "seek shared responses 1".utf8, key: credential.value.utf8)
    }

    /// Whether a response may be stored. To a request without the configured credential, it must be marked as public
    /// and set no cookie: the server may distinguish users by their address or a client certificate.
    func allows(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        let hasOwnSecret = request.headerFields.contains { Redaction.isSecret($0.name) }
        if request.origin == origin, !hasOwnSecret { return true }
        let control = CacheControl(response.headerFields)
        return control.isPublic && !control.isPrivate && response.headerFields[.setCookie] == nil
    }

    /// Returns the bytes of an entry, followed by their authentication.
    func sealed(_ bytes: Data, for name: String) -> Data { bytes + tag(of: bytes, for: name) }

    /// Returns the bytes of an entry; nil if the entry was not stored under this key with the same credential, or was
    /// changed.
    func opened(_ sealed: Data, for name: String) -> Data? {
        guard sealed.count >= Self.tagSize else { return nil }
        let bytes = sealed.dropLast(Self.tagSize)
        // In constant time, so that the correct tag cannot be guessed byte by byte.
        let difference = zip(sealed.suffix(Self.tagSize), tag(of: bytes, for: name)).reduce(0) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? bytes : nil
    }

    private func tag(of bytes: Data, for name: String) -> [UInt8] {
        // The length separates the key of the entry from its bytes.
        SHA256.hmac(of: Array("\(name.utf8.count)\n\(name)".utf8) + bytes, key: key)
    }
}
