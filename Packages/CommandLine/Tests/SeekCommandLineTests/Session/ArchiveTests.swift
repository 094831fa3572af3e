import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Recording and replaying")
struct ArchiveTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = [
            "YOUTUBE_API_KEY": "S3CRET-KEY", "GH_TOKEN": "T0KEN-TOKEN",
            "SEEK_CACHE_DIR": folder.path(of: "cache"),
        ]
    }

    private var file: String { folder.path(of: "a b.har") }
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private var transport: StubTransport {
        StubTransport([
            stub(
                .get,
                youTubeSearch,
                returning: .json(SearchCommandTests.videos((0..<50).map { "t\($0)" }, next: "2"))
            ),
            stub(.get, "\(youTubeSearch)?pageToken=2", returning: .json(SearchCommandTests.videos(["S3CRET-KEY"]))),
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
        ])
    }

    @Test("does not replace a recording if no response was received")
    func emptyRecording() async throws {
        try Data("precious".utf8).write(to: URL(filePath: file))
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .failure(.cannotConnect))])
        let outcome = await seek(["videos", "x", "--record", file], environment: environment, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.messages.hasSuffix("seek: no response was received; \(file) was not written\n"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    }

    @Test("--verbose describes replayed pages, and mentions no cost")
    func verboseReplay() async throws {
        let arguments = ["videos", "x", "-L1"]
        _ = await seek(arguments + ["--record", file], environment: environment, transport: transport)
        let replayed = await seek(arguments + ["--replay", file, "-v"], environment: [:])
        let message = "seek: page 1: 50 videos from the recording; no request was sent\n"
        #expect(replayed.messages.contains(message), "\(replayed)")
        #expect(!replayed.messages.contains("cost"))
    }

    @Test("a recording contains no secrets, and is replayed as of its date without a key or a request")
    func exactReplay() async throws {
        let arguments = ["videos", "x", "-L60"]
        let recorded = await seek(arguments + ["--record", file], environment: environment, transport: transport) {
            start
        }
        #expect(recorded.status == .success)
        #expect(recorded.messages == "seek: recorded 2 exchanges in \(file)\n")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!text.contains("S3CRET"))
        #expect(text.contains("\"version\" : \"1.2\""))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let unusedTransport = StubTransport()
        // A replay does not use up the recording.
        for _ in 1...2 {
            let replayed = await seek(arguments + ["--replay", file], environment: [:], transport: unusedTransport) {
                start.addingTimeInterval(1e9)
            }
            #expect(replayed.status == .success)
            #expect(replayed.messages.isEmpty)
            #expect(replayed.output == recorded.output.replacing("S3CRET-KEY", with: Redaction.placeholder))
        }
        let table = await seek(
            arguments + ["--replay", file],
            environment: [:],
            terminal: Terminal(columns: 80),
            transport: unusedTransport
        ) {
            start.addingTimeInterval(1e9)
        }
        #expect(table.output.contains("2 years ago"))
        #expect(unusedTransport.received.isEmpty)
    }

    @Test("bypasses the cache while recording")
    func bypassesCache() async throws {
        let transport = transport
        _ = await seek("repos", "x", environment: environment, transport: transport)
        let outcome = await seek("repos", "x", "--record", file, environment: environment, transport: transport)
        #expect(outcome.status == .success)
        #expect(transport.received.count == 2)
    }

    @Test("reports why a request does not match the recording")
    func mismatch() async throws {
        _ = await seek("videos", "x", "-L60", "--record", file, environment: environment, transport: transport)
        let mismatch = await seek("videos", "y", "--replay", file, environment: environment)
        #expect(mismatch.status == .failure)
        #expect(mismatch.output.isEmpty)
        #expect(mismatch.messages.contains("query parameter q is 'y', not 'x'"), "\(mismatch.messages)")
        #expect(mismatch.messages.contains("--record"), "\(mismatch.messages)")
        #expect(!mismatch.messages.contains("base URL"), "\(mismatch.messages)")
    }

    @Test("warns about unused responses; a higher --limit prints all recorded results")
    func unusedResponses() async throws {
        _ = await seek("videos", "x", "-L60", "--record", file, environment: environment, transport: transport)
        let fewer = await seek(["videos", "x", "-L5", "--replay", file], environment: environment)
        #expect(fewer.status == .success)
        #expect(fewer.messages == "seek: warning: the command did not use 1 response of \(file)\n")
        let more = await seek(["videos", "x", "-L500", "--replay", file], environment: environment)
        #expect(more.output.split(separator: "\n").count == 51)
    }

    @Test("replays a browser's file without the entries that cannot be replayed, and warns about them once")
    func skippedEntries() async throws {
        _ = await seek("repos", "x", "--record", file, environment: environment, transport: transport)
        var har = try JSONValue(json: Data(contentsOf: URL(filePath: file)))
        let entries = har["log"]["entries"].array ?? []
        let socket: JSONValue = [
            "request": ["method": "GET", "url": "wss://h.example/"], "response": ["status": 101],
        ]
        har["log"]["entries"] = .array([socket, ["request": 1, "response": ["status": -1]], socket] + entries)
        try har.data.write(to: URL(filePath: file))
        let replayed = await seek("repos", "x", "--replay", file, environment: [:])
        #expect(replayed.status == .success)
        #expect(!replayed.output.isEmpty)
        #expect(
            replayed.messages == """
                seek: warning: \(file): 3 of 4 entries cannot be replayed: request.url is not an absolute http or https \
                URL (2), request.method is missing (1)

                """
        )
    }

    @Test(
        "rejects an invalid file, and reports its name and the error",
        arguments: [
            ("{", "it is not JSON: line 1, column 2: it ends too early"), ("[]", "it is not an object"),
            ("{}", "log: it is missing"),
            (
                #"{"log":{"entries":[{"request":{},"response":{"status":200}}]}}"#,
                "log.entries[0].request.method: it is missing"
            ),
            (#"{"log":{"version":"9","entries":[]}}"#, "HAR 9 is not supported"),
            (
                #"{"log":{"entries":[{"request":{"method":"GET","url":"x"},"response":{"status":200}}]}}"#,
                "not an absolute http"
            ),
            (#"{"log":{"entries":[7]}}"#, "log.entries[0]: it is of the wrong type"),
        ]
    )
    func malformedFiles(text: String, message: String) async throws {
        try Data(text.utf8).write(to: URL(filePath: file))
        let outcome = await seek("videos", "x", "--replay", file, environment: environment)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains("a b.har"))
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test("rejects files that cannot be read or written and recordings without bodies, and sends no request")
    func unusableFiles() async throws {
        let transport = transport
        let missing = await seek(
            ["videos", "x", "--replay", "/no/such.har"],
            environment: environment,
            transport: transport
        )
        #expect(missing.status == .usage)
        #expect(missing.messages.contains("cannot read '/no/such.har'"))
        let missingFolder = await seek(
            ["videos", "x", "--record", "/no/such/a.har"],
            environment: environment,
            transport: transport
        )
        #expect(missingFolder.status == .usage)
        #expect(missingFolder.messages.contains("cannot write '/no/such/a.har'"))
        let directory = await seek(
            ["videos", "x", "--record", folder.url.path],
            environment: environment,
            transport: transport
        )
        #expect(directory.status == .usage)
        #expect(directory.messages.contains("is a folder; choose a file"))
        let conflicting = await seek(
            ["videos", "x", "--record", file, "--replay", file],
            environment: environment,
            transport: transport
        )
        #expect(conflicting.status == .usage)
        let recordingWithoutBody =
            #"{"log":{"entries":[{"request":{"method":"GET","url":"https://api.github.com/x"},"#
            + #""response":{"status":200,"content":{"size":9}}}]}}"#
        try Data(recordingWithoutBody.utf8).write(to: URL(filePath: file))
        let withoutBody = await seek("api", "x", "--replay", file, environment: environment, transport: transport)
        #expect(withoutBody.status == .failure)
        #expect(withoutBody.messages.contains("without the body"))
        #expect(transport.received.isEmpty)
    }
}
