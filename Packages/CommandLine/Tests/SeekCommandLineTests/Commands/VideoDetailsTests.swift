import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Details and thumbnails of videos, and IDs from standard input", .concurrentProgramLimit)
struct VideoDetailsTests {
    private static let videos = "https://www.googleapis.com/youtube/v3/videos"
    private static let statistics = "\(videos):batchGetStats"
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])

    private static func thumbnails(_ name: String) -> JSONValue {
        [
            "default": ["url": .string("https://i.ytimg.com/\(name)/small.jpg"), "width": 120, "height": 90],
            "high": ["url": .string("https://i.ytimg.com/\(name)/large.jpg"), "width": 480, "height": 360],
            "medium": ["url": .string("https://i.ytimg.com/\(name)/medium.jpg"), "width": 320, "height": 180],
        ]
    }

    /// Returns a transport for a search that finds three videos: a broadcast that has ended, one that is live, and a
    /// video without details.
    private static func transport(details: StubResponse? = nil, image: StubResponse? = nil) -> StubTransport {
        let items = ["ended", "live", "private"].map { id -> JSONValue in
            [
                "id": ["kind": "youtube#video", "videoId": .string(id)],
                "snippet": [
                    "channelId": "c", "channelTitle": "Channel", "title": .string("Title of \(id)"),
                    "liveBroadcastContent": id == "live" ? "live" : "none",
                    "publishedAt": "2024-02-29T12:00:00Z", "thumbnails": thumbnails(id),
                ],
            ]
        }
        let detailsPage: JSONValue = [
            "items": [
                [
                    "id": "ended", "snippet": ["title": "t", "channelId": "c", "liveBroadcastContent": "none"],
                    "contentDetails": ["duration": "PT1H2M3S"], "statistics": ["viewCount": "1234567"],
                ],
                [
                    "id": "live", "snippet": ["title": "t", "channelId": "c", "liveBroadcastContent": "live"],
                    "contentDetails": ["duration": "P0D"], "statistics": ["viewCount": "7"],
                    "liveStreamingDetails": ["concurrentViewers": "42"],
                ],
            ]
        ]
        let statisticsPage: JSONValue = [
            "items": [
                ["id": "ended", "contentDetails": ["duration": "PT1H2M3S"], "statistics": ["viewCount": "1234567"]],
                ["id": "live", "contentDetails": ["duration": "P0D"], "statistics": ["viewCount": "7"]],
            ]
        ]
        let image = image ?? .response(HTTPResponse(headerFields: [.contentType: "image/jpeg"], body: jpeg))
        return StubTransport([
            stub(.get, youTubeSearch, returning: .json(["items": .array(items)])),
            stub(.get, videos, returning: details ?? .json(detailsPage)),
            stub(.get, statistics, returning: details ?? .json(statisticsPage)),
            stub(.get, "https://i.ytimg.com/{+path}", times: .any, returning: image),
        ])
    }

    private static func search(
        _ flags: [String],
        terminal: Terminal? = nil,
        transport: StubTransport = transport()
    ) async -> Outcome {
        let environment = ["YOUTUBE_API_KEY": "k", "NO_COLOR": "1"]
        return await seek(["videos", "x"] + flags, environment: environment, terminal: terminal, transport: transport)
    }

    @Test("--details adds the duration or live state and the views before the URL")
    func detailColumns() async {
        let outcome = await Self.search(["--details", "--verbose"])
        let rows = outcome.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).suffix(3).map(String.init)
        }
        #expect(
            rows == [
                ["3723", "1234567", "https://www.youtube.com/watch?v=ended"],
                ["live", "7", "https://www.youtube.com/watch?v=live"],
                ["", "", "https://www.youtube.com/watch?v=private"],
            ]
        )
        #expect(outcome.messages.hasSuffix("seek: details of 3 videos, cost 1 call\n"))
    }

    @Test("seek video shows the start, the audience and, in place of the duration, the live state of a broadcast")
    func broadcast() async {
        let fields = "concurrentViewers,liveBroadcastContent,scheduledStartAt"
        func video(_ flags: String..., terminal: Terminal? = nil) async -> Outcome {
            await seek(
                ["video", "live"] + flags,
                terminal: terminal,
                transport: Self.transport(details: Self.upcoming)
            )
        }
        let page = await video(terminal: Terminal(columns: 80)).output
        #expect(page.contains("upcoming\nstarts "), "\(page)")
        #expect(await video().output.split(separator: "\t").contains("upcoming"))
        #expect(
            await video("--json", fields).output
                == "[{\"concurrentViewers\":42,\"liveBroadcastContent\":\"upcoming\","
                + "\"scheduledStartAt\":\"2100-01-31T12:00:00Z\"}]\n"
        )
    }

    private static let upcoming = StubResponse.json([
        "items": [
            [
                "id": "live", "snippet": ["title": "t", "channelId": "c", "liveBroadcastContent": "upcoming"],
                "contentDetails": ["duration": "P0D"], "statistics": ["viewCount": "7"],
                "liveStreamingDetails": ["concurrentViewers": "42", "scheduledStartTime": "2100-01-31T12:00:00Z"],
            ]
        ]
    ])

    @Test("--details adds fields to JSON; without the flag, these fields are rejected")
    func detailFields() async {
        let fields = "concurrentViewers,duration,viewCount"
        let outcome = await Self.search(["--details", "--json", fields])
        #expect(
            outcome.output == #"[{"concurrentViewers":null,"duration":3723,"viewCount":1234567},"#
                + #"{"concurrentViewers":42,"duration":0,"viewCount":7},"#
                + #"{"concurrentViewers":null,"duration":null,"viewCount":null}]"# + "\n"
        )
        let transport = Self.transport()
        let rejected = await Self.search(["--json", "id,viewCount"], transport: transport)
        #expect(rejected.status == .usage)
        #expect(rejected.messages == "seek: the field 'viewCount' requires --details\n")
        #expect(transport.received.isEmpty)
    }

    @Test("--details shows its columns on a terminal of 80 columns")
    func detailTable() async {
        let outcome = await Self.search(["--details"], terminal: Terminal(columns: 80))
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.contains("DURATION      VIEWS") == true, "\(outcome.output)")
        #expect(lines.dropFirst().first?.contains("  1:02:03   1,234,567  ") == true, "\(outcome.output)")
    }

    @Test(
        "the column duration contains seconds in TSV and CSV, and hours, minutes and seconds in a table",
        arguments: [
            ("tsv", "3723\n0\n\n"), ("table", "DURATION\n1:02:03\n0:00\n\n"), ("csv", "duration\n3723\n0\n\n"),
        ]
    )
    func durationColumn(format: String, output: String) async {
        let outcome = await Self.search(["--details", "--columns", "duration", "--format", format])
        #expect(outcome.output == output)
    }

    @Test("only the details of broadcasts cost units, and only if a field that they alone have is requested")
    func quotaOfDetails() async {
        for (flags, paths) in [
            ([], ["search", "videos:batchGetStats"]), (["--columns", "duration"], ["search", "videos:batchGetStats"]),
            (["--json", "viewCount"], ["search", "videos:batchGetStats"]),
            (["--json", "scheduledStartAt"], ["search", "videos:batchGetStats", "videos"]),
            (["--format", "ndjson"], ["search", "videos:batchGetStats", "videos"]),
        ] {
            let transport = Self.transport()
            _ = await Self.search(["--details"] + flags, transport: transport)
            #expect(transport.received.map { $0.url.lastPathComponent } == paths, "\(flags)")
            let broadcasts = transport.received.last?.url.query()?.contains("id=live&") == true
            #expect(broadcasts == (paths.count == 3))
        }
    }

    @Test("statistics that YouTube fails to return are requested once more, and then reported")
    func failedStatistics() async {
        func page(_ ids: [String], failed: [String]) -> StubResponse {
            .json([
                "items": .array(ids.map { ["id": .string($0), "statistics": ["viewCount": "5"]] }),
                "summary": ["failedVideoIds": .array(failed.map(JSONValue.string))],
            ])
        }
        let transport = StubTransport([
            stub(
                .get,
                Self.statistics,
                returning: .sequence([page(["a"], failed: ["b", "c"]), page(["b"], failed: ["c"])])
            )
        ])
        let arguments = ["video", "a", "b", "c", "d", "--columns", "id,viewCount"]
        let outcome = await seek(arguments, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.output == "a\t5\nb\t5\n")
        #expect(
            outcome.messages
                == "seek: video not found or not accessible: d\nseek: YouTube failed to return: c; try again later\n"
        )
        #expect(transport.received.map { $0.url.query()?.contains("id=b%2Cc&") } == [false, true])
    }

    @Test("the results are shown without details if the details cannot be fetched")
    func unavailableDetails() async {
        let outcome = await Self.search(["--details"], transport: Self.transport(details: .status(500)))
        #expect(outcome.status == .failure)
        #expect(outcome.output.split(separator: "\n").count == 3)
        #expect(outcome.messages.hasPrefix("seek: no details: YouTube "), "\(outcome.messages)")
    }

    @Test(
        "--dry-run includes the calls for details and the unit for resolving a channel's handle",
        arguments: [
            (["--details"], [["youtube.stats", "3"]]), (["--channel", "@a"], [["youtube.units", "1"]]),
            (["--details", "--channel", "@a"], [["youtube.units", "1"], ["youtube.stats", "3"]]),
        ]
    )
    func detailCost(flags: [String], quotas: [[String]]) async {
        let outcome = await Self.search(flags + ["--dry-run", "--limit", "120"])
        let rows = outcome.output.split(separator: "\n").map { $0.split(separator: "\t").prefix(3).map(String.init) }
        #expect(rows == ([["youtube.search", "3"]] + quotas).map { ["YouTube"] + $0 }, "\(outcome)")
    }

    @Test("--dry-run without --details estimates the search only")
    func searchCost() async {
        #expect(await Self.search(["--dry-run"]).output.split(separator: "\n").count == 1)
    }

    @Test(
        "--thumbnails saves the largest thumbnail of each result",
        arguments: [["videos", "x"], ["video", "ended", "live"], ["channels", "x"]]
    )
    func savedThumbnails(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "new/pictures")
        var transport = Self.transport()
        if arguments[0] != "videos" {
            // Each item has its own thumbnail URL, because concurrent requests for one URL are coalesced.
            func snippet(_ id: String) -> JSONValue {
                ["title": "t", "channelId": "c", "thumbnails": Self.thumbnails(id)]
            }
            let items: JSONValue = [
                "items": [["id": "ended", "snippet": snippet("ended")], ["id": "live", "snippet": snippet("live")]]
            ]
            let channel: JSONValue = [
                "items": [["id": ["kind": "youtube#channel", "channelId": "live"], "snippet": snippet("live")]]
            ]
            transport = StubTransport([
                stub(.get, Self.videos, returning: .json(items)), stub(.get, youTubeSearch, returning: .json(channel)),
                stub(
                    .get,
                    "https://i.ytimg.com/{+path}",
                    times: .any,
                    returning: .response(HTTPResponse(headerFields: [.contentType: "image/jpeg"], body: Self.jpeg))
                ),
            ])
        }
        let outcome = await seek(arguments + ["--thumbnails", path], transport: transport)
        let names = ["videos": ["ended", "live", "private"], "video": ["ended", "live"], "channels": ["live"]]
        let expected = try #require(names[arguments[0]])
        #expect(outcome.status == .success, "\(outcome)")
        #expect(!outcome.output.isEmpty)
        #expect(outcome.messages == "seek: saved \(counted(expected.count, "thumbnail")) in \(path)\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(files == expected.map { "\($0).jpg" })
        #expect(try Data(contentsOf: URL(filePath: "\(path)/live.jpg")) == Self.jpeg)
        let requested = transport.received.map(\.url.path).filter { $0.hasSuffix(".jpg") }
        #expect(requested.allSatisfy { $0.hasSuffix("/large.jpg") })
        #expect(requested.count == expected.count)
    }

    @Test(
        "--thumbnails chooses the extension of a file by the format of the image; the default is jpg",
        arguments: [
            (jpeg, "jpg"), (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "png"),
            (Data("RIFF\0\0\0\0WEBPVP8 ".utf8), "webp"), (Data("RIFF\0\0\0\0WAVE".utf8), "jpg"),
        ]
    )
    func thumbnailExtensions(image: Data, fileExtension: String) async throws {
        let path = try TemporaryFolder().path(of: "a")
        let response = HTTPResponse(headerFields: [.contentType: "image/x"], body: image)
        let outcome = await Self.search(["--thumbnails", path], transport: Self.transport(image: .response(response)))
        #expect(outcome.status == .success, "\(outcome)")
        let files = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(files.allSatisfy { $0.hasSuffix(".\(fileExtension)") }, "\(files)")
    }

    @Test("--thumbnails reports how many thumbnails could not be downloaded, and why", arguments: [404, 500])
    func failedThumbnails(code: Int) async throws {
        let outcome = await Self.search(
            ["--thumbnails", try TemporaryFolder().path(of: "a")],
            transport: Self.transport(image: .status(.init(code: code)))
        )
        #expect(outcome.status == .failure)
        #expect(outcome.output.split(separator: "\n").count == 3)
        let advice = code == 500 ? "; try again later" : ""
        // `{}` is the body of the stub.
        #expect(
            outcome.messages
                == "seek: 3 of 3 thumbnails could not be saved: YouTube (i.ytimg.com): status \(code): {}\(advice)\n"
        )
    }

    @Test("--thumbnails rejects a folder that cannot be created")
    func unusableThumbnailFolder() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file").path
        let transport = Self.transport()
        let rejected = await Self.search(["--thumbnails", "\(file)/x"], transport: transport)
        #expect(rejected.status == .usage)
        #expect(rejected.messages.contains("for thumbnails; choose another folder"))
        #expect(transport.received.isEmpty)
    }

    @Test(
        "a thumbnail is not saved if the ID of its result is not a valid file name",
        arguments: ["../x", "a/b", "", ".."]
    )
    func thumbnailNames(id: String) throws {
        let url = try #require(URL(string: "https://i.ytimg.com/a.jpg"))
        #expect(Thumbnail(name: id, sizes: ["default": YouTubeThumbnail(url: url)]) == nil)
    }

    @Test(
        "reads IDs, URLs and the output of other commands from standard input",
        arguments: [
            ("a1\n\n  https://youtu.be/b2  \na1\n", ["-"], "a1,b2"), ("v0\tTitle of it\tChannel\n", ["-"], "v0"),
            ("b\r\n", ["a", "-", "c"], "a,b,c"),
            ("video\tTitle\thttps://youtu.be/b2\nvideo\tx\thttps://www.youtube.com/watch?v=c3\n", ["-"], "b2,c3"),
            (#"{"id":"b2","title":"A b"}"# + "\n" + #"{"title":"c","url":"https://youtu.be/c3"}"#, ["-"], "b2,c3"),
            (#"[{"id":"b2"},{"id":"x","url":"https://youtu.be/c3"}]"# + "\n", ["-"], "b2,c3"), ("[]\nb2", ["-"], "b2"),
            (#"{"failures":[],"results":[{"id":"b2"},{"url":"https://youtu.be/c3"}]}"#, ["-"], "b2,c3"),
            (#"[{"results":[{"id":"b2"}],"search":"s"},{"results":[{"id":"c3"}],"search":"t"}]"#, ["-"], "b2,c3"),
        ]
    )
    func standardInput(text: String, arguments: [String], ids: String) async {
        let outcome = await showVideos(arguments, input: text)
        // The stub has no videos, so the message names all IDs that were read.
        #expect(outcome.status == .failure)
        #expect(outcome.messages == "seek: video not found or not accessible: \(ids.replacing(",", with: ", "))\n")
    }

    @Test(
        "skips comments and results of another kind in standard input",
        arguments: ["repository\ta/b\thttps://github.com/a/b", #"{"id":7,"url":"https://github.com/a/b"}"#]
    )
    func otherKinds(result: String) async {
        let lines = "# mine\n\(result)\nvideo\tTitle\thttps://youtu.be/b2\n"
        #expect(
            await showVideos(["-"], input: lines).messages == """
                seek: warning: skipped 1 result without a video
                seek: video not found or not accessible: b2

                """
        )
    }

    @Test(
        "rejects standard input with an invalid ID",
        arguments: [
            ("a,b\n", "'a,b' is not a video ID"), ("@slowswift\n", "'@slowswift' is not a video ID"),
            ("https://vimeo.com/1\n", "'https://vimeo.com/1' is not the URL of a video"),
        ]
    )
    func invalidStandardInput(text: String, message: String) async {
        let outcome = await showVideos(["-"], input: text)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
    }

    @Test(
        "standard input without an ID, such as the output of a search without results, is not an error",
        arguments: [
            (["-"], "", "seek: standard input contains no ID\n"), (["-", "--json", "id"], "[]\n", ""),
        ]
    )
    func emptyStandardInput(arguments: [String], output: String, messages: String) async {
        for input in ["", "\n"] {
            let outcome = await showVideos(arguments, input: input)
            #expect(outcome == Outcome(status: .success, output: output, messages: messages))
        }
    }

    private func showVideos(_ arguments: [String], input: String) async -> Outcome {
        let transport = StubTransport([stub(.get, Self.videos, returning: .json(["items": []]))])
        return await runCommand(
            ["video"] + arguments,
            environment: ["YOUTUBE_API_KEY": "k"],
            input: InputLines(input)
        ) { $0.client.transport = transport }
    }

    #if os(Linux)
    @Test("seek video reads the videos that a search writes to a pipe; --details adds columns on a terminal")
    func pipedSearch() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        let pipe = Pipe()
        let search = try await program.run(["videos", "東京", "--limit", "2"], output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let details = try await program.run(["video", "-", "--columns", "duration"], input: pipe.fileHandleForReading)
        #expect(search.status == 0)
        #expect(details.output.split(separator: "\n").count == 2, "\(details)")
        let terminal = try #require(PseudoTerminal(columns: 80))
        let shown = try await program.run(["videos", "東京", "--limit", "2", "--details"], output: terminal.programEnd)
        let text = EveryCommandTests.plain(try await terminal.text())
        #expect(shown.status == 0)
        #expect(text.contains("  DURATION  "), "\(text)")
        #expect(text.contains("  VIEWS"), "\(text)")
    }
    #endif
}
