#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
