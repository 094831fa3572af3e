#if os(macOS) || os(Linux)
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
                Interrupt.onFirst { continuation.resume() }
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

    @Test("ends the process immediately if it is the second one")
    func secondInterrupt() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            await withCheckedContinuation { continuation in
                Interrupt.onFirst { continuation.resume() }
                kill(getpid(), SIGINT)
            }
            kill(getpid(), SIGINT)
            // The signal may be delivered to another thread.
            while true { pause() }
        }
    }
}
#endif
