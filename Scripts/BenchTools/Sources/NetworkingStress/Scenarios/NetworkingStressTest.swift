public import BenchKit
public import SeekNetworking
import SeekTestHelpers

/// A stress test of a transport.
public struct NetworkingStressTest: Sendable {
    /// The name in the report.
    public let name: String
    /// Runs the test at a scale with random numbers. A record with violations is a failure, and so is an error.
    let body: @Sendable (Scale, SeededGenerator) async throws -> StressTestRecord

    /// The maximum lateness of a request, in addition to the scheduling delay of the machine.
    static let tolerance = Duration.milliseconds(250)

    /// Returns all stress tests, with transports created by `make`.
    public static func all(_ make: @escaping @Sendable () -> any HTTPTransport) -> [NetworkingStressTest] {
        [
            NetworkingStressTest("30,000 requests cancelled at random times", body: Cancellation(make: make).run),
            NetworkingStressTest("deadlines under load", body: Deadlines(make: make).run),
            NetworkingStressTest("every fault at random", body: RandomFaults(make: make).run),
            NetworkingStressTest("transports created and released", body: Churn(make: make).run),
            NetworkingStressTest("no descriptors left", body: Exhaustion(make: make).run),
        ]
    }

    init(_ name: String, body: @escaping @Sendable (Scale, SeededGenerator) async throws -> StressTestRecord) {
        self.name = name
        self.body = body
    }

    /// The result of a run.
    public struct Outcome: Sendable, Hashable {
        /// Whether the test finished in time, without violations and leaks.
        public var passed: Bool
        /// A description of the results.
        public var detail: String
    }

    /// Runs the test, after a warm-up of a hundredth of its size that initializes process-wide state.
    ///
    /// - Parameters:
    ///   - scale: The amount of work.
    ///   - seed: The seed of the random numbers.
    ///   - limit: The time after which the test counts as hanging.
    ///   - settling: The time limit for sockets and threads to end. Idle threads have seven more seconds.
    public func run(scale: Scale, seed: UInt64, limit: Duration, settling: Duration = .seconds(3)) async -> Outcome {
        let warmUp = Scale(factor: scale.factor / 100)
        guard await withWatchdog(.seconds(30), { await runBody(warmUp, seed: ~seed) }) != nil else {
            return Outcome(passed: false, detail: "the warm-up has not finished after 30 seconds")
        }
        guard let before = await ResourceCount.quiet() else { return Outcome(passed: false, detail: "/proc is needed") }
        let probe = LatenessProbe()
        guard var record = await withWatchdog(limit, { await runBody(scale, seed: seed) }) else {
            return Outcome(passed: false, detail: "not finished after \(limit)")
        }
        let schedulingDelay = await probe.end()
        if let violation = record.lateness(beyond: Self.tolerance + schedulingDelay) { record.addViolation(violation) }
        let after = await ResourceCount.settled(to: before, within: settling)
        if !after.isWithin(before) { record.addViolation("leaked: \(after), before \(before)") }
        guard record.violationCount > 0 else { return Outcome(passed: true, detail: record.summary) }
        let list = record.violations.map { "\n        \($0)" }.joined()
        return Outcome(passed: false, detail: "\(record.summary)\n        \(record.violationCount) violations:\(list)")
    }

    private func runBody(_ scale: Scale, seed: UInt64) async -> StressTestRecord {
        do { return try await body(scale, SeededGenerator(seed: seed)) } catch { return .failed("\(error)") }
    }
}
