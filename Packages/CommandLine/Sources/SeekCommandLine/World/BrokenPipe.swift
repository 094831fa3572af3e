#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Makes a reader that has gone an error of the write, and not the end of the process: `seek … | head -1`.
enum BrokenPipe {
    /// Runs a body during which this thread takes no SIGPIPE; one that came is thrown away. The signals of the process, and
    /// of the programs it starts, stay as they are.
    static func withoutSignal<Result>(_ body: () -> Result) -> Result {
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
}
