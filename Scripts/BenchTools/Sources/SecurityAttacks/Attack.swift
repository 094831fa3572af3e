package import BenchKit
import SeekTestHelpers

/// An attack on Seek over real sockets and files, which reports whether it succeeded.
package struct Attack: Sendable {
    package let name: String
    /// Runs the attack at a scale with a seed. Returns what the attacker achieved, or nil if the attack failed.
    package let run: @Sendable (_ scale: Scale, _ seed: UInt64) async throws -> String?

    /// The time after which an attack counts as a hang.
    static let limit: Duration = .seconds(120)

    package static let all: [Attack] = {
        var attacks = transportAttacks + contentAttacks + secretAttacks + fileAttacks
        #if os(Linux)
        attacks += webAttacks + (RedisServer.isInstalled ? redisAttacks : [])
        #endif
        return attacks
    }()

    /// The attack as a stress test, which fails if the attack succeeds or does not end.
    private var stressTest: StressTest {
        StressTest(name) { settings in
            let achievement = await withWatchdog(Self.limit) { () -> String in
                do {
                    return try await run(settings.scale, settings.seed) ?? ""
                } catch {
                    return "cannot be run: \(error)"
                }
            }
            guard let achievement else { return Outcome(passed: false, summary: "not finished after \(Self.limit)") }
            return Outcome(passed: achievement.isEmpty, summary: achievement.isEmpty ? "no violation" : achievement)
        }
    }

    private struct Outcome: StressTestResult {
        var passed: Bool
        var summary: String
    }

    /// The stress tests for all attacks.
    package static var stressTests: [StressTest] { all.map(\.stressTest) }

    init(_ name: String, _ run: @escaping @Sendable () async throws -> String?) {
        self.init(name, scaled: { _, _ in try await run() })
    }

    init(_ name: String, scaled run: @escaping @Sendable (Scale, UInt64) async throws -> String?) {
        self.name = name
        self.run = run
    }
}
