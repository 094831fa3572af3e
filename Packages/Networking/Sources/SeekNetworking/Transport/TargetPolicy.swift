import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Decides which addresses requests may be sent to. Prevents server-side request forgery (SSRF) in servers that fetch
/// untrusted URLs.
///
/// `CurlTransport` applies it to the resolved address of each connection before anything is sent, so that neither an
/// unusual spelling of a host nor a name that resolves to a private address bypasses it. `URLSessionTransport` applies
/// it only to hosts that are an address, `localhost` or a subdomain of `localhost`, because it does not know the
/// resolved addresses.
///
/// ```swift
/// let transport = CurlTransport { $0.targetPolicy = .publicInternetOnly }
/// ```
public struct TargetPolicy: Sendable {
    /// The target of a connection.
    public struct Target: Sendable, Hashable {
        /// The host of the URL.
        public let host: String
        /// The port.
        public let port: Int
        /// The resolved address.
        public let address: IPAddress

        /// Creates a target.
        public init(host: String, port: Int, address: IPAddress) {
            self.host = host
            self.port = port
            self.address = address
        }
    }

    /// Nil if every target is allowed.
    private let predicate: (@Sendable (Target) -> Bool)?

    /// Allows every target. The default, because apps and command-line tools may use servers of their own network.
    public static let any = TargetPolicy(predicate: nil)

    /// Allows globally reachable addresses only (``IPAddress/isPublic``).
    public static let publicInternetOnly = TargetPolicy { $0.address.isPublic }

    /// Creates a policy.
    ///
    /// - Parameter allows: Returns whether requests may be sent to a target. Called on an arbitrary thread, possibly
    ///   several times for a request; must not block.
    public init(_ allows: @escaping @Sendable (Target) -> Bool) {
        self.init(predicate: allows)
    }

    private init(predicate: (@Sendable (Target) -> Bool)?) {
        self.predicate = predicate
    }

    package var isRestricting: Bool { predicate != nil }

    /// Whether requests may be sent to a target.
    public func allows(_ target: Target) -> Bool { predicate?(target) ?? true }
}

