import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ChildProcess {
    /// Replaces this process with a program. Returns only if that fails, with the error number (`errno`).
    ///
    /// - Parameter command: The path of the executable, followed by its arguments.
    static func replaceProcess(_ command: [String], environment: [String: String]) -> Int32 {
        #if os(macOS) || os(Linux)
        // The program inherits the signal mask of this thread, and threads of the Swift runtime block signals.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        pthread_sigmask(SIG_SETMASK, &noSignals, nil)
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        execve(command[0], &arguments, &variables)
        return errno
        #else
        return ENOSYS
        #endif
    }
}
