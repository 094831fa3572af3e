#if os(Linux)
import CLibcurl
import SeekNetworking

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
