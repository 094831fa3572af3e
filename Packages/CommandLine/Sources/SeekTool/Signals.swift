import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the program does at signals.
///
/// The handlers are set in a type of no actor: one that was written in `main` would belong to the main actor, and trap on
/// every other thread. A handler may do next to nothing, so it writes a byte to a pipe, at whose other end a thread waits.
/// Dispatch's own signal source was tried first: on Linux it does not see a signal that is ignored, and does not keep one
/// that is not from ending the process.
enum Signals {
    private static let pipe = Pipe()

    /// Runs an action at the first interrupt. A second one ends the process: whoever presses it again wants out at once.
    static func onInterrupt(_ action: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "interrupt").async { [pipe] in
            var byte: UInt8 = 0
            while read(pipe.read, &byte, 1) < 0, errno == EINTR {}
            action()
        }
        signal(SIGINT) { _ in
            signal(SIGINT, SIG_DFL)
            var byte: UInt8 = 0
            write(Signals.pipe.write, &byte, 1)
        }
    }

    private struct Pipe {
        let read: Int32
        let write: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            _ = makePipe(&ends)
            (read, write) = (ends[0], ends[1])
        }
    }
}

/// `pipe(2)`, which a member of the same name would hide.
private func makePipe(_ ends: UnsafeMutablePointer<Int32>?) -> Int32 {
    pipe(ends)
}
