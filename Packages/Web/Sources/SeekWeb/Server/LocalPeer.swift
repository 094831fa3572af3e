#if os(Linux)
import CMicrohttpd
import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
#endif
