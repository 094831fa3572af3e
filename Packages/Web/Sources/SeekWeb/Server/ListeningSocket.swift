#if os(Linux)
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
#endif
