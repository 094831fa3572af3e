public import SeekNetworking
import SeekTestHelpers

/// One long test: what it is called, and what it does at a scale.
public struct Torment: Sendable {
    /// What the report calls it.
    public let name: String
    /// Does the work and tells what it saw. A record with violations fails it.
    let body: @Sendable (Scale, SeededGenerator) async -> Record

    /// How late a request may end, besides what the machine itself was late.
    static let tolerance = Duration.milliseconds(250)

    /// All of them, of the transports that `make` makes.
    public static func all(_ make: @escaping @Sendable () -> any HTTPTransport) -> [Torment] {
        [
            Torment("30,000 requests cancelled at random moments", body: Cancellation(make: make).run),
            Torment("deadlines under load", body: Deadlines(make: make).run),
            Torment("every fault at random", body: RandomFaults(make: make).run),
            Torment("transports made and let go", body: Churn(make: make).run),
            Torment("no descriptors left", body: Exhaustion(make: make).run),
        ]
    }

    init(_ name: String, body: @escaping @Sendable (Scale, SeededGenerator) async -> Record) {
        self.name = name
        self.body = body
    }

    /// How it went.
    public struct Verdict: Sendable, Hashable {
        /// Whether the law was kept and nothing was left behind.
        public var passed: Bool
        /// What was seen, for people.
        public var detail: String
    }

    /// Runs it, after a hundredth of it that does not count: that starts what a process starts only once.
    ///
    /// - Parameters:
    ///   - scale: how much to do.
    ///   - seed: where its random numbers begin.
    ///   - limit: how long it may take before it counts as hanging.
    ///   - settling: how long what ends may take to be gone: sockets, threads.
    public func run(scale: Scale, seed: UInt64, limit: Duration, settling: Duration = .seconds(3)) async -> Verdict {
        let trial = Scale(factor: scale.factor / 100)
        guard await withWatchdog(.seconds(30), { await body(trial, SeededGenerator(seed: ~seed)) }) != nil else {
            return Verdict(passed: false, detail: "hangs: not over after 30 seconds, at a hundredth of its size")
        }
        guard let before = await Census.quiet() else { return Verdict(passed: false, detail: "/proc is needed") }
        let witness = Witness()
        guard var record = await withWatchdog(limit, { await body(scale, SeededGenerator(seed: seed)) }) else {
            return Verdict(passed: false, detail: "hangs: not over after \(limit)")
        }
        let stall = await witness.end()
        if let violation = record.lateness(beyond: Self.tolerance + stall) { record.note(violation) }
        let after = await Census.settled(to: before, within: settling)
        if !after.isWithin(before) { record.note("left behind: \(after), where there were \(before)") }
        guard record.violationCount > 0 else { return Verdict(passed: true, detail: record.summary) }
        let list = record.violations.map { "\n        \($0)" }.joined()
        return Verdict(passed: false, detail: "\(record.summary)\n        \(record.violationCount) violations:\(list)")
    }
}

/// How much torments do, 1 being the default of a minute in all.
public struct Scale: Sendable, Hashable {
    /// A positive number.
    public var factor: Double

    /// Makes a scale.
    public init(factor: Double) { self.factor = factor }

    /// A count at this scale; at least 1.
    func count(_ count: Int) -> Int { max(Int(Double(count) * factor), 1) }

    /// A duration at this scale; at least a twentieth of a second.
    func duration(_ duration: Duration) -> Duration { max(duration * factor, .milliseconds(50)) }
}
