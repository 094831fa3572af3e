import Foundation
import SeekNetworking
import SeekTestHelpers
import Synchronization
import Testing

@testable import FixtureServer

@Suite("fixture-server, in this process")
struct FixtureServerProgramTests {
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func append(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    struct Outcome {
        var code: Int32
        var output: [String]
        var errors: [String]
    }

    func run(_ arguments: [String], environment: [String: String] = [:], while body: (URL) throws -> Void = { _ in })
        -> Outcome
    {
        let (output, errors) = (Lines(), Lines())
        var failure: (any Error)?
        let code = withoutActuallyEscaping(body) { body in
            FixtureServerProgram(
                environment: environment,
                output: { output.append($0) },
                errors: { errors.append($0) },
                waitForEnd: { url in
                    do { try body(url) } catch { failure = error }
                }
            ).run(arguments)
        }
        if let failure { Issue.record(failure) }
        return Outcome(code: code, output: output.all, errors: errors.all)
    }

    func get(_ url: URL, _ target: String) throws -> (status: Int, body: String) {
        let text = try RawExchange.send(
            "GET \(target) HTTP/1.1\r\nHost: x\r\nUser-Agent: tests\r\nConnection: close\r\n\r\n",
            to: UInt16(#require(url.port))
        )
        let status = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return (status, text.components(separatedBy: "\r\n\r\n").dropFirst().joined())
    }

    @Test("it says where it listens, serves both APIs there, and ends with 0")
    func serves() throws {
        var address = ""
        let outcome = run([]) { url in
            address = url.absoluteString
            let statuses = [
                try get(url, "/users/octocat/repos").status,
                try get(url, "/youtube/v3/search?part=id&key=demo-key").status,
            ]
            #expect(statuses == [200, 200])
        }
        #expect(outcome.code == 0 && outcome.errors == [])
        #expect(outcome.output == ["fixture-server listening on \(address)"])
    }

    @Test("the log has a line a request, without keys")
    func logs() throws {
        let outcome = run(["--log", "--api-key", "very-secret", "--fault=truncated"]) { url in
            _ = try? get(url, "/youtube/v3/search?part=id&key=very-secret&q=a")
        }
        #expect(outcome.errors == ["GET /youtube/v3/search?part=id&key=REDACTED&q=a -> fault: truncatedBody"])
        let whole = run(["--log"]) { url in _ = try get(url, "/rate_limit") }
        #expect(whole.errors.count == 1 && whole.errors.first?.hasPrefix("GET /rate_limit -> 200, ") == true)
    }

    @Test("a log line tells any reply")
    func requestLine() throws {
        let request = HTTPRequest(url: try #require(URL(string: "http://h:1/a?b")))
        #expect(RequestLine.text(request, .chunked(HTTPResponse(), chunkSize: 1)) == "GET /a?b -> 200, 0 bytes")
        #expect(RequestLine.text(request, .earlyHints([:], HTTPResponse(status: 404))) == "GET /a?b -> 404, 0 bytes")
        #expect(RequestLine.text(request, .fault(.stall)) == "GET /a?b -> fault: stall")
    }

    @Test("a taken port: one line, and 1")
    func portTaken() throws {
        let server = try LoopbackServer { _ in .response(HTTPResponse()) }
        defer { server.stop() }
        let outcome = run(["--port", "\(server.port)"])
        #expect(outcome.code == 1 && outcome.output == [])
        #expect(
            outcome.errors == ["fixture-server: port \(server.port) is taken: choose another, or 0 for any free one"]
        )
    }

    @Test("no corpus: one line that names the place, and 1")
    func noCorpus() throws {
        for outcome in [run(["--folder", "/none"]), run([], environment: ["SEEK_FIXTURES": "/none"])] {
            #expect(outcome.code == 1 && outcome.errors.count == 1 && outcome.output == [])
            #expect(outcome.errors.first?.contains("looked for /none") == true)
        }
    }

    @Test("a damaged corpus: one line that names the file, and 1")
    func damagedCorpus() throws {
        let folder = try TemporaryFolder()
        try folder.write("[{", to: "youtube/channels.json")
        let outcome = run(["--folder", folder.url.path])
        #expect(outcome.code == 1 && outcome.errors.count == 1)
        #expect(outcome.errors.first?.contains("youtube/channels.json is damaged") == true)
    }

    @Test("wrong usage: one line, and 2; help and version: 0")
    func usage() throws {
        let wrong = run(["--prot"])
        #expect(wrong.code == 2 && wrong.errors == ["fixture-server: unknown flag '--prot'; did you mean '--port'?"])
        let help = run(["--help"])
        #expect(help.code == 0 && help.errors == [])
        for flag in Flag.allCases { #expect(help.output.first?.contains("  \(flag.rawValue)") == true, "\(flag)") }
        #expect(run(["--version"]).output == ["fixture-server \(FixtureServerProgram.version)"])
    }
}
