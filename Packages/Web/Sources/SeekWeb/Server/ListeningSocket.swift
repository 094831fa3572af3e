#if os(Linux)
import CMicrohttpd
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A TCP socket that listens on an address of this machine.
struct ListeningSocket {
    /// The descriptor, which the caller must close.
    let descriptor: Int32
    let port: UInt16

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - address: A numeric address, such as `127.0.0.1` or `::1`.
    ///   - port: The port; 0 for a free one.
    init(address: String, port: UInt16) throws(ServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "\(port)", &hints, &list) == 0, let addressInfo = list?.pointee else {
            throw .invalidAddress(address)
        }
        defer { freeaddrinfo(list) }
        let type = addressInfo.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(addressInfo.ai_family, type, addressInfo.ai_protocol)
        guard descriptor >= 0 else { throw .system(errno) }
        // Without this option, a restarted server could not use the port for some time.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, addressInfo.ai_addr, addressInfo.ai_addrlen) == 0, listen(descriptor, 1_024) == 0 else {
            let code = errno
            close(descriptor)
            switch code {
            case EADDRINUSE: throw .portInUse(port, free: Self.freePort(after: port, on: address))
            case EACCES: throw .portNotPermitted(port)
            case EADDRNOTAVAIL: throw .invalidAddress(address)
            default: throw .system(code)
            }
        }
        self.descriptor = descriptor
        self.port = Self.port(of: descriptor) ?? port
    }

    /// Returns the next port that is free, searching to the end of the block of 64 ports; nil if there is none. Another
    /// program may use it a moment later.
    private static func freePort(after port: UInt16, on address: String) -> UInt16? {
        // The initializer calls this method again if the next port is in use, so the block limits the recursion.
        guard port < .max, port % 64 != 63 else { return nil }
        do throws(ServerError) {
            let socket = try ListeningSocket(address: address, port: port + 1)
            close(socket.descriptor)
            return socket.port
        } catch {
            if case .portInUse(_, let free) = error { return free }
            return nil
        }
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress,
                getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return nil }
            // For IPv4 and IPv6, the port follows the address family, in network byte order.
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}

/// A reason why the server cannot start.
enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program listens on the port. `free` is the next port that is free; nil if none was found.
    case portInUse(UInt16, free: UInt16?)
    /// The port requires a privilege.
    case portNotPermitted(UInt16)
    /// The address is not a numeric address of this machine.
    case invalidAddress(String)
    /// Another error of the system, by its number.
    case system(Int32)

    /// One line: the problem and, except for ``system(_:)``, what to do.
    var description: String {
        switch self {
        case .portInUse(let port, let free?): "port \(port) is in use; port \(free) is free: pass --port \(free)"
        case .portInUse(let port, nil): "port \(port) is in use; pass --port 0 for any free one"
        case .portNotPermitted(let port): "port \(port) requires root; pass --port with a number of 1024 or more"
        case .invalidAddress(let address):
            "'\(address)' is not an address of this machine; pass one such as 127.0.0.1 or 0.0.0.0"
        case .system(let code): "the server cannot start: \(String(cString: strerror(code)))"
        }
    }
}

/// The user at the other end of a connection within this machine.
enum LocalPeer {
    /// Returns the user ID of the process that has opened a connection; nil if the process is on another machine or has
    /// closed its socket. The process keeps the user ID that it had when it created the socket (`proc_net_tcp`(5)).
    ///
    /// - Parameter socket: The server's end of the connection.
    static func userID(of socket: Int32) -> UInt32? {
        // Foundation would read only the first page of the table.
        guard let server = endpoint(of: socket, getsockname), let client = endpoint(of: socket, getpeername),
            let table = try? PrivateFile(server.count > 13 ? "/proc/net/tcp6" : "/proc/net/tcp").read()
        else { return nil }
        return userID(in: String(decoding: table.bytes, as: UTF8.self), from: client, to: server)
    }

    /// Returns the user ID of the socket between two endpoints in the kernel's table of TCP sockets.
    static func userID(in table: String, from client: String, to server: String) -> UInt32? {
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            // After the number: local and remote endpoint, state, queues, timer, retransmissions, user ID, timeout,
            // inode. A socket that its process has closed has no inode, and seems to belong to root.
            guard fields.count > 9, fields[1] == client, fields[2] == server else { continue }
            return fields[9] == "0" ? nil : UInt32(fields[7])
        }
        return nil
    }

    /// Returns an endpoint in the notation of the table: `0100007F:222E` for 127.0.0.1 and port 8750 on a machine with
    /// little-endian numbers.
    private static func endpoint(
        of socket: Int32,
        _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> String? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress, name(socket, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return nil }
            // The port follows the family, in network byte order. The address is at offset 4, in IPv6 at offset 8.
            let isIPv6 = Int32(bytes.load(as: sa_family_t.self)) == AF_INET6
            let words = (0..<(isIPv6 ? 4 : 1)).map { index in
                hexadecimal(bytes.load(fromByteOffset: (isIPv6 ? 8 : 4) + 4 * index, as: UInt32.self), digits: 8)
            }
            let port = UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
            return "\(words.joined()):\(hexadecimal(UInt32(port), digits: 4))"
        }
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

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
