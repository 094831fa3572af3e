package import BenchKit
package import SeekNetworking
import SeekTestHelpers

/// A stress test of a transport, which also fails if requests end late, or if sockets or threads leak.
package struct NetworkingStressTest: Sendable {
    private let name: String
    /// Runs the test at a scale with random numbers. A record with violations is a failure, and so is an error.
    let body: @Sendable (Scale, SeededGenerator) async throws -> StressTestRecord

    /// The maximum lateness of a request, in addition to the scheduling delay of the machine.
    static let tolerance = Duration.milliseconds(250)

    /// Returns all stress tests, with transports created by `make`.
    package static func all(_ make: @escaping @Sendable () -> any HTTPTransport) -> [StressTest] {
        [
            NetworkingStressTest("30,000 requests cancelled at random times", body: Cancellation(make: make).run),
            NetworkingStressTest("deadlines under load", body: Deadlines(make: make).run),
            NetworkingStressTest("every fault at random", body: RandomFaults(make: make).run),
            NetworkingStressTest("transports created and released", body: Churn(make: make).run),
            NetworkingStressTest("no descriptors left", body: Exhaustion(make: make).run),
        ].map(\.stressTest)
    }

    /// The test as a part of the program `torment`.
    var stressTest: StressTest {
        StressTest(name) { settings in
            let limit = Duration.seconds(60 + 60 * settings.scale.factor)
            // In a process of unit tests, other tests open and close descriptors concurrently.
            let settling = Duration.seconds(settings.startsProcesses ? 3 : 60)
            return await run(scale: settings.scale, seed: settings.seed, limit: limit, settling: settling)
        }
    }

    init(_ name: String, body: @escaping @Sendable (Scale, SeededGenerator) async throws -> StressTestRecord) {
        self.name = name
        self.body = body
    }

    /// The result of a run. A test passes if it finishes in time, without violations and leaks.
    struct Outcome: StressTestResult {
        var passed: Bool
        var summary: String
    }

    /// Runs the test, after a warm-up of a hundredth of its size that initializes process-wide state. The test fails if
    /// it takes longer than `limit`, or if sockets and threads do not end within `settling`. Idle threads have seven
    /// more seconds.
    func run(scale: Scale, seed: UInt64, limit: Duration, settling: Duration = .seconds(3)) async -> Outcome {
        let warmUp = Scale(factor: scale.factor / 100)
        guard await withWatchdog(.seconds(30), { await runBody(warmUp, seed: ~seed) }) != nil else {
            return Outcome(passed: false, summary: "the warm-up has not finished after 30 seconds")
        }
        guard let before = await ResourceCount.quiet() else {
            return Outcome(passed: false, summary: "/proc is needed")
        }
        let probe = LatenessProbe()
        guard var record = await withWatchdog(limit, { await runBody(scale, seed: seed) }) else {
            return Outcome(passed: false, summary: "not finished after \(limit)")
        }
        let schedulingDelay = await probe.end()
        if let violation = record.lateness(beyond: Self.tolerance + schedulingDelay) { record.addViolation(violation) }
        let after = await ResourceCount.settled(to: before, within: settling)
        if !after.isWithin(before) { record.addViolation("leaked: \(after), before \(before)") }
        guard record.violationCount > 0 else { return Outcome(passed: true, summary: record.summary) }
        let list = record.violations.map { "\n        \($0)" }.joined()
        return Outcome(passed: false, summary: "\(record.summary)\n        \(record.violationCount) violations:\(list)")
    }

    private func runBody(_ scale: Scale, seed: UInt64) async -> StressTestRecord {
        do { return try await body(scale, SeededGenerator(seed: seed)) } catch { return .failed("\(error)") }
    }
}
