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
    let run: @Sendable (RunSettings) async throws -> (passed: Bool, detail: String)

    /// The settings of a run.
    struct RunSettings: Sendable {
        var scale: Scale
        var seed: UInt64
        /// Whether this program can start itself as a child process.
        var isProgram: Bool
    }

    init(
        _ name: String,
        needsProcesses: Bool = false,
        run: @escaping @Sendable (RunSettings) async throws -> (passed: Bool, detail: String)
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
        self.init(test.name) { settings in
            let limit = Duration.seconds(60 + 60 * settings.scale.factor)
            // In a process of unit tests, other tests open and close descriptors concurrently.
            let settling = Duration.seconds(settings.isProgram ? 3 : 60)
            let outcome = await test.run(scale: settings.scale, seed: settings.seed, limit: limit, settling: settling)
            return (outcome.passed, outcome.detail)
        }
    }

    init(_ test: CacheStressTest) {
        self.init(test.name, needsProcesses: test.needsProcesses) { settings in
            let result = try await test.run(settings.scale, settings.seed)
            return (result.passed, result.summary)
        }
    }

    init(_ attack: Attack) {
        self.init(attack.name) { settings in
            let outcome = await withWatchdog(Attack.limit) { () -> String? in
                do { return try await attack.run(settings.scale, settings.seed) } catch {
                    return "cannot be run: \(error)"
                }
            }
            guard let violation = outcome else { return (false, "not finished after \(Attack.limit)") }
            return (violation == nil, violation ?? "no violation")
        }
    }

    #if os(Linux)
    init(_ test: FleetStressTest) {
        self.init(test.name) { settings in
            let load = FleetLoad(scale: settings.scale, seed: settings.seed, startsProcesses: settings.isProgram)
            let result = try await test.run(load)
            return (result.passed, result.summary)
        }
    }
    #endif
}
