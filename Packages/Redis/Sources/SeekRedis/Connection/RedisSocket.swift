#if os(Linux)
import CHiredis

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open, authenticated connection. Deallocation closes it.
///
/// `@unchecked Sendable` because ``write(_:)`` is called only while the lock of ``RedisLoop`` is held, and ``read()``
/// only by the thread of the loop. The two use different members of hiredis's context.
final class RedisSocket: @unchecked Sendable {
    /// The server's clock when the connection was opened.
    private(set) var clock = ServerClock(milliseconds: 0, readAt: .now)
    private let context: UnsafeMutablePointer<redisContext>
    /// Large enough to receive an entry of 35 KB in one read. Not larger, because hiredis moves the bytes that follow a
    /// reply to the start of its own buffer.
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private let parser: ReplyParser

    /// The maximum number of bytes that ``read()`` receives, so that the loop can enforce timeouts.
    private static let maximumReadSize = 1 << 20

    /// Connects, authenticates and selects the database. Blocks the thread: for each reply at most for the timeout, and
    /// for the connection at most for the timeout or a second, whichever is longer.
    init(_ address: RedisAddress, timeout: Duration, maximumReplySize: Int) throws(RedisError) {
        parser = try ReplyParser(maximumReplySize: maximumReplySize)
        let limit = timeval(max(timeout, .seconds(1)))
        let opened =
            switch address.endpoint {
            case .host(let host, let port): redisConnectWithTimeout(host, Int32(port), limit)
            case .unixSocket(let path): redisConnectUnixWithTimeout(path, limit)
            }
        guard let opened else { throw .outOfResources("out of memory") }
        context = opened
        guard context.pointee.err == 0 else { throw failure }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var commands = [["TIME"]]
        if address.database != 0 { commands.insert(["SELECT", "\(address.database)"], at: 0) }
        if let authentication = address.authentication { commands.insert(authentication, at: 0) }
        var reply = RedisValue.null
        for command in commands { reply = try execute(command, timeout: timeout) }
        guard let clock = ServerClock(reply, readAt: .now) else { throw .unexpectedReply }
        self.clock = clock
    }

    deinit {
        redisFree(context)
        buffer.deallocate()
    }

    var descriptor: Int32 { context.pointee.fd }

    /// Writes as many bytes as the socket accepts, without blocking, and returns their number. The next ``read()``
    /// reports a failure.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { max(0, send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))) }
    }

    /// Reads and parses what has arrived, at most a megabyte, without blocking. Returns once there is a reply, so that
    /// the task that waits for the reply continues while further replies are read; returns no replies if none is
    /// complete.
    func read() throws(RedisError) -> (replies: [RedisValue], byteCount: Int) {
        var (replies, total) = ([RedisValue](), 0)
        while replies.isEmpty, total < Self.maximumReadSize {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { break }
            guard count > 0 else { throw .unavailable("the server closed the connection") }
            total += count
            replies = try parser.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        return (replies, total)
    }

    /// Sends a command of the handshake, and waits for its reply.
    private func execute(_ arguments: [String], timeout: Duration) throws(RedisError) -> RedisValue {
        let deadline = ContinuousClock.now + timeout
        var output = RedisCommand(arguments.map { .text($0) }).bytes[...]
        while true {
            if !output.isEmpty { output = output.dropFirst(write(output)) }
            let replies: [RedisValue]
            do throws(RedisError) {
                replies = try read().replies
            } catch {
                throw error == .unexpectedReply ? .notRedis : error
            }
            if case .error(let code, let message) = replies.first { throw .rejected(code: code, message: message) }
            if let reply = replies.first { return reply }
            guard ContinuousClock.now < deadline else { throw .timedOut }
            Waker.waitForSocket(descriptor, writes: !output.isEmpty, until: deadline)
        }
    }

    /// The error of a connection that cannot be opened.
    private var failure: RedisError {
        context.pointee.err == REDIS_ERR_OOM ? .outOfResources(errorText) : .unavailable(errorText)
    }

    private var errorText: String {
        withUnsafeBytes(of: &context.pointee.errstr) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension timeval {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(clamping: seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
#endif
