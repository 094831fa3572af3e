#if os(macOS) || os(Linux)
import SeekBasics
import SeekCommandLine
import Testing

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
    @Test("runs the action, after which the process can end by SIGINT")
    func firstInterrupt() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            await withCheckedContinuation { continuation in
                Interrupt.onFirst(gracePeriod: .seconds(600)) { continuation.resume() }
                kill(getpid(), SIGINT)
            }
            Interrupt.endProcessIfReceived()
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
            let shell = try ChildProcess(["/bin/sh", "-c", "kill -INT $PPID"])
            #expect(await shell.exitStatus() == 0)
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
