#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The standard streams of the process.
enum StandardStreams {
    /// Opens `/dev/null` for closed standard streams (`seek … >&-`). Otherwise the next opened file, such as the
    /// database of the cache, would receive the output.
    ///
    /// It is opened for the opposite access, so that reads and writes still fail.
    static func openClosedDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
