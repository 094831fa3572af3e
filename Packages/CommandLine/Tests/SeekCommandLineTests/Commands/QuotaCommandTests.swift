import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("seek quota")
struct QuotaCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var environment: [String: String] { ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path] }

    private static let rateLimitURL = "https://api.github.com/rate_limit"
    private static let quotaExceeded: StubResponse = .json(
        ["error": ["message": "m", "errors": [["reason": "quotaExceeded"]]]],
        status: .init(code: 403)
    )
    private static let video: JSONValue = ["items": [["id": "v", "statistics": ["viewCount": "12"]]]]

    private func transport(_ search: StubResponse = .json(SearchCommandTests.videos(["a"]))) -> StubTransport {
        let videos = "https://www.googleapis.com/youtube/v3/videos"
        return StubTransport([
            stub(.get, youTubeSearch, returning: search),
            stub(.get, Self.rateLimitURL, returning: .json(["resources": [:]])),
            stub(.get, "\(videos):batchGetStats", returning: .json(Self.video)),
            stub(.get, videos, returning: .json(Self.video)),
        ])
    }

    private func reset(_ arguments: String..., input: InputLines = InputLines("", isTerminal: false)) async -> Outcome {
        let transport = transport()
        return await runCommand(
            ["quota", "reset"] + arguments,
            environment: environment,
            input: input,
            messagesGoToTerminal: input.isTerminal
        ) { $0.client.transport = transport }
    }

    private func remaining() async -> String {
        await seek(
            "quota",
            "--template",
            "{{.quota}}={{.remaining}} ",
            environment: environment,
            transport: transport()
        )
        .output
    }

    @Test("replaying a recording reports that YouTube's quotas are not part of it")
    func replay() async {
        let file = folder.path(of: "quota.har")
        _ = await seek("quota", "--record", file, environment: environment, transport: transport())
        let outcome = await seek("quota", "--replay", file, environment: environment)
        #expect(outcome.status == .success)
        #expect(
            outcome.messages == "seek: YouTube's quotas are counted on this machine, and are not part of a recording\n"
                + "seek: no limits are known\n"
        )
    }

    @Test("reset prints the reset quotas in the requested format, even if there are none")
    func resetJSON() async {
        await exhaust()
        let outcome = await reset("--yes", "--json", "quota,closed")
        #expect(outcome.output == "[{\"closed\":false,\"quota\":\"youtube.search\"}]\n")
        #expect(await reset("--yes", "--json") == Outcome(status: .success, output: "[]\n", messages: ""))
    }

    /// Runs a search for which YouTube reports the quota as exceeded.
    private func exhaust() async {
        let outcome = await seek("videos", "a", environment: environment, transport: transport(Self.quotaExceeded))
        #expect(outcome.status == .failure)
    }

    @Test(
        "uses and shows the limit that a variable or the configuration file contains",
        arguments: ["SEEK_YOUTUBE_SEARCH_QUOTA", "file"]
    )
    func grantedLimits(source: String) async throws {
        var environment = environment
        if source == "file" {
            environment["SEEK_CONFIG"] = "\(folder.url.path)/config"
            let outcome = await seek("config", "set", "youtube-search-quota", "150", environment: environment)
            #expect(outcome.status == .success)
        } else {
            environment[source] = "150"
        }
        let transport = transport()
        // One search more than the default limit allows.
        for number in 0..<101 {
            let outcome = await seek("videos", "a\(number)", environment: environment, transport: transport)
            #expect(outcome.status == .success)
        }
        let arguments = ["quota", "--template", "{{.quota}}={{.used}}/{{.limit}}"]
        let shown = await seek(arguments, environment: environment, transport: transport).output
        #expect(shown == "youtube.search=101/150\nyoutube.units=0/10000\nyoutube.stats=0/10000\n")
    }

    @Test("names the variable of an invalid limit", arguments: ["-1", "x", "1e3", "9999999999"])
    func invalidLimits(value: String) async {
        var environment = environment
        environment["SEEK_YOUTUBE_UNIT_QUOTA"] = value
        let outcome = await seek("quota", environment: environment, transport: transport())
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains("SEEK_YOUTUBE_UNIT_QUOTA"))
    }

    @Test("status 429 from a proxy does not exhaust the quota")
    func proxyResponse() async {
        let page = HTTPResponse(
            status: .init(code: 429),
            headerFields: [.contentType: "text/html", .retryAfter: "1"],
            body: Data("<html>busy</html>".utf8)
        )
        let outcome = await seek("videos", "a", environment: environment, transport: transport(.response(page)))
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("YouTube: the rate limit is used up; try again "))
        // The request was sent twice.
        #expect(await remaining().hasPrefix("youtube.search=98"))
    }

    @Test("reports an exhausted quota; reset makes it available and preserves the count")
    func exhaustedQuota() async {
        await exhaust()
        let shown = await seek("quota", environment: environment, transport: transport())
        #expect(shown.messages.contains("YouTube reported youtube.search as exhausted"))
        #expect(await remaining().hasPrefix("youtube.search=0"))
        let outcome = await reset("--yes")
        #expect(outcome == Outcome(status: .success, output: "", messages: "seek: reset youtube.search: 99 left\n"))
        #expect(await remaining().hasPrefix("youtube.search=99"))
        #expect(await reset("--yes").messages == "seek: no quota is exhausted\n")
    }

    @Test("reset of quotas that are not exhausted needs no confirmation")
    func nothingToReset() async {
        #expect(await reset().messages == "seek: no quota is exhausted\n")
    }

    @Test(
        "reset requires --yes, or confirmation on a terminal",
        arguments: [
            ("yes", true, CommandStatus.success, 99), (" YES ", true, .success, 99), ("no", true, .usage, 0),
            ("", true, .usage, 0), ("yes", false, .usage, 0),
        ]
    )
    func resetConfirmation(text: String, isTerminal: Bool, status: CommandStatus, left count: Int) async {
        await exhaust()
        let outcome = await reset(input: InputLines(text, isTerminal: isTerminal))
        #expect(outcome.status == status)
        #expect(outcome.messages.contains("--yes") == !isTerminal)
        #expect(await remaining().hasPrefix("youtube.search=\(count)"))
    }

    @Test("reports an unusable state folder, and does not mention the API key")
    func unusableFolder() async throws {
        let file = try folder.write("", to: "file").path
        let environment = ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": file]
        let outcome = await seek("quota", environment: environment, transport: transport())
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("set SEEK_STATE_DIR to another folder"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("YOUTUBE_API_KEY"))
    }

    @Test("reset sets a count to 0 if it has reached the limit")
    func resetCount() async {
        var environment = environment
        environment["SEEK_YOUTUBE_SEARCH_QUOTA"] = "1"
        let transport = transport()
        _ = await seek("videos", "a", environment: environment, transport: transport)
        let exceeded = await seek("videos", "b", environment: environment, transport: transport)
        #expect(exceeded.status == .failure)
        let outcome = await seek("quota", "reset", "--yes", environment: environment, transport: transport)
        #expect(outcome.messages == "seek: reset youtube.search: 1 left\n")
    }

    @Test("--yes requires reset")
    func strayYes() async {
        #expect(await seek("quota", "--yes", environment: environment, transport: transport()).status == .usage)
    }

    @Test(
        "clamps negative and extreme numbers from GitHub",
        arguments: [
            (#"{"limit":-9223372036854775808,"remaining":9223372036854775807,"reset":1e300}"#, "core=0/0 0"),
            (
                #"{"limit":9223372036854775807,"remaining":-9223372036854775808,"reset":-1e300}"#,
                "core=9223372036854775807/9223372036854775807 0"
            ),
            (#"{"limit":30,"used":-5,"remaining":30,"reset":0}"#, "core=0/30 30"),
        ]
    )
    func extremeNumbers(limit: String, shown: String) async {
        let body = HTTPResponse(
            headerFields: [.contentType: "application/json"],
            body: Data(#"{"resources":{"core":\#(limit)}}"#.utf8)
        )
        let transport = StubTransport([stub(.get, Self.rateLimitURL, returning: .response(body))])
        let arguments = ["quota", "--template", "{{.quota}}={{.used}}/{{.limit}} {{.remaining}}"]
        let outcome = await seek(arguments, environment: environment, transport: transport)
        #expect(outcome.output.contains(shown))
        #expect(await seek("quota", environment: environment, transport: transport).status == .success)
        let table = await seek("quota", environment: environment, terminal: Terminal(columns: 80), transport: transport)
        #expect(table.status == .success)
    }

    @Test("seek video is charged to the statistics quota if only counts are requested, otherwise to the unit quota")
    func statisticsQuota() async {
        let arguments = ["video", "gQ_1zX-F_No", "--json", "id,viewCount"]
        _ = await seek(arguments, environment: environment, transport: transport())
        #expect(await remaining() == "youtube.search=100 \nyoutube.units=10000 \nyoutube.stats=9999 \n")
        _ = await seek(
            ["video", "gQ_1zX-F_No", "--json", "id,title"],
            environment: environment,
            transport: transport()
        )
        #expect(await remaining().contains("youtube.units=9999"))
    }

    private let limits: JSONValue = [
        "resources": [
            "search": ["limit": 30, "remaining": 28, "reset": 1_800_000_060, "used": 2],
            "core": ["limit": 5_000, "remaining": 5_000, "reset": 1_800_003_600],
        ]
    ]

    @Test("shows the limits of both services")
    func bothServices() async throws {
        let transport = StubTransport([
            stub(.get, Self.rateLimitURL, returning: .json(limits)),
            stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"]))),
        ])
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        _ = await seek("videos", "x", environment: environment, transport: transport) { now }
        let outcome = await seek("quota", environment: environment, transport: transport) { now }
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == .success)
        #expect(lines.count == 5)
        #expect(outcome.messages.isEmpty)
        #expect(lines[0].hasPrefix("YouTube\t"))
        #expect(lines[0].contains("\t1\t100\t99\t"))
        #expect(lines[4] == "GitHub\tsearch\t2\t30\t28\t2027-01-15T08:01:00Z")
        let json = await seek("quota", "--json", "quota,remaining", environment: environment, transport: transport) {
            now
        }
        #expect(json.output.contains("{\"quota\":\"core\",\"remaining\":5000}"))
        let table = await seek("quota", environment: environment, terminal: Terminal(columns: 80), transport: transport)
        { now }
        #expect(table.output.contains("in 60 s"))
    }

    @Test("succeeds on a GitHub Enterprise Server whose rate limits are disabled")
    func disabledRateLimits() async {
        let transport = StubTransport([stub(.get, Self.rateLimitURL, returning: .status(404))])
        let outcome = await seek("quota", environment: environment, transport: transport)
        #expect(outcome.status == .success)
        #expect(outcome.output.hasPrefix("YouTube\t"))
        #expect(outcome.messages == "seek: this GitHub server has no rate limits\n")
    }

    @Test("shows the limits of one service if the other fails or has no credential")
    func failingService() async throws {
        for response in [StubResponse.failure(.cannotConnect), .status(403), .json(["x": 1])] {
            let transport = StubTransport([stub(.get, Self.rateLimitURL, returning: response)])
            let outcome = await seek("quota", environment: environment, transport: transport)
            #expect(outcome.status == .failure)
            #expect(outcome.output.hasPrefix("YouTube\t"))
            #expect(outcome.messages.contains("cannot read GitHub's limits"))
        }
        let transport = StubTransport([stub(.get, Self.rateLimitURL, returning: .json(limits))])
        let withoutKey = await seek("quota", environment: [:], transport: transport)
        #expect(withoutKey.status == .success)
        #expect(withoutKey.output.hasPrefix("GitHub\t"))
        #expect(withoutKey.messages.contains("YOUTUBE_API_KEY"))
    }
}
