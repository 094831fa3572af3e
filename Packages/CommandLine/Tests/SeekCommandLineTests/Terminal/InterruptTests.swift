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
    @Test("runs the action, and endProcessIfReceived then raises SIGINT")
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

    @Test("if none was received, the action does not run and no signal ends the process")
    func withoutInterrupt() async {
        await #expect(processExitsWith: .success) {
            Interrupt.onFirst { Issue.record("the action ran without an interrupt") }
            Interrupt.endProcessIfReceived()
        }
    }

    @Test("ends a process that is still running after the grace period")
    func gracePeriod() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            Interrupt.onFirst(gracePeriod: .milliseconds(1)) {}
            #expect(ChildProcess.run("/bin/sh", ["-c", "kill -INT $PPID"], environment: [:]) == 0)
            while true { pause() }
        }
    }

    @Test("ends the process immediately if it is the second")
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
