import Foundation
import Seek
import SeekAssistants
import SeekBasics
import Testing

extension SeekConfiguration {
    /// A configuration that stores nothing.
    fileprivate static var unconnected: SeekConfiguration {
        var configuration = SeekConfiguration()
        (configuration.cacheFolder, configuration.stateFolder) = (nil, nil)
        return configuration
    }
}

@Suite("The README")
struct TranscriptTests {
    @Test("describes how a program serves a client")
    func readmeSample() async throws {
        let configuration = SeekConfiguration.unconnected
        let (chunks, input) = AsyncStream<[UInt8]>.makeStream()
        input.yield(Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".utf8))
        input.finish()
        let lines = Mutex<[[UInt8]]>([])
        @Sendable func write(_ line: [UInt8]) -> Bool {
            lines.withLock { $0.append(line) }
            return true
        }
        let server = AssistantServer(SeekClient(configuration))
        await server.run(reading: chunks) { line in write(line) }
        #expect(
            lines.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } == [
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
            ]
        )
    }

    @Test("contains the transcript of a session")
    func transcript() async throws {
        var options = AssistantServer.Options()
        options.youTubeBudget = 2
        let sample = try SampleServer(options) {
            $0.client.now = { Date(timeIntervalSince1970: 1_795_000_000) }
        }
        let transcript = await sample.connected { connection in
            var lines: [String] = []
            func call(_ tool: String, _ arguments: JSONValue) async -> JSONValue {
                let result = await connection.call(tool, arguments)
                lines += ["> \(tool) \(arguments.text())", result.toolText, ""]
                return result
            }
            let fields: JSONValue = ["author", "date"]
            let search = await call("search", ["query": "swift", "limit": 2, "fields": fields])
            _ = await call("search_repositories", ["query": "swift language:swift", "limit": 1, "sort": "stars"])
            _ = await call("video_details", ["ids": ["m9-e0ceo0OF"], "fields": ["duration", "count"]])
            _ = await call(
                "search",
                ["query": "swift", "limit": 1, "fields": fields, "cursor": search.structured["cursor"]]
            )
            _ = await call("search", ["query": "concurrency", "kinds": ["videos", "channels"]])
            _ = await call("search_offline", ["query": "swift", "kinds": ["videos"], "limit": 1, "fields": ["id"]])
            return lines.dropLast().joined(separator: "\n")
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        let expected = "<!-- transcript -->\n```\n\(transcript)\n```\n<!-- /transcript -->"
        #expect(readme.contains(expected), "replace the transcript in the README with:\n\(expected)")
    }
}
