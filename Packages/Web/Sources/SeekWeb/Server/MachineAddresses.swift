#if os(Linux)
import CMicrohttpd

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The addresses at which this machine can be reached.
enum MachineAddresses {
    /// Returns the addresses at which a server that listens on an address can be reached: the address itself, or for
    /// `0.0.0.0` and `::` (all addresses) the loopback address and those of the network interfaces.
    static func reachable(listeningOn address: String, interfaces: [String] = interfaceAddresses()) -> [String] {
        guard address == "0.0.0.0" || address == "::" else { return [address] }
        // A socket for `::` accepts IPv4 as well.
        let hasIPv6 = address == "::"
        let loopback = hasIPv6 ? "::1" : "127.0.0.1"
        return [loopback] + interfaces.filter { $0 != loopback && (hasIPv6 || !$0.contains(":")) }
    }

    /// Returns the addresses of all interfaces that are up, without the link-local ones of IPv6.
    private static func interfaceAddresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard Int(interface.ifa_flags) & Int(IFF_UP) != 0, let socketAddress = interface.ifa_addr,
                let address = numeric(socketAddress), !address.contains("%"), !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }

    /// Returns a socket address as text without a port; nil if it is not an IP address.
    static func numeric(_ address: UnsafePointer<sockaddr>) -> String? {
        let size: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        return status == 0
            ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
#endif
