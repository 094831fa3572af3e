import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes to a file descriptor without buffering.
struct DescriptorOutput: TextOutput {
    static let output = DescriptorOutput(descriptor: STDOUT_FILENO)
    static let messages = DescriptorOutput(descriptor: STDERR_FILENO)

    let descriptor: Int32

    func write(_ text: String) throws(OutputError) {
        var text = text
        try check(
            BrokenPipe.withoutSignal(on: descriptor) {
                text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
            }
        )
    }

    func write(bytes: [UInt8]) throws(OutputError) {
        try check(BrokenPipe.withoutSignal(on: descriptor) { bytes.withUnsafeBytes { writeAll($0, to: descriptor) } })
    }

    var isClosed: Bool {
        var event = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&event, 1, 0) > 0 && event.revents & Int16(POLLERR | POLLHUP) != 0
    }

    private func check(_ errorNumber: Int32) throws(OutputError) {
        switch errorNumber {
        case 0: return
        case EPIPE: throw .closed
        default: throw .failed(String(cString: strerror(errorNumber)))
        }
    }
}

/// Makes writing to a closed pipe an error instead of ending the process: `seek … | head -1`.
enum BrokenPipe {
    /// Runs a body that writes to a descriptor. Writing to a closed pipe fails with an error instead of a SIGPIPE. The
    /// signal actions of the process and its child processes are not changed.
    static func withoutSignal<Result>(on descriptor: Int32, _ body: () -> Result) -> Result {
        #if canImport(Darwin)
        // XNU sends the signal to the process, so that blocking it on this thread is not enough. The flag is not
        // removed afterwards, because another thread may be writing.
        _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        return body()
        #else
        return withSignalBlocked(body)
        #endif
    }

    #if !canImport(Darwin)
    /// Runs the body with SIGPIPE blocked in this thread, and discards a SIGPIPE that it causes.
    private static func withSignalBlocked<Result>(_ body: () -> Result) -> Result {
        var pipeSignal = sigset_t()
        var before = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        guard !isPending(), pthread_sigmask(SIG_BLOCK, &pipeSignal, &before) == 0 else { return body() }
        let result = body()
        if isPending() {
            var received: Int32 = 0
            sigwait(&pipeSignal, &received)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }

    private static func isPending() -> Bool {
        var pending = sigset_t()
        return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
    }
    #endif
}
