#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits for a socket, a deadline or another thread.
final class Waker: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() {
        var pipeEnds: [Int32] = [-1, -1]
        // Without a pipe, `wake()` has no effect.
        _ = pipe(&pipeEnds)
        for end in pipeEnds {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reader, writer) = (pipeEnds[0], pipeEnds[1])
    }

    deinit {
        for descriptor in [reader, writer] where descriptor >= 0 { close(descriptor) }
    }

    /// Ends the current wait, or the next one if no thread waits. May be called on any thread.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    /// Waits until a socket is ready, ``wake()`` is called, or the deadline has passed. If `writes` is true, the socket
    /// is also ready when it accepts bytes. Returns whether the socket can be read, or has failed, which reading
    /// reports.
    func wait(for socket: Int32?, writes: Bool, until deadline: ContinuousClock.Instant?) -> Bool {
        // poll(2) ignores negative descriptors.
        var entries = [
            pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
            Self.entry(socket ?? -1, writes: writes),
        ]
        _ = poll(&entries, 2, deadline.map { Self.milliseconds(until: $0) } ?? -1)
        if entries[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(reader, &bytes, bytes.count) == bytes.count {}
        }
        return entries[1].revents & ~Int16(POLLOUT) != 0
    }

    /// Waits until a socket can be read or has failed, or also accepts bytes if `writes` is true, or until a deadline.
    static func waitForSocket(_ socket: Int32, writes: Bool, until deadline: ContinuousClock.Instant) {
        var entry = entry(socket, writes: writes)
        _ = poll(&entry, 1, milliseconds(until: deadline))
    }

    private static func entry(_ socket: Int32, writes: Bool) -> pollfd {
        pollfd(fd: socket, events: Int16(POLLIN | (writes ? POLLOUT : 0)), revents: 0)
    }

    /// Returns the time until a deadline, at most an hour. Rounded up, so that the deadline has passed after the wait.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        Int32(min(max(0, ((deadline - .now) / .milliseconds(1)).rounded(.up)), 3_600_000))
    }
}
#endif
