import Dispatch
import SeekBasics

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
package enum Interrupt {
    private static let wakeupPipe: (readEnd: Int32, writeEnd: Int32) = {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        return (ends[0], ends[1])
    }()

    /// SAFETY: changed by the signal handler only, which runs once, after `onFirst` has initialized it.
    private nonisolated(unsafe) static var wasReceived = false

    /// Ends the process by SIGINT if it was interrupted. A shell that runs a script or a loop then stops too; an exit
    /// status would make it continue.
    package static func endProcessIfReceived() {
        guard wasReceived else { return }
        signal(SIGINT, SIG_DFL)
        // The threads of Dispatch block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(SIGINT)
    }

    /// Runs an action on the first interrupt, and ends the process after the grace period. A second interrupt ends the
    /// process immediately.
    ///
    /// The action cannot cancel everything: a Redis command may take until its timeout, and a lock may be held by
    /// another process. The process does not end while it waits for another program, such as the pager, which handles
    /// the interrupt itself.
    package static func onFirst(gracePeriod: Duration = .seconds(2), _ action: @escaping @Sendable () -> Void) {
        let readEnd = wakeupPipe.readEnd
        // Initializes the variable, which a signal handler must not do.
        wasReceived = false
        DispatchQueue(label: "interrupt").async {
            var byte: UInt8 = 0
            while read(readEnd, &byte, 1) < 0, errno == EINTR {}
            action()
            repeat { usleep(useconds_t(gracePeriod / .microseconds(1))) } while hasChildProcess
            ProgressLine.erase(in: .process)
            endProcessIfReceived()
        }
        signal(SIGINT) { _ in
            signal(SIGINT, SIG_DFL)
            Interrupt.wasReceived = true
            var byte: UInt8 = 0
            write(Interrupt.wakeupPipe.writeEnd, &byte, 1)
        }
    }

    private static var hasChildProcess: Bool {
        var status = siginfo_t()
        return waitid(P_ALL, 0, &status, WEXITED | WNOHANG | WNOWAIT) == 0
    }
}
