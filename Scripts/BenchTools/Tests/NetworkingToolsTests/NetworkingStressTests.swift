import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers
import StressTool
import Synchronization
import Testing

@testable import NetworkingStress

#if os(Linux)
extension NetworkingTools {
    @Suite("Small runs of the stress tests")
    struct NetworkingStressTests {
        private func run(
            _ arguments: [String],
            _ stressTests: [StressTest] = []
        ) async -> (status: Int32, output: [String], problems: [String]) {
            let output = Mutex<[String]>([])
            let problems = Mutex<[String]>([])
            let status = await StressCommand.run(
                arguments,
                tests: ["networking": stressTests],
                output: { line in output.withLock { $0.append(line) } },
                problems: { problem in problems.withLock { $0.append(problem) } }
            )
            return (status, output.withLock { $0 }, problems.withLock { $0 })
        }

        @Test("all pass and are reported on a line each, and the last line contains the counts")
        func small() async throws {
            let folder = try TemporaryFolder()
            let log = folder.url.appending(path: "output")
            // Run in a separate process, because one of the stress tests uses up all descriptors, which other tests
            // need.
            let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "torment")
            let arguments = ["networking", "--seconds", "0.2", "--seed", "7"]
            let torment = try ChildProgram(program.path, arguments, log: log)
            #expect(await torment.status(within: .seconds(100)) == 0)
            let output = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
            #expect(output.first == "networking, seed 7")
            let count = StressCommand.allTests["networking", default: []].count
            #expect(output.count == count + 2)
            #expect(output.last == "\(count) passed, 0 failed")
        }

        @Test("a violation fails the test and is printed")
        func violation() async {
            let stressTest = NetworkingStressTest("bad") { _, _ in .failed("it broke") }
            let result = await run(["networking"], [stressTest.stressTest])
            #expect(result.status == 1)
            #expect(result.output.last == "0 passed, 1 failed")
            #expect(result.output[1].contains("it broke"))
        }

        @Test("leaked descriptors fail the test")
        func leak() async {
            let leaked = Mutex<[Int32]>([])
            let stressTest = NetworkingStressTest("leak") { scale, _ in
                // Leaks only in the measured run: the warm-up run has a smaller scale and is not measured. Other tests
                // close fewer than 300 descriptors meanwhile.
                if scale.factor >= 1 { leaked.withLock { leaked in leaked += (0..<300).map { _ in dup(2) } } }
                return StressTestRecord()
            }
            let outcome = await stressTest.run(
                scale: Scale(factor: 1),
                seed: 1,
                limit: .seconds(30),
                settling: .milliseconds(50)
            )
            #expect(!outcome.passed)
            #expect(outcome.summary.contains("leaked"))
            for descriptor in leaked.withLock({ $0 }) where descriptor >= 0 { close(descriptor) }
        }

        @Test("a test that does not finish within its limit fails")
        func hang() async {
            let stressTest = NetworkingStressTest("hang") { scale, _ in
                if scale.factor >= 1 { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
                return StressTestRecord()
            }
            let outcome = await stressTest.run(scale: Scale(factor: 1), seed: 1, limit: .milliseconds(50))
            #expect(!outcome.passed)
            #expect(outcome.summary.hasPrefix("not finished"))
        }

        @Test(
            "the exit status is 2 if the arguments are invalid",
            arguments: [
                ["search"], ["--seconds", "0"], ["--seconds", "x"], ["--seconds"], ["--seed", "x"], ["--seed", "1.5"],
            ]
        )
        func usage(arguments: [String]) async {
            let result = await run(arguments)
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
        }
    }
}
#endif
