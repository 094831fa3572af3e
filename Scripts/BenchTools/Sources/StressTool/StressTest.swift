import BenchKit
import CacheStress
import NetworkingStress
import SecurityAttacks
import SeekNetworking

#if os(Linux)
import FleetStress
import SeekCurlTransport
#endif

/// A stress test of the program `torment`.
public struct StressTest: Sendable {
    /// The name in the report.
    let name: String
    /// Whether the test starts this program as child processes, which is impossible in a process of unit tests.
    let needsProcesses: Bool
    /// Runs the test, and returns whether it passed and a description of the result.
    let run: @Sendable (Run) async throws -> (passed: Bool, detail: String)

    /// The settings of a run.
    struct Run: Sendable {
        var scale: Scale
        var seed: UInt64
        /// Whether this program can start itself as a child process.
        var isProgram: Bool
    }

    init(
        _ name: String,
        needsProcesses: Bool = false,
        run: @escaping @Sendable (Run) async throws -> (passed: Bool, detail: String)
    ) {
        self.name = name
        self.needsProcesses = needsProcesses
        self.run = run
    }

    /// All stress tests, by the names of the command line.
    public static let all = ["networking": networking, "cache": cache, "security": security, "fleet": fleet]

    static var networking: [StressTest] {
        #if os(Linux)
        let make: @Sendable () -> any HTTPTransport = { CurlTransport() }
        return NetworkingStressTest.all(make).map(StressTest.init)
        #else
        return []
        #endif
    }

    private static var cache: [StressTest] { CacheStressTest.all.map(StressTest.init) }

    private static var security: [StressTest] { Attack.all.map(StressTest.init) }

    private static var fleet: [StressTest] {
        #if os(Linux)
        return FleetStressTest.all.map(StressTest.init)
        #else
        return []
        #endif
    }
}

extension StressTest {
    init(_ test: NetworkingStressTest) {
        self.init(test.name) { run in
            let limit = Duration.seconds(60 + 60 * run.scale.factor)
            // In a process of unit tests, other tests open and close descriptors concurrently.
            let settling = Duration.seconds(run.isProgram ? 3 : 60)
            let outcome = await test.run(scale: run.scale, seed: run.seed, limit: limit, settling: settling)
            return (outcome.passed, outcome.detail)
        }
    }

    init(_ test: CacheStressTest) {
        self.init(test.name, needsProcesses: test.needsProcesses) { run in
            let result = try await test.run(run.scale, run.seed)
            return (result.passed, result.summary)
        }
    }

    init(_ attack: Attack) {
        self.init(attack.name) { run in
            let outcome = await withWatchdog(Attack.limit) { () -> String? in
                do { return try await attack.run(run.scale, run.seed) } catch {
                    return "cannot be run: \(error)"
                }
            }
            guard let violation = outcome else { return (false, "not finished after \(Attack.limit)") }
            return (violation == nil, violation ?? "no violation")
        }
    }

    #if os(Linux)
    init(_ test: FleetStressTest) {
        self.init(test.name) { run in
            let load = FleetLoad(scale: run.scale, seed: run.seed, startsProcesses: run.isProgram)
            let result = try await test.run(load)
            return (result.passed, result.summary)
        }
    }
    #endif
}
