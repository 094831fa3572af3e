#if os(Linux)
import Glibc
import Testing

@testable import SeekCurlTransport

@Suite("Blocking SIGPIPE")
struct BrokenPipeTests {
    @Test(
        "the SIGPIPE of a write to a socket whose peer is closed is not delivered, and the signal mask is restored",
        arguments: [true, false]
    )
    func brokenPipe(isBlockedBefore: Bool) throws {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        var previousMask = sigset_t()
        pthread_sigmask(isBlockedBefore ? SIG_BLOCK : SIG_UNBLOCK, &signals, &previousMask)
        defer { pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0)
        close(sockets[0])
        defer { close(sockets[1]) }
        let (written, errorNumber) = withSIGPIPEBlocked { (write(sockets[1], "x", 1), errno) }
        #expect(written == -1)
        #expect(errorNumber == EPIPE)
        var (mask, pending) = (sigset_t(), sigset_t())
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect((sigismember(&mask, SIGPIPE) == 1) == isBlockedBefore)
        sigpending(&pending)
        // A signal that the program had blocked before remains pending.
        #expect((sigismember(&pending, SIGPIPE) == 1) == isBlockedBefore)
        // Removes the pending signal.
        var timeout = timespec()
        if isBlockedBefore { sigtimedwait(&signals, nil, &timeout) }
    }
}
#endif
