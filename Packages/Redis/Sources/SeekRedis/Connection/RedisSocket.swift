#if os(Linux)
import CHiredis

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open, authenticated connection, whose reads and writes block the thread. Deallocation closes it.
///
/// `@unchecked Sendable` because one thread uses it, the thread of its owner. Only ``writeWithoutBlocking(_:)`` and
/// ``shutDown()`` may be called by other threads; the system orders them.
final class RedisSocket: @unchecked Sendable {
    /// The server's clock when the connection was opened.
    private(set) var clock = ServerClock(milliseconds: 0, readAt: .now)
    private let context: UnsafeMutablePointer<redisContext>
    /// Large enough to receive an entry of 35 KB in one read. Not larger, because hiredis moves the bytes that follow a
    /// reply to the start of its own buffer.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private let parser: ReplyParser
    /// The time after which a blocked read or write of the system returns, in milliseconds.
    private var systemTimeout = 0

    /// Connects, authenticates and selects the database. The time to resolve the host is limited by the system only.
    init(_ configuration: RedisConnection.Configuration) throws(RedisError) {
        let (address, timeout) = (configuration.address, configuration.timeout)
        parser = try ReplyParser(maximumReplySize: configuration.maximumReplySize)
        let limit = timeval(milliseconds: Self.milliseconds(max(timeout, configuration.connectionTimeout)))
        let opened =
            switch address.endpoint {
            case .host(let host, let port): redisConnectWithTimeout(host, Int32(port), limit)
            case .unixSocket(let path): redisConnectUnixWithTimeout(path, limit)
            }
        guard let opened else { throw .outOfResources("out of memory") }
        context = opened
        guard context.pointee.err == 0 else { throw connectionFailure }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var commands = [["TIME"]]
        if address.database != 0 { commands.insert(["SELECT", "\(address.database)"], at: 0) }
        if let authentication = address.authentication { commands.insert(authentication, at: 0) }
        var reply = RedisValue.null
        for command in commands { reply = try execute(command, until: .now + timeout) }
        guard let clock = ServerClock(reply, readAt: .now) else { throw .unexpectedReply }
        self.clock = clock
    }

    deinit {
        redisFree(context)
        buffer.deallocate()
    }

    /// Whether the server has neither closed the connection nor sent anything that was not read.
    var isIdle: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(RedisError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try limitBlocking(until: deadline)
            let count = transmit(rest, flags: 0)
            if count > 0 { rest = rest.dropFirst(count) } else { try checkError() }
        }
    }

    /// Writes all bytes unless the socket is full, and returns whether it has.
    func writeWithoutBlocking(_ bytes: [UInt8]) -> Bool { transmit(bytes[...], flags: MSG_DONTWAIT) == bytes.count }

    /// Waits until there is a reply, and returns all that have arrived, so that the tasks that wait for them continue
    /// while further ones are read.
    func read(until deadline: ContinuousClock.Instant) throws(RedisError) -> (replies: [RedisValue], byteCount: Int) {
        var total = 0
        while true {
            try limitBlocking(until: deadline)
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count != 0 else { throw .unavailable(Self.closed) }
            guard count > 0 else {
                try checkError()
                continue
            }
            total += count
            let replies = try parser.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            if !replies.isEmpty { return (replies, total) }
        }
    }

    /// Ends the connection. A blocked read fails.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a command of the handshake, and waits for its reply.
    private func execute(_ arguments: [String], until deadline: ContinuousClock.Instant) throws(RedisError)
        -> RedisValue
    {
        let reply: RedisValue?
        do throws(RedisError) {
            try write(RedisCommand(arguments.map { .text($0) }).bytes, until: deadline)
            reply = try read(until: deadline).replies.first
        } catch {
            throw error == .unexpectedReply ? .notRedis : error
        }
        if case .error(let code, let message) = reply { throw .rejected(code: code, message: message) }
        return reply ?? .null
    }

    // MARK: The system

    private static let closed = "the server closed the connection"

    private var descriptor: Int32 { context.pointee.fd }

    private func transmit(_ bytes: ArraySlice<UInt8>, flags: Int) -> Int {
        bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(flags)) }
    }

    /// Lets the next read or write return at the deadline at the latest. Throws ``RedisError/timedOut`` if it has passed.
    private func limitBlocking(until deadline: ContinuousClock.Instant) throws(RedisError) {
        let milliseconds = Self.milliseconds(deadline - .now)
        guard milliseconds > 0 else { throw .timedOut }
        guard milliseconds != systemTimeout else { return }
        systemTimeout = milliseconds
        redisSetTimeout(context, timeval(milliseconds: milliseconds))
    }

    /// Throws an error unless the system call was interrupted or its time limit has passed.
    private func checkError() throws(RedisError) {
        guard [EAGAIN, EINTR].contains(errno) else { throw .unavailable(Self.closed) }
    }

    /// The error of a connection that cannot be opened.
    private var connectionFailure: RedisError {
        let text = withUnsafeBytes(of: &context.pointee.errstr) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        return context.pointee.err == REDIS_ERR_OOM ? .outOfResources(text) : .unavailable(text)
    }

    /// Returns a duration in milliseconds, rounded up and at most an hour.
    private static func milliseconds(_ duration: Duration) -> Int {
        Int(min(max(0, (duration / .milliseconds(1)).rounded(.up)), 3_600_000))
    }
}

extension timeval {
    fileprivate init(milliseconds: Int) {
        self.init(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
    }
}
#endif
