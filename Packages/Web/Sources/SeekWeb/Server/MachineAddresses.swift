#if os(Linux)
import CMicrohttpd

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The addresses at which other machines reach this one.
enum MachineAddresses {
    /// Returns the addresses at which a server can be reached that listens on an address: those of the network
    /// interfaces for `0.0.0.0` and `::`, which are not addresses of a machine, and otherwise the address itself.
    static func reachable(listeningOn address: String) -> [String] {
        guard address == "0.0.0.0" || address == "::" else { return [address] }
        // A socket for `::` accepts IPv4 as well.
        let all = interfaceAddresses().filter { address == "::" || !$0.contains(":") }
        return all.isEmpty ? [address == "::" ? "::1" : "127.0.0.1"] : all
    }

    /// The addresses of all interfaces that are up, without loopback and link-local ones.
    private static func interfaceAddresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int(interface.ifa_flags)
            let (isUp, isLoopback) = (flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) != 0)
            guard isUp, !isLoopback, let socketAddress = interface.ifa_addr,
                let address = numeric(socketAddress), !address.contains("%"), !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }

    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
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
