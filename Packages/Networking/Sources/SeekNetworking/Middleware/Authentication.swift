/// Adds a credential to the requests of one origin, and to no other.
///
/// It stands innermost, so that no other middleware sees the credential.
public struct Authentication: HTTPMiddleware {
    private let credential: Credential
    private let origin: Origin

    /// Makes the middleware for a credential that belongs to an origin.
    public init(_ credential: Credential, for origin: Origin) {
        self.credential = credential
        self.origin = origin
    }

    /// Sends the request on, with the credential where the origin is the credential's.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.origin == origin else { return try await next(request, options) }
        var request = request
        request.headerFields[credential.name] = credential.value
        return try await next(request, options)
    }
}

/// A secret and the header field it travels in. Its value shows in no description.
public struct Credential: Sendable, CustomStringConvertible, CustomReflectable {
    let name: HTTPField.Name
    let value: String

    /// Makes a credential that travels in a header field of this name.
    public init(name: HTTPField.Name, value: String) {
        self.name = name
        self.value = value
    }

    /// A token for `Authorization: Bearer` (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential(name: .authorization, value: "Bearer \(token)")
    }

    /// Tells credentials apart without telling what they are: 64 bits in hexadecimal, equal for equal credentials.
    ///
    /// Caches are partitioned by it. The hash (FNV-1a) is not cryptographic; what protects a key is that 64 bits
    /// cannot hold the entropy of one.
    public var fingerprint: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(name.canonicalName):\(value)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// The field's name, without the value.
    public var description: String { "\(name): \(Redaction.placeholder)" }

    /// Hides the value from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName]) }
}
