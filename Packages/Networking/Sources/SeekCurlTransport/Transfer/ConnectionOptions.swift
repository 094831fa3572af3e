#if os(Linux)
import CLibcurl
import SeekBasics
import SeekNetworking

/// Sets the options of libcurl that a connection configuration requires.
struct ConnectionOptions {
    private let connection: CheckedConnectionConfiguration
    private let usesSystemProxy: Bool
    /// Whether a connection's address may be a proxy's and not the target's.
    let mayUseProxy: Bool

    init(_ connection: CheckedConnectionConfiguration, targetPolicy: TargetPolicy) {
        self.connection = connection
        // A proxy hides the address of the target, to which the policy applies.
        usesSystemProxy = connection.proxy == .system && !targetPolicy.isRestricting
        mayUseProxy =
            switch connection.proxy {
            case .system: usesSystemProxy && CurlTransport.Configuration.environmentNamesProxy
            case .direct: false
            case .server: true
            }
    }

    /// Sets the options for a request to an origin. The request must not be sent if one of them cannot be set.
    func apply(for origin: Origin?, to easy: EasyHandle) throws(CurlFailure) {
        try applyProxy(to: easy)
        switch connection.trust {
        case .certificates(let certificates):
            try check(
                certificates.withUnsafeBytes {
                    seek_curl_set_trusted_certificates(easy.pointer, $0.baseAddress, $0.count)
                }
            )
            // The certificates replace libcurl's default file, but not its default folder.
            try check(easy.set(CURLOPT_CAPATH, pointer: nil))
        case .files(let file, let folder):
            if let file { try check(easy.set(CURLOPT_CAINFO, file)) }
            if let folder { try check(easy.set(CURLOPT_CAPATH, folder)) }
        }
        if let pins = connection.pins(for: origin) {
            let keys = pins.map { PublicKeyPin.prefix + $0 }.joined(separator: ";")
            try check(easy.set(CURLOPT_PINNEDPUBLICKEY, keys))
        }
        if let identity = connection.identity(for: origin) {
            try check(
                identity.pkcs12.withUnsafeBytes {
                    seek_curl_set_client_identity(easy.pointer, $0.baseAddress, $0.count, identity.password)
                }
            )
        }
    }

    private func applyProxy(to easy: EasyHandle) throws(CurlFailure) {
        guard case .server(let server) = connection.proxy else {
            // An empty string overrides the environment variables.
            if !usesSystemProxy { try check(easy.set(CURLOPT_PROXY, "")) }
            return
        }
        try check(easy.set(CURLOPT_PROXY, "http://\(server.host):\(server.port)"))
        try check(easy.set(CURLOPT_NOPROXY, ""))
        guard let username = server.username else { return }
        try check(easy.set(CURLOPT_PROXYUSERNAME, username))
        try check(easy.set(CURLOPT_PROXYPASSWORD, server.password))
    }
}

/// Checks the addresses that libcurl connects to against a target policy and the trail of a redirect.
struct TargetCheck {
    private let policy: TargetPolicy
    private let trail: RedirectTrail?
    private let origin: Origin?
    private var rejected: IPAddress?
    private var hasAllowedAddress = false

    init(policy: TargetPolicy, trail: RedirectTrail?, origin: Origin?) {
        self.policy = policy
        self.trail = trail
        self.origin = origin
    }

    /// Why the request was not sent; nil unless its addresses prevented it.
    var rejection: RequestRejection? {
        guard let rejected, !hasAllowedAddress else { return nil }
        return .addressNotAllowed(host: origin?.host ?? "", address: rejected)
    }

    private var isRestricting: Bool { policy.isRestricting || trail != nil }

    /// Returns whether a connection may be opened. A host may have several addresses, only some of them allowed.
    mutating func allowsConnection(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard isRestricting else { return true }
        let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { buffer in
            guard let base = buffer.baseAddress else { return [UInt8]() }
            return Array(buffer[..<Int(seek_curl_address_bytes(address, base))])
        }
        guard let address = IPAddress(bytes: bytes) else { return false }
        let isAllowed = allows(address)
        hasAllowedAddress = hasAllowedAddress || isAllowed
        if !isAllowed { rejected = address }
        return isAllowed
    }

    /// Returns whether the request may be sent over a connection, new or reused. If so, records the address in the
    /// trail.
    mutating func allowsRequest(to address: UnsafePointer<CChar>?) -> Bool {
        guard isRestricting else { return true }
        let text = address.map { String(cString: $0) } ?? ""
        // A link-local IPv6 address may have a zone: `fe80::1%eth0`.
        guard let address = IPAddress(String(text.prefix { $0 != "%" })) else { return false }
        guard allows(address) else {
            rejected = address
            // This address is the reason for the rejection, even if another one was allowed before.
            hasAllowedAddress = false
            return false
        }
        trail?.record(address)
        return true
    }

    private func allows(_ address: IPAddress) -> Bool {
        let target = TargetPolicy.Target(host: origin?.host ?? "", port: origin?.port ?? 0, address: address)
        return policy.allows(target) && trail?.admits(address) ?? true
    }
}
#endif
