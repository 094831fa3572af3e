#if os(Linux)
import BenchKit
import Fleet
import RedisBaseline
import SeekTestHelpers
import Synchronization
import Testing

@testable import FleetStress

/// Serialized, because each test has many clients and a server.
@Suite(
    "Small runs of the fleet's stress tests",
    .serialized,
    .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap")
)
struct FleetStressTests {
    @Test("find no violations", arguments: StressTest.all.map(\.name))
    func small(_ name: String) async throws {
        let stressTest = try #require(StressTest.all.first { $0.name == name })
        let settings = StressTest.Settings(scale: 0.01, seed: 7, startsProcesses: false)
        let result = try await stressTest.run(settings)
        #expect(result.passed, "\(result.summary)")
        #expect(result.report.succeeded > 0)
    }

    @Test("are run and counted by the program, and a thrown error counts as a failure")
    func program() async {
        let tests = [
            StressTest(name: "good") { settings in
                var result = FleetStressResult()
                result.note = "scale \(settings.scale), seed \(settings.seed)"
                return result
            },
            StressTest(name: "bad") { _ in throw BenchFailure(description: "no Redis") },
        ]
        let output = Mutex<[String]>([])
        let status = await StressCommand.run(
            ["fleet", "--seconds", "30", "--seed", "7"],
            tests: tests,
            output: { line in output.withLock { $0.append(line) } },
            problems: { Issue.record("\($0)") }
        )
        let lines = output.withLock { $0 }
        #expect(status == 1)
        #expect(lines.count == 4)
        #expect(lines[0] == "fleet, seed 7")
        #expect(lines[1].hasPrefix("ok   good ("))
        #expect(lines[1].hasSuffix("scale 0.5, seed 7"))
        #expect(lines[2].hasPrefix("FAIL bad ("))
        #expect(lines[2].hasSuffix("s): no Redis"))
        #expect(lines[3] == "1 passed, 1 failed")
    }

    @Test(
        "exit with status 2 if the arguments are invalid",
        arguments: [
            ["search"], ["--seconds", "0"], ["--seconds", "x"], ["--seconds"], ["--seed", "x"], ["--seed", "1.5"],
        ]
    )
    func usage(arguments: [String]) async {
        let problems = Mutex(0)
        let status = await StressCommand.run(
            arguments,
            output: { Issue.record("\($0)") },
            problems: { _ in problems.withLock { $0 += 1 } }
        )
        #expect(status == 2)
        #expect(problems.withLock { $0 } == 1)
    }

    @Test("failed searches, wrong responses and too many warnings fail the test; the summary contains the violations")
    func failures() {
        var result = FleetStressResult()
        var report = MachineReport()
        report.sources = ["shared": 2, "network": 1]
        report.rejected = 1
        report.longest = 0.25
        result.add(report)
        #expect(result.passed)
        #expect(result.summary == "3 searches (1 network, 2 shared), at most 250 ms, 1 rejected, 0 warnings")
        report.failed = 1
        report.errors = ["swift: timed out"]
        var failed = result
        failed.add(report)
        #expect(!failed.passed)
        #expect(failed.summary.contains("1 failed searches: swift: timed out"))
        report = MachineReport()
        report.wrong = 1
        var wrong = result
        wrong.add(report)
        #expect(!wrong.passed)
        report = MachineReport()
        report.storeFailures = 3
        report.storeErrors = ["Redis did not reply in time"]
        var warned = result
        warned.add(report)
        warned.checkWarnings(since: 1, atMost: 2)
        #expect(warned.passed)
        warned.checkWarnings(since: 0, atMost: 2)
        #expect(!warned.passed)
        #expect(warned.summary.contains("3 warnings, but at most 2 are expected: Redis did not reply in time"))
        result.addViolation("101 calls")
        #expect(result.summary.hasSuffix("101 calls"))
    }

    // MARK: The proxy between machines and Redis

    /// Returns whether each of three reads with hiredis returns a value of five bytes.
    private func hasValue(at socket: String) -> Bool {
        guard let baseline = redis_baseline_make(socket) else { return false }
        defer { redis_baseline_free(baseline) }
        return redis_baseline_get(baseline, "key", 3, 5) == 3
    }

    @Test("the proxy forwards values, and cuts connections only while it causes faults")
    func proxy() async throws {
        let redis = try await RedisServer()
        let folder = try TemporaryFolder()
        let proxy = try RedisProxy(to: redis.path, at: folder.path(of: "proxy.sock"), seed: 1)
        defer { proxy.stop() }
        try redis.execute("SET", "key", "value")
        #expect(hasValue(at: folder.path(of: "proxy.sock")))
        proxy.causesFaults = true
        let baseline = try #require(redis_baseline_make(folder.path(of: "proxy.sock")))
        #expect(redis_baseline_get(baseline, "key", 1_000, 5) < 1_000)
        redis_baseline_free(baseline)
        proxy.causesFaults = false
        #expect(hasValue(at: folder.path(of: "proxy.sock")))
    }
}
#endif
