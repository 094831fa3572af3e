import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Details of videos")
struct VideoCommandTests {
    private let environment = ["YOUTUBE_API_KEY": "k"]
    private let videos = "https://www.googleapis.com/youtube/v3/videos"

    private var transport: StubTransport {
        StubTransport([stub(.get, videos, returning: .json(file: "youtube/videos"))])
    }

    private func ids() throws -> [String] {
        let page: JSONValue = try load("youtube/videos")
        return (page["items"].array ?? []).compactMap { $0["id"].string }.filter { !$0.isEmpty }
    }

    @Test("writes TSV, JSON or, on a terminal, a table; --verbose reports the cost")
    func outputFormats() async throws {
        let ids = try ids()
        let tsv = await seek(["video"] + ids, environment: environment, transport: transport)
        #expect(tsv.status == .success, "\(tsv)")
        #expect(tsv.output.split(separator: "\n").count == ids.count, "\(tsv)")
        #expect(
            tsv.output.split(separator: "\n").allSatisfy {
                $0.split(separator: "\t", omittingEmptySubsequences: false).count == 8
            }
        )
        let json = await seek(
            ["video"] + ids + ["--json", "id,duration"],
            environment: environment,
            transport: transport
        )
        #expect(json.output.hasPrefix("[{\"duration\":"))
        let verbose = await seek(["video"] + ids + ["-v"], environment: environment, transport: transport)
        #expect(verbose.messages.contains("cost 1 unit\n"))
        #expect(verbose.status == .success)
        let table = await seek(
            ["video"] + ids,
            environment: environment,
            terminal: Terminal(columns: 100),
            transport: transport
        )
        #expect(table.output.contains("DURATION"))
    }

    @Test("names missing videos, and shows the others")
    func missingVideos() async throws {
        let ids = try ids()
        let outcome = await seek(["video"] + ids + ["nothere"], environment: environment, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.output.split(separator: "\n").count == ids.count)
        #expect(outcome.messages.hasSuffix("seek: video not found or not accessible: nothere\n"))
    }

    @Test("shows a single video as a list of its properties on a terminal")
    func singleVideo() async throws {
        let id = try #require(try ids().first)
        let outcome = await seek(
            ["video", id],
            environment: environment,
            terminal: Terminal(columns: 60),
            transport: transport
        )
        #expect(outcome.output.contains("title "))
        #expect(outcome.output.contains("url "))
        #expect(outcome.output.contains(id))
    }

    @Test("rejects an invalid ID, and requires a key")
    func rejectedRequests() async {
        let rejected = await seek("video", "a b", environment: environment)
        #expect(rejected.status == .usage)
        let unauthorized = await seek("video", "a", environment: [:])
        #expect(unauthorized.status == .unauthorized)
    }
}