/// An IPv4 or IPv6 address, without a zone.
///
/// ```swift
/// IPAddress("10.0.0.1")?.isPublic     // false
/// ```
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// The bytes in network order: 4 or 16.
    private var bytes: [UInt8]

    /// Parses four decimal numbers (`127.0.0.1`) or an IPv6 address without brackets (`::1`, RFC 4291 §2.2).
    ///
    /// Returns nil for any other string, including the octal, hexadecimal and short forms of IPv4 that some system
    /// libraries accept.
    public init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let isV6 = text.utf8.contains(UInt8(ascii: ":"))
        // A NUL would end the C string.
        guard !text.utf8.contains(0), inet_pton(isV6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.bytes = isV6 ? bytes : Array(bytes[..<4])
    }

    /// Creates an address from 4 or 16 bytes in network order.
    package init?(bytes: some Collection<UInt8>) {
        guard [4, 16].contains(bytes.count) else { return nil }
        self.bytes = Array(bytes)
    }

    /// Whether the address is globally reachable.
    ///
    /// False for every range that IANA lists as not globally reachable (RFC 6890 and its registries): unspecified,
    /// loopback, private, shared by carrier-grade NAT, link-local, unique local, documentation, benchmarking,
    /// multicast, reserved and broadcast; also for IPv4-mapped addresses, 6to4 and Teredo. For NAT64 (`64:ff9b::/96`)
    /// the embedded IPv4 address decides.
    public var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.specialV4.contains { $0.contains(bytes) } }
        if Block("64:ff9b::", 96).contains(bytes) {
            return !Self.specialV4.contains { $0.contains(Array(bytes[12...])) }
        }
        return Block("2000::", 3).contains(bytes) && !Self.specialV6.contains { $0.contains(bytes) }
    }

    /// Returns the first address of the network with a prefix of `prefixLength` bits that contains the address:
    /// `2001:db8::` for `2001:db8::1` and 64.
    public func network(prefixLength: Int) -> IPAddress {
        var network = self
        for index in bytes.indices {
            let count = max(0, min(8, prefixLength - index * 8))
            network.bytes[index] &= UInt8(truncatingIfNeeded: 0xFF00 >> count)
        }
        return network
    }

    /// Whether the address is this machine: `127.0.0.0/8` or `::1`.
    var isLoopback: Bool { Block("127.0.0.0", 8).contains(bytes) || Block("::1", 128).contains(bytes) }

    /// The address as text: `127.0.0.1`, `2001:db8::1` (RFC 5952).
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
            return ""
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A block of addresses: those whose first `length` bits are those of `prefix`.
    private struct Block {
        let prefix: [UInt8]
        let length: Int

        init(_ text: String, _ length: Int) {
            prefix = IPAddress(text)?.bytes ?? []
            self.length = length
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            guard bytes.count == prefix.count, bytes.prefix(length / 8) == prefix.prefix(length / 8) else {
                return false
            }
            let remainingBits = length % 8
            return remainingBits == 0 || (bytes[length / 8] ^ prefix[length / 8]) >> UInt8(8 - remainingBits) == 0
        }
    }

    /// IANA's special-purpose IPv4 addresses, multicast (RFC 5771), and 6to4 relays (RFC 7526).
    private static let specialV4 = [
        Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8),
        Block("169.254.0.0", 16),
        Block("172.16.0.0", 12), Block("192.0.0.0", 24), Block("192.0.2.0", 24), Block("192.88.99.0", 24),
        Block("192.168.0.0", 16), Block("198.18.0.0", 15), Block("198.51.100.0", 24), Block("203.0.113.0", 24),
        Block("224.0.0.0", 4), Block("240.0.0.0", 4),
    ]

    /// Special ranges within the assigned unicast addresses (`2000::/3`): protocol assignments and Teredo,
    /// documentation, 6to4.
    private static let specialV6 = [
        Block("2001::", 23), Block("2001:db8::", 32), Block("2002::", 16), Block("3fff::", 20),
    ]
}

/// Tracks whether a request and its redirects were sent to public addresses.
///
/// Prevents a public server from redirecting to the local machine or network, whatever host name the redirect contains.
/// ``RedirectMiddleware`` creates a trail for each request, unless its policy allows private targets. A transport that
/// knows the addresses it connects to records them, and connects only to addresses that the trail admits.
package final class RedirectTrail: Sendable {
    @TaskLocal package static var current: RedirectTrail?

    private struct State {
        /// The origin of the current hop. Requests that middleware sends to other origins meanwhile are not part of
        /// the trail.
        var origin: Origin?
        var isAddressPublic: Bool?
        var hasReachedPublicAddress = false
        var lastAddressWasRefused = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the current trail if the request belongs to its current hop, otherwise nil.
    package static func of(_ request: HTTPRequest) -> RedirectTrail? {
        guard let current, current.state.withLock({ $0.origin }) == request.origin else { return nil }
        return current
    }

    /// Begins a hop: the first request or a redirect.
    package func begin(_ request: HTTPRequest) {
        state.withLock {
            $0.origin = request.origin
            $0.isAddressPublic = nil
        }
    }

    /// Returns whether the hop may connect to an address: any until a public one was reached, then only public ones.
    package func admits(_ address: IPAddress) -> Bool {
        state.withLock {
            let isAdmitted = !$0.hasReachedPublicAddress || address.isPublic
            $0.lastAddressWasRefused = !isAdmitted
            return isAdmitted
        }
    }

    package var lastAddressWasRefused: Bool { state.withLock(\.lastAddressWasRefused) }

    package func record(_ address: IPAddress) {
        state.withLock {
            $0.isAddressPublic = address.isPublic
            $0.hasReachedPublicAddress = $0.hasReachedPublicAddress || address.isPublic
        }
    }

    /// Whether the hop was sent to a public address; nil if the transport has not recorded the address.
    package var isAddressPublic: Bool? { state.withLock(\.isAddressPublic) }
}
