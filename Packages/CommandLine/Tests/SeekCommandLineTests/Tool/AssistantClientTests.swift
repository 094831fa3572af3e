#if os(macOS) || os(Linux)
import Foundation
import SeekTestHelpers
import Testing

@Suite("seek mcp", .concurrentProgramLimit)
struct AssistantClientTests {
    /// The folder of the SDK, in that of the repository.
    private static let sdk = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../../.build/assistant-tools").standardizedFileURL.path

    /// Lists and calls all tools. The SDK compares structured results with the schemas.
    private static let client = """
        import asyncio, json, os, sys
        from mcp import Client, StdioServerParameters

        CALLS = [
            ("search", {"query": "swift"}), ("search_videos", {"query": "swift", "limit": 3}),
            ("search_repositories", {"query": "swift"}), ("search_issues", {"query": "hello", "mode": "hybrid"}),
            ("search_code", {"query": "hello"}), ("video_details", {"ids": ["m9-e0ceo0OF"]}),
            ("search_offline", {"query": "swift"}), ("run_saved_search", {"name": "walks"}), ("quota", {}),
        ]

        async def main(seek, mode):
            server = StdioServerParameters(command=seek, args=["mcp"], env=dict(os.environ))
            async with Client(server, mode=mode) as client:
                names = [tool.name for tool in (await client.list_tools()).tools]
                assert names == [name for name, _ in CALLS], names
                for name, arguments in CALLS:
                    result = await client.call_tool(name, arguments)
                    assert not result.is_error and result.structured_content, result
                resources = (await client.list_resources()).resources
                read = await client.read_resource(resources[0].uri)
                print(client.protocol_version, json.loads(read.contents[0].text)["query"])

        asyncio.run(main(*sys.argv[1:]))
        """

    @Test("skips a message of 96 MB without storing it, responds to the next one, and ends with its input")
    func largeMessage() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "input")
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        let ping =
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
            + #""capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#
        try file.truncate(atOffset: 96 << 20)
        try file.seekToEnd()
        try file.write(contentsOf: Data("\n\(ping)\n".utf8))
        try file.seek(toOffset: 0)
        let program = Program(environment: ["HOME": folder.url.path])
        // The limit of memory is smaller than the message.
        let limited = program.launched(by: "/bin/sh", "-c", #"ulimit -d 90000 && exec "$0" "$@""#)
        let outcome = try await limited.run("mcp", input: file)
        #expect(outcome.status == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("the message is larger than 1048576 bytes") == true)
        #expect(lines.last?.contains(#""protocolVersion":"2025-11-25""#) == true)
    }

    @Test(
        "is understood by the Python SDK in both forms of the protocol",
        .enabled(if: FileManager.default.fileExists(atPath: sdk), "the SDK is missing: Scripts/bootstrap --assistants"),
        arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]
    )
    func sdkClient(mode: String, version: String) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["PYTHONPATH"] = Self.sdk
        let program = Program(environment: environment)
        _ = try await program.run("saved", "add", "walks", "swift", "--limit", "5")
        let outcome = try await program.launched(by: "/usr/bin/env", "python3", "-c", Self.client).run(mode)
        #expect(outcome.output == "\(version) swift\n", "\(outcome)")
    }
}
#endif
