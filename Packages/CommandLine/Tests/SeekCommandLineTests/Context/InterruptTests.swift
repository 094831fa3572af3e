#if os(macOS) || os(Linux)
import SeekBasics
import Testing

@testable import SeekCommandLine

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Each test runs in its own process, because a signal affects the whole process.
@Suite("An interrupt")
struct InterruptTests {
    @Test("runs the action, and the process then ends by the signal")
    func firstInterrupt() async {
        await #expect(processExitsWith: .success) {
            await withCheckedContinuation { continuation in
                Interrupt.onFirst(gracePeriod: .seconds(600)) { continuation.resume() }
                kill(getpid(), SIGINT)
            }
            var raised: [Int32] = []
            Interrupt.endProcessIfReceived { raised.append($0) }
            #expect(raised == [SIGINT])
        }
    }

    @Test("a process without an interrupt does not end by a signal")
    func withoutInterrupt() async {
        await #expect(processExitsWith: .success) {
            Interrupt.onFirst { Issue.record("there was no interrupt") }
            Interrupt.endProcessIfReceived()
        }
    }

    @Test("ends the process after the grace period and the exit of its child processes")
    func gracePeriod() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            Interrupt.onFirst(gracePeriod: .milliseconds(1)) {}
            #expect(ChildProcess.run("/bin/sh", ["-c", "kill -INT $PPID"], environment: [:]) == 0)
            while true { pause() }
        }
    }

    @Test("ends the process immediately if it is the second one")
    func secondInterrupt() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            await withCheckedContinuation { continuation in
                Interrupt.onFirst(gracePeriod: .seconds(600)) { continuation.resume() }
                kill(getpid(), SIGINT)
            }
            kill(getpid(), SIGINT)
            // The signal may be delivered to another thread.
            while true { pause() }
        }
    }
}
#endif
