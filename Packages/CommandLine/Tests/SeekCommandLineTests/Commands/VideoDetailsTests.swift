import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Details and thumbnails of videos, and IDs from standard input", .concurrentProgramLimit)
struct VideoDetailsTests {
    private static let videos = "https://www.googleapis.com/youtube/v3/videos"
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])

    private static func thumbnails(_ name: String) -> JSONValue {
        [
            "default": ["url": .string("https://i.ytimg.com/\(name)/small.jpg"), "width": 120, "height": 90],
            "high": ["url": .string("https://i.ytimg.com/\(name)/large.jpg"), "width": 480, "height": 360],
            "medium": ["url": .string("https://i.ytimg.com/\(name)/medium.jpg"), "width": 320, "height": 180],
        ]
    }

    /// Returns a transport that finds the given videos or channels. Each has its own thumbnail URL, because concurrent
    /// requests for one URL are coalesced.
    private static func transport(_ command: String, _ ids: [String], image: Data = jpeg) -> StubTransport {
        let items = ids.map { id -> JSONValue in
            let found: JSONValue = command == "video" ? .string(id) : ["\(command.dropLast())Id": .string(id)]
            return ["id": found, "snippet": ["title": "t", "channelId": "c", "thumbnails": thumbnails(id)]]
        }
        let response = HTTPResponse(headerFields: [.contentType: "image/x"], body: image)
        return StubTransport([
            stub(.get, command == "video" ? videos : youTubeSearch, returning: .json(["items": .array(items)])),
            stub(.get, "https://i.ytimg.com/{+path}", times: .any, returning: .response(response)),
        ])
    }

    @Test("details and standard input", arguments: CommandCase.cases(details + standardInput))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    /// A search finds a broadcast that has ended, one that is live, and a video without details.
    private static let service = """
        GET youtube/search -> {"items": [{"id": {"videoId": "ended"}, "snippet": {"title": "a"}}, \
        {"id": {"videoId": "live"}, "snippet": {"title": "b", "liveBroadcastContent": "live"}}, \
        {"id": {"videoId": "private"}, "snippet": {"title": "c"}}]}
        GET youtube/videos:batchGetStats -> {"items": [\
        {"id": "ended", "contentDetails": {"duration": "PT1H2M3S"}, "statistics": {"viewCount": "1234567"}}, \
        {"id": "live", "contentDetails": {"duration": "P0D"}, "statistics": {"viewCount": "7"}}]}
        GET youtube/videos -> {"items": [{"id": "live", "snippet": {"title": "b", "liveBroadcastContent": "live"}, \
        "contentDetails": {"duration": "P0D"}, "statistics": {"viewCount": "7"}, \
        "liveStreamingDetails": {"concurrentViewers": "42"}}]}
        """

    private static let details = """
        # --details adds the duration or live state and the views before the URL
        \(service)
        $ seek videos x --details -v
        ended\ta\t\t\t3723\t1234567\thttps://www.youtube.com/watch?v=ended
        live\tb\t\t\tlive\t7\thttps://www.youtube.com/watch?v=live
        private\tc\t\t\t\t\thttps://www.youtube.com/watch?v=private
        ! seek: page 1: 3 videos from network, cost 1 call
        ! seek: details of 3 videos, cost 1 call
        $ stty cols 80
        $ seek videos x --details
        Showing 3 videos; open one with: seek open NUMBER
        |
        | #  TITLE  CHANNEL  PUBLISHED  DURATION      VIEWS  URL
        1  a                          1:02:03   1,234,567  youtu.be/ended
        2  b                          live              7  youtu.be/live
        3  c                                               youtu.be/private

        # --details adds fields to JSON; without the flag, these fields are rejected
        \(service)
        $ seek videos x --details --json concurrentViewers,duration,viewCount
        [{"concurrentViewers":null,"duration":3723,"viewCount":1234567},{"concurrentViewers":42,"duration":0,"viewCount":7},{"concurrentViewers":null,"duration":null,"viewCount":null}]
        $ seek videos x --json id,viewCount
        > nothing
        2! seek: the field 'viewCount' requires --details

        # the column duration contains seconds in TSV and CSV, and hours, minutes and seconds in a table
        \(service)
        $ seek videos x --details --columns duration --format tsv
        3723
        0
        |
        $ seek videos x --details --columns duration --format csv
        duration
        3723
        0
        |
        $ seek videos x --details --columns duration --format table
        DURATION
        1:02:03
        0:00
        |

        # only the details of broadcasts cost units, and only if a field that they alone have is requested
        \(service)
        $ seek videos x --details
        > youtube/search
        > youtube/videos:batchGetStats
        $ seek videos x --details --columns duration
        > youtube/search
        > youtube/videos:batchGetStats
        $ seek videos x --details --json viewCount
        > youtube/search
        > youtube/videos:batchGetStats
        $ seek videos x --details --json scheduledStartAt
        > youtube/search
        > youtube/videos:batchGetStats
        > youtube/videos id=live
        $ seek videos x --details --format ndjson
        > youtube/search
        > youtube/videos:batchGetStats
        > youtube/videos id=live

        # seek video shows the start, the audience and, in place of the duration, the live state of a broadcast
        GET youtube/videos:batchGetStats -> {"items": [{"id": "live", "statistics": {"viewCount": "7"}}]}
        GET youtube/videos -> {"items": [{"id": "live", "snippet": {"title": "t", "liveBroadcastContent": "upcoming"}, \
        "contentDetails": {"duration": "P0D"}, "statistics": {"viewCount": "7"}, \
        "liveStreamingDetails": {"concurrentViewers": "42", "scheduledStartTime": "2100-01-31T12:00:00Z"}}]}
        $ seek video live
        live\tt\t\tupcoming\t7\t\t\thttps://www.youtube.com/watch?v=live
        $ seek video live --json concurrentViewers,liveBroadcastContent,scheduledStartAt
        [{"concurrentViewers":42,"liveBroadcastContent":"upcoming","scheduledStartAt":"2100-01-31T12:00:00Z"}]
        $ stty cols 80
        $ seek video live
        title     t
        duration  upcoming
        starts    on 2100-01-31 at 12:00 UTC
        viewers   42
        views     7
        url       https://www.youtube.com/watch?v=live

        # statistics that YouTube fails to return are requested once more, and then reported
        GET youtube/videos:batchGetStats ->
          {"items": [{"id": "a", "statistics": {"viewCount": "5"}}], "summary": {"failedVideoIds": ["b", "c"]}}
          {"items": [{"id": "b", "statistics": {"viewCount": "5"}}], "summary": {"failedVideoIds": ["c"]}}
        $ seek video a b c d --columns id,viewCount
        > youtube/videos:batchGetStats id=a,b,c,d
        > youtube/videos:batchGetStats id=b,c
        a\t5
        b\t5
        ! seek: video not found or not accessible: d
        1! seek: YouTube failed to return: c; try again later

        # the results are shown without details if the details cannot be fetched
        GET youtube/search -> videos a
        GET youtube/videos:batchGetStats -> 500
        $ seek videos x --details --columns id,duration
        v0\t
        1! seek: no details: YouTube (www.googleapis.com) failed: status 500: {}; try again later

        # --dry-run includes the calls for details and the unit for resolving a channel's handle
        $ seek videos x --dry-run --limit 120 --details
        YouTube\tyoutube.search\t3\t0\t100\tyes
        YouTube\tyoutube.stats\t3\t0\t10000\tyes
        $ seek videos x --dry-run --limit 120 --channel @a
        YouTube\tyoutube.search\t3\t0\t100\tyes
        YouTube\tyoutube.units\t1\t0\t10000\tyes
        $ seek videos x --dry-run --limit 120 --details --channel @a
        YouTube\tyoutube.search\t3\t0\t100\tyes
        YouTube\tyoutube.units\t1\t0\t10000\tyes
        YouTube\tyoutube.stats\t3\t0\t10000\tyes

        # thumbnails that could not be downloaded are counted, and a folder that cannot be created is rejected
        GET youtube/search -> {"items": [{"id": {"videoId": "a"}, "snippet": {"title": "t", "thumbnails": {"default": \
        {"url": "https://i.ytimg.com/a.jpg", "width": 120, "height": 90}}}}]}
        GET https://i.ytimg.com/a.jpg -> 404
        $ seek videos x --thumbnails {folder}/a --columns id
        a
        1! seek: 1 of 1 thumbnail could not be saved: YouTube (i.ytimg.com): status 404: {}
        $ touch file
        $ seek videos x --thumbnails {folder}/file/x
        > nothing
        2! seek: cannot create the folder '{folder}/file/x' for thumbnails; choose another folder

        # videos are written as TSV, JSON or, on a terminal, a table; missing videos are named
        GET youtube/videos -> youtube/videos
        $ seek video Sw1ftSeek01 nothere --columns id,title -v
        Sw1ftSeek01\t
        ! seek: 1 of 2 videos from network, cost 1 unit
        ! seek: warning: skipped items[2].id: is empty
        1! seek: video not found or not accessible: nothere
        $ seek video Sw1ftSeek01
        Sw1ftSeek01\t\t\t6003\t1250\t98\t\thttps://www.youtube.com/watch?v=Sw1ftSeek01
        ! seek: warning: skipped items[2].id: is empty
        $ seek video 'a b'
        2! seek: 'a b' is not a video ID
        $ YOUTUBE_API_KEY= seek video a
        4! seek: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube
        $ stty cols 60
        $ seek video Sw1ftSeek01
        duration  1:40:03
        views     1,250
        likes     98
        comments  7
        url       https://www.youtube.com/watch?v=Sw1ftSeek01
        ! seek: warning: skipped items[2].id: is empty

        """

    private static let standardInput = """
        # IDs, URLs and the output of other commands are read from standard input
        GET youtube/videos:batchGetStats -> nothing
        GET youtube/videos -> nothing
        $ printf 'a1\\n\\n  https://youtu.be/b2  \\na1\\n' | seek video -
        1! seek: video not found or not accessible: a1, b2
        $ printf 'v0\\tTitle of it\\tChannel\\n' | seek video -
        1! seek: video not found or not accessible: v0
        $ printf 'b\\r\\n' | seek video a - c
        1! seek: video not found or not accessible: a, b, c
        $ printf 'video\\tTitle\\thttps://youtu.be/b2\\nvideo\\tx\\thttps://www.youtube.com/watch?v=c3\\n' | seek video -
        1! seek: video not found or not accessible: b2, c3
        $ printf '{"id":"b2","title":"A b"}\\n{"title":"c","url":"https://youtu.be/c3"}\\n' | seek video -
        1! seek: video not found or not accessible: b2, c3
        $ echo '[{"id":"b2"},{"id":"x","url":"https://youtu.be/c3"}]' | seek video -
        1! seek: video not found or not accessible: b2, c3
        $ printf '[]\\nb2' | seek video -
        1! seek: video not found or not accessible: b2
        $ echo '{"failures":[],"results":[{"id":"b2"},{"url":"https://youtu.be/c3"}]}' | seek video -
        1! seek: video not found or not accessible: b2, c3
        $ echo '[{"results":[{"id":"b2"}],"search":"s"},{"results":[{"id":"c3"}],"search":"t"}]' | seek video -
        1! seek: video not found or not accessible: b2, c3

        # comments and results of another kind in standard input are skipped, and an invalid ID is rejected
        GET youtube/videos -> nothing
        $ printf '# mine\\nrepository\\ta/b\\thttps://github.com/a/b\\nvideo\\tTitle\\thttps://youtu.be/b2\\n' | seek video -
        ! seek: warning: skipped 1 result without a video
        1! seek: video not found or not accessible: b2
        $ printf '{"id":7,"url":"https://github.com/a/b"}\\nb2\\n' | seek video -
        ! seek: warning: skipped 1 result without a video
        1! seek: video not found or not accessible: b2
        $ echo a,b | seek video -
        2! seek: 'a,b' is not a video ID
        $ echo @slowswift | seek video -
        2! seek: '@slowswift' is not a video ID
        $ echo https://vimeo.com/1 | seek video -
        2! seek: 'https://vimeo.com/1' is not the URL of a video

        # standard input without an ID, such as the output of a search without results, is not an error
        $ printf '' | seek video -
        ! seek: standard input contains no ID
        $ echo | seek video -
        ! seek: standard input contains no ID
        $ printf '' | seek video - --json id
        []
        """

    @Test(
        "--thumbnails saves the largest thumbnail of each result",
        arguments: [
            ("videos x", ["ended", "live"]), ("video ended live", ["ended", "live"]), ("channels x", ["live"]),
        ]
    )
    func savedThumbnails(line: String, ids: [String]) async throws {
        let path = try TemporaryFolder().path(of: "new/pictures")
        let transport = Self.transport(line.words[0], ids)
        let outcome = await seek(line.words + ["--thumbnails", path], transport: transport)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(!outcome.output.isEmpty)
        #expect(outcome.messages == "seek: saved \(counted(ids.count, "thumbnail")) in \(path)\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ids.map { "\($0).jpg" })
        #expect(try Data(contentsOf: URL(filePath: "\(path)/live.jpg")) == Self.jpeg)
        let requested = transport.received.map(\.url.path).filter { $0.hasSuffix(".jpg") }
        #expect(requested.sorted() == ids.map { "/\($0)/large.jpg" })
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
        let transport = Self.transport("videos", ["x"], image: image)
        let outcome = await seek("videos", "x", "--thumbnails", path, transport: transport)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["x.\(fileExtension)"])
    }

    @Test(
        "a thumbnail is not saved if the ID of its result is not a valid file name",
        arguments: ["../x", "a/b", ".."]
    )
    func thumbnailNames(id: String) async throws {
        let path = try TemporaryFolder().path(of: "a")
        let transport = Self.transport("videos", [id])
        let outcome = await seek("videos", "x", "--thumbnails", path, transport: transport)
        #expect(outcome.messages == "seek: saved 0 thumbnails in \(path)\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        #expect(transport.received.count == 1)
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
        let text = plainText(try await terminal.text())
        #expect(shown.status == 0)
        #expect(text.contains("  DURATION  "), "\(text)")
        #expect(text.contains("  VIEWS"), "\(text)")
    }
    #endif
}
