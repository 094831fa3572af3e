#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Input, output and messages, as who started the program left them.
enum StandardStreams {
    /// Puts something in the place of each that is closed (`seek … >&-`): else the next file that is opened, the cache's database
    /// among them, would have its number, and be written to.
    ///
    /// It is `/dev/null`, opened the wrong way round, so that reading and writing fail as they would on what is closed.
    static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
