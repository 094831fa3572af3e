import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Recording and replaying")
struct RecordAndReplayTests {
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

    @Test("recordings", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # a recording is not replaced if no response was received
        GET youtube/search -> cannotConnect
        $ echo precious > a.har
        $ seek videos x --record {folder}/a.har
        ! seek: YouTube (www.googleapis.com): could not connect; check the network
        1! seek: no response was received; {folder}/a.har was not written
        $ cat a.har
        precious

        # --verbose describes replayed pages without a cost; a request that does not match the recording is described
        GET youtube/search -> videos a
        $ seek videos x --columns title --record {folder}/a.har
        a
        ! seek: recorded 1 exchange in {folder}/a.har
        $ seek videos x --columns title --replay {folder}/a.har -v
        a
        ! seek: page 1: 1 video from the recording; no request was sent
        $ seek videos y --replay {folder}/a.har
        1! seek: '{folder}/a.har' has no response to GET /youtube/v3/search: query parameter q is 'y', not 'x'; record the command again with --record

        # unused responses cause a warning; a higher --limit prints all recorded results
        GET youtube/search -> videos *50 next=2
        GET youtube/search?pageToken=2 -> videos last
        $ seek videos x -L60 --record {folder}/a.har
        > youtube/search
        > youtube/search
        $ seek videos x -L1 --columns title --replay {folder}/a.har
        t0
        ! seek: warning: the command did not use 1 response of {folder}/a.har
        $ seek videos x -L500 --columns title --replay {folder}/a.har
        t0
        ... 48 lines
        t49
        last

        # the cache is bypassed while recording
        GET github/search/repositories -> nothing
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek repos x
        ! seek: no repositories found for 'x'
        $ seek repos x --record {folder}/a.har
        > github/search/repositories

        # files that cannot be read or written and recordings without bodies are rejected, and no request is sent
        $ seek videos x --replay /no/such.har
        > nothing
        2! seek: --replay: cannot read '/no/such.har': No such file or directory; check the path, or create it with --record
        $ seek videos x --record /no/such/a.har
        2! seek: --record: cannot write '/no/such/a.har'; choose a file in a writable folder
        $ seek videos x --record {folder}
        2! seek: --record: '{folder}' is a folder; choose a file
        $ seek videos x --record a.har --replay a.har
        2! seek: --record and --replay cannot be combined; remove one
        $ echo '{"log":{"entries":[{"request":{"method":"GET","url":"https://api.github.com/x"},"response":{"status":200,"content":{"size":9}}}]}}' > a.har
        $ seek api x --replay {folder}/a.har
        1! seek: '{folder}/a.har' has the response without the body; record the command again with --record
        """

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

}
