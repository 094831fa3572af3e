#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A TCP or Unix socket. It is not closed on deallocation: the caller must call ``close()``.
struct Socket: Sendable, Hashable {
    let descriptor: Int32

    /// Creates a TCP socket (`AF_INET`) or a Unix socket (`AF_UNIX`); nil if the system fails, with the reason in
    /// ``lastError()``.
    private static func make(_ family: Int32) -> Socket? {
        #if canImport(Glibc)
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        let newSocket = Socket(descriptor: descriptor)
        newSocket.closeOnExec()
        return newSocket
    }

    static func connected(to port: UInt16) throws(RawClient.Failure) -> Socket {
        try connected(AF_INET, to: loopbackAddress(port: port), name: "port \(port)")
    }

    static func connected(toPath path: String) throws(RawClient.Failure) -> Socket {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw RawClient.Failure(description: "\(path) is too long for a socket") }
        return try connected(AF_UNIX, to: address, name: path)
    }

    private static func connected<Address>(
        _ family: Int32,
        to address: Address,
        name: String
    ) throws(RawClient.Failure) -> Socket {
        guard let client = make(family) else { throw RawClient.Failure(description: lastError()) }
        guard withAddress(address, { connect(client.descriptor, $0, $1) }) == 0 else {
            let failure = RawClient.Failure(description: "\(name): \(lastError())")
            client.close()
            throw failure
        }
        #if canImport(Darwin)
        client.setOption(SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
        return client
    }

    /// Returns a socket that listens on a port of 127.0.0.1; 0 selects a free port.
    static func listening(on port: UInt16) throws(LoopbackServer.Failure) -> Socket {
        guard let listener = make(AF_INET) else { throw .system(lastError()) }
        listener.setOption(SOL_SOCKET, SO_REUSEADDR, 1)
        let bound = withAddress(loopbackAddress(port: port)) { bind(listener.descriptor, $0, $1) }
        guard bound == 0, listen(listener.descriptor, 512) == 0 else {
            let failure: LoopbackServer.Failure = errno == EADDRINUSE ? .portTaken(port) : .system(lastError())
            listener.close()
            throw failure
        }
        return listener
    }

    /// Calls a system function with an address of any family and its size.
    private static func withAddress<Address>(
        _ address: Address,
        _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }

    var localPort: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next connection of a listening socket and accepts it; nil if the system fails.
    func accept() -> Socket? {
        let accepted = systemAccept(descriptor)
        guard accepted >= 0 else { return nil }
        let connection = Socket(descriptor: accepted)
        connection.closeOnExec()
        connection.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        #if canImport(Darwin)
        connection.setOption(SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
        return connection
    }

    /// Waits until bytes are available, and reads them. Returns their number; 0 if the peer has closed the connection,
    /// -1 if the connection is broken.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count < 0, errno == EINTR else { return count }
        }
    }

    /// Writes all bytes. Returns false if the connection is broken.
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: sent),
                    buffer.count - sent,
                    Self.sendFlags
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Waits until the connection is reset or closed in both directions; returns false if this does not happen within
    /// `limit`.
    ///
    /// On Apple platforms, it also returns true once the client has closed its sending direction, which `poll` reports
    /// as a hang-up there.
    func waitForEnd(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        while true {
            let remaining = max((end - .now) / .milliseconds(1), 0).rounded(.up)
            // XNU reports a hang-up only if it is requested, and returns early if there are unread bytes.
            var entry = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0)
            if poll(&entry, 1, Int32(min(remaining, Double(Int32.max)))) > 0 { return true }
            guard ContinuousClock.now < end else { return false }
            usleep(1_000)
        }
    }

    /// Waits until bytes can be read or the connection has ended; returns false on timeout. -1 means no timeout.
    func waitForBytes(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Shuts down both directions, which wakes up readers and writers. The descriptor remains valid.
    func shutDown() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Closes the sending direction.
    func endWriting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes ``close()`` reset the connection (RST).
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Prevents child programs from inheriting the descriptor.
    func closeOnExec() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    func close() {
        systemClose(descriptor)
    }

    /// The system's description of `errno`.
    static func lastError() -> String {
        String(cString: strerror(errno))
    }

    #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
    #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    private func setOption(_ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func loopbackAddress(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

// Wrappers of system calls, whose names are shadowed by methods of `Socket`.

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
