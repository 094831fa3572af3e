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

    /// Connects, authenticates and selects the database. Blocks the thread: for each reply at most for the timeout, and
    /// for the connection at most for the timeout or a second, whichever is longer.
    init(_ address: RedisAddress, timeout: Duration) throws(RedisError) {
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
        redisSetTimeout(context, timeval(timeout))
        var commands = [["TIME"]]
        if address.database != 0 { commands.insert(["SELECT", "\(address.database)"], at: 0) }
        if let authentication = address.authentication { commands.insert(authentication, at: 0) }
        var reply = RedisValue.null
        for command in commands { reply = try execute(command) }
        guard let time = reply.array, time.count == 2, let seconds = time[0].integer,
            let microseconds = time[1].integer
        else { throw .unexpectedReply }
        clock = ServerClock(milliseconds: seconds * 1_000 + microseconds / 1_000, readAt: .now)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // The size in bytes up to which the parser retains its buffer between replies.
        context.pointee.reader.pointee.maxbuf = 256 << 10
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

    /// Reads and parses what has arrived, without blocking. Returns once there is a reply, so that the task that waits
    /// for the reply continues while further replies are read; returns no replies if none is complete.
    func read() throws(RedisError) -> (replies: [RedisValue], byteCount: Int) {
        var (replies, total) = ([RedisValue](), 0)
        while replies.isEmpty {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { break }
            guard count > 0 else { throw .unavailable("the server closed the connection") }
            total += count
            replies = try parse(count)
        }
        return (replies, total)
    }

    private func parse(_ count: Int) throws(RedisError) -> [RedisValue] {
        let reader = context.pointee.reader
        guard redisReaderFeed(reader, buffer.baseAddress, count) == REDIS_OK else {
            throw .outOfResources("out of memory")
        }
        var replies: [RedisValue] = []
        while true {
            var reply: UnsafeMutableRawPointer?
            guard redisReaderGetReply(reader, &reply) == REDIS_OK else { throw .unexpectedReply }
            guard let reply else { return replies }
            defer { freeReplyObject(reply) }
            replies.append(RedisValue(reply.assumingMemoryBound(to: redisReply.self)))
        }
    }

    private func execute(_ arguments: [String]) throws(RedisError) -> RedisValue {
        let bytes = RedisCommand(arguments.map { .text($0) }).bytes
        let status = bytes.withUnsafeBytes { bytes in
            redisAppendFormattedCommand(context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        var reply: UnsafeMutableRawPointer?
        guard status == REDIS_OK, redisGetReply(context, &reply) == REDIS_OK, let reply else {
            switch context.pointee.err {
            // hiredis reports a timeout of the socket as an I/O error.
            case REDIS_ERR_IO where errno == EAGAIN: throw .timedOut
            case REDIS_ERR_PROTOCOL: throw .notRedis
            default: throw failure
            }
        }
        defer { freeReplyObject(reply) }
        let value = RedisValue(reply.assumingMemoryBound(to: redisReply.self))
        if case .error(let code, let message) = value { throw .rejected(code: code, message: message) }
        return value
    }

    /// The error of a context that is neither a timeout nor a malformed reply.
    private var failure: RedisError {
        context.pointee.err == REDIS_ERR_OOM ? .outOfResources(errorText) : .unavailable(errorText)
    }

    private var errorText: String {
        withUnsafeBytes(of: &context.pointee.errstr) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// Estimates the time by the server's clock from one reading of that clock.
struct ServerClock: Sendable, Hashable {
    /// The milliseconds since 1970 that were read.
    let milliseconds: Int64
    let readAt: ContinuousClock.Instant

    func time(at now: ContinuousClock.Instant) -> Int64 {
        milliseconds + Int64((now - readAt) / .milliseconds(1))
    }
}

extension timeval {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(clamping: seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
#endif
