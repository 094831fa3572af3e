import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Handles interrupts (SIGINT).
///
/// A handler in `main` would be isolated to the main actor and trap on other threads. A handler may only call
/// async-signal-safe functions, so it writes a byte to a pipe that a thread reads. `DispatchSource` cannot be used: on
/// Linux it does not report a signal that is ignored, and one that is not ignored still ends the process.
enum Signals {
    private static let pipe = Pipe()

    /// Runs an action on the first interrupt. A second one ends the process.
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

/// Calls `pipe(2)`, which the member of the same name hides.
private func makePipe(_ ends: UnsafeMutablePointer<Int32>?) -> Int32 {
    pipe(ends)
}
