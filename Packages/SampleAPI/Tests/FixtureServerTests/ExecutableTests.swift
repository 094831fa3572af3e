import Foundation
import SeekTestHelpers
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

#if os(macOS) || os(Linux)
@Suite("fixture-server as an executable")
struct ExecutableTests {
    /// Returns the executable, which is located beside the test runner or, on macOS, above the test bundle.
    static func executable() -> URL? {
        for argument in CommandLine.arguments {
            var folder = URL(fileURLWithPath: argument)
            for _ in 0..<6 {
                folder = folder.deletingLastPathComponent()
                let candidate = folder.appendingPathComponent("fixture-server")
                if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            }
        }
        return nil
    }

    struct RunningServer {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()

        init(_ arguments: [String]) throws {
            let executable: URL = try #require(ExecutableTests.executable())
            process.executableURL = executable
            process.arguments = arguments
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        /// Waits for the next line of standard output and returns it.
        func line() -> String {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Waits until the server has ended, and returns its exit status and the rest of its output.
        func waitForExit() -> (code: Int32, output: String, errors: String) {
            let rest = output.fileHandleForReading.readDataToEndOfFile()
            let messages = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let status = process.terminationStatus
            return (status, String(decoding: rest, as: UTF8.self), String(decoding: messages, as: UTF8.self))
        }
    }

    @Test("prints one line when ready, responds, and exits with 0 on a signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) throws {
        let running = try RunningServer(["--port", "0", "--log"])
        defer { running.process.terminate() }
        let line = running.line()
        #expect(line.hasPrefix("fixture-server listening on http://127.0.0.1:"))
        let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
        let response = try RawClient(port: port)
            .exchange("GET /users/octocat/repos HTTP/1.1\r\nHost: x\r\nUser-Agent: t\r\nConnection: close\r\n\r\n")
        #expect(response.text.hasPrefix("HTTP/1.1 200 OK"))
        kill(running.process.processIdentifier, signal)
        let outcome = running.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("GET /users/octocat/repos -> 200, "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("invalid usage exits with 2, --version with 0")
    func usage() throws {
        let wrong = try RunningServer(["--prot", "1"]).waitForExit()
        #expect(wrong.code == 2)
        #expect(wrong.output == "")
        #expect(wrong.errors.contains("'--port'"))
        let version = try RunningServer(["--version"]).waitForExit()
        #expect(version.code == 0)
        #expect(version.output.hasPrefix("fixture-server "))
        #expect(version.errors == "")
    }
}
#endif
