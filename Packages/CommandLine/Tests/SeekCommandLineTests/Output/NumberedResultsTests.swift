import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

/// Searches on a terminal, and opens results by their number in the last table.
@Suite("Numbered results", .concurrentProgramLimit)
struct NumberedResultsTests {
    private let folder: TemporaryFolder
    private let stateFolder: String

    init() throws {
        folder = try TemporaryFolder()
        stateFolder = folder.path(of: "state")
    }

    private var environment: [String: String] {
        ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t", "NO_COLOR": "1", "SEEK_STATE_DIR": stateFolder]
    }

    private var transport: StubTransport {
        StubTransport([
            stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["first", "second", "third"]))),
            stub(.get, "https://www.googleapis.com/youtube/v3/videos", returning: .json(["items": []])),
        ])
    }

    private func run(_ arguments: String..., columns: Int? = nil, opener: RecordingOpener? = nil) async -> Outcome {
        let transport = transport
        return await runCommand(
            arguments,
            environment: environment,
            terminal: columns.map { Terminal(columns: $0) },
            opener: opener
        ) { $0.client.transport = transport }
    }

    @Test("are opened by their number in the last table")
    func openedByNumber() async {
        let table = await run("videos", "x", columns: 80)
        let lines = table.output.split(separator: "\n")
        #expect(lines[0] == "Showing 3 of 1,000 videos; open one with: seek open NUMBER")
        #expect(lines[1].hasPrefix("#  TITLE   CHANNEL  PUBLISHED"))
        #expect(lines[1].hasSuffix("URL"))
        #expect(lines[3].hasPrefix("2  second  "))
        #expect(lines[3].hasSuffix("  youtu.be/v1"))
        let opener = RecordingOpener()
        let opened = await run("open", "2", opener: opener)
        #expect(opened.messages == "seek: opened https://www.youtube.com/watch?v=v1\n")
        #expect(opener.opened == ["https://www.youtube.com/watch?v=v1"])
        #expect(await run("open", "3", "--dry-run").output == "https://www.youtube.com/watch?v=v2\n")
        #expect(await run("video", "1", "2").messages.hasSuffix("not found or not accessible: v0, v1\n"))
    }

    @Test("are opened by several numbers and ranges, in the given order")
    func openedByNumbers() async {
        _ = await run("videos", "x", columns: 80)
        let url = "https://www.youtube.com/watch?v="
        #expect(await run("open", "3,1-2", "--dry-run").output == "\(url)v2\n\(url)v0\n\(url)v1\n")
        #expect(await run("open", "1, 3", "--dry-run").output == "\(url)v0\n\(url)v2\n")
        #expect(await run("open", "1", "octocat", "--dry-run").output == "\(url)v0\nhttps://github.com/octocat\n")
        #expect(await run("video", "1-2").messages.hasSuffix("not found or not accessible: v0, v1\n"))
        let opener = RecordingOpener()
        let outcome = await run("open", "1-4", opener: opener)
        #expect(outcome.messages.hasPrefix("seek: there is no result 1-4; the last table has 3 results, "))
        #expect(opener.opened.isEmpty)
    }

    @Test("that are not videos are rejected by seek video with an error that contains their URL")
    func notVideos() async throws {
        _ = await run("videos", "x", columns: 80)
        try Data("https://github.com/a/b\n".utf8).write(to: URL(filePath: "\(stateFolder)/results"))
        let outcome = await run("video", "1")
        #expect(outcome.status == .usage)
        #expect(outcome.messages == "seek: result 1 of the last table is not a video, but https://github.com/a/b\n")
    }

    @Test("are stored in a file that only its owner can read")
    func filePermissions() async throws {
        _ = await run("videos", "x", columns: 80)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(stateFolder)/results")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "are neither stored nor replaced if the output is not a table on a terminal",
        arguments: [[], ["--json"], ["-t", "{{.id}}"]]
    )
    func otherOutput(flags: [String]) async throws {
        let transport = transport
        _ = await seek(["videos", "x"] + flags, environment: environment, transport: transport)
        #expect(!FileManager.default.fileExists(atPath: "\(stateFolder)/results"))
        _ = await run("videos", "x", columns: 80)
        let outcome = await seek(["videos", "x"] + flags, environment: environment, transport: transport)
        #expect(!outcome.output.contains("seek open"))
        #expect(await run("open", "3", "--dry-run").status == .success)
    }

    @Test(
        "are not opened if the stored list is missing or corrupt, or has no URL for the number or range",
        arguments: [
            (nil, "1", "no numbered results are stored; run a search on a terminal first"),
            ("https://a.example/\n\n", "0", "there is no result 0; the last table has 2 results"),
            ("https://a.example/\n", "31", "there is no result 31; the last table has 1 result"),
            (
                "https://a.example/\n\n", "2-1",
                "there is no result 2-1; the last table has 2 results, and a range such as 1-3 ends with its larger "
                    + "number"
            ),
            (
                "https://a.example/\n", "1-65536",
                "there is no result 1-65536; the last table has 1 result, and a range such as 1-3 ends with its larger "
                    + "number"
            ),
            (
                "https://a.example/\n", "99999999999999999999",
                "there is no result 99999999999999999999; the last table has 1 result"
            ),
            ("https://a.example/\n\n", "2", "result 2 has no web address"),
            ("file:///etc/passwd\n", "1", "the stored results are corrupt; run the search on a terminal again"),
            ("garbage\n", "1", "the stored results are corrupt; run the search on a terminal again"),
        ] as [(String?, String, String)]
    )
    func invalidNumbers(file: String?, number: String, message: String) async throws {
        if let file {
            _ = await run("videos", "x", columns: 80)
            try Data(file.utf8).write(to: URL(filePath: "\(stateFolder)/results"))
        }
        let outcome = await run("open", number)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
    }

    @Test("are not read from a file that other users can write to")
    func writableFile() async throws {
        _ = await run("videos", "x", columns: 80)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(stateFolder)/results")
        let outcome = await run("open", "1")
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: cannot read the last results: "))
        #expect(outcome.messages.split(separator: "; run: chmod ").count == 2, "\(outcome.messages)")
    }

    @Test("cannot be read if a folder has the name of the file; the message advises to change the state folder")
    func folderInPlaceOfFile() async throws {
        try FileManager.default.createDirectory(atPath: "\(stateFolder)/results", withIntermediateDirectories: true)
        let outcome = await run("open", "1")
        #expect(outcome.messages.hasSuffix(" is not a regular file; set SEEK_STATE_DIR to another folder\n"))
    }

    @Test("are not numbered if no state folder is set, or if the folder is not writable")
    func withoutFolder() async throws {
        let transport = transport
        func table(_ folder: String?) async -> Outcome {
            var variables = environment
            variables["SEEK_STATE_DIR"] = folder
            return await seek(
                ["videos", "x"],
                environment: variables,
                terminal: Terminal(columns: 80),
                transport: transport
            )
        }
        #expect(await table(nil).output.contains("\nTITLE "))
        // Not even root can create a folder in /proc.
        let readOnly = await table("/proc/self/seek")
        #expect(readOnly.output.contains("\nTITLE "))
        #expect(
            readOnly.messages.contains(
                "seek: warning: seek open cannot use numbers of results, because the list cannot be"
            )
        )
        let open = await runCommand(["open", "1"])
        #expect(open.messages.contains("HOME is not set; set SEEK_STATE_DIR"))
    }

    @Test(
        "fit the terminal",
        arguments: [60, 80, 100, 200],
        [
            ["search", "swift", "--timeout", "1h"], ["videos", "東京"], ["playlists", "swift"], ["issues", "hello"],
            ["saved", "run", "walks", "--timeout", "1h"], ["code", "hello"],
        ]
    )
    func tableWidth(columns: Int, arguments: [String]) async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["NO_COLOR"] = "1"
        if arguments[0] == "saved" {
            _ = await runCommand(["saved", "add", "walks", "swift"], environment: environment)
        }
        let outcome = await runCommand(arguments, environment: environment, terminal: Terminal(columns: columns))
        #expect(outcome.status == .success, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").drop { $0.hasPrefix("Showing ") }
        let header = try #require(lines.first)
        DisplayWidth.measuring { measure in
            // Bidirectional isolates have no width on a terminal.
            let widest = lines.map { measure.columns(of: $0.filter { !"\u{2068}\u{2069}".contains($0) }) }.max()
            #expect(widest ?? 0 <= columns, "\(outcome.output)")
        }
        #expect(header.contains("# "))
    }

    @Test(
        "leave 40 of 80 columns to a long title",
        arguments: [["videos", "x"], ["search", "x", "--kinds", "videos"]]
    )
    func longTitle(arguments: [String]) async {
        let title = (1...20).map { "word\($0)" }.joined(separator: " ")
        let outcome = await seek(
            arguments,
            environment: environment,
            terminal: Terminal(columns: 80),
            transport: StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos([title])))])
        )
        // An ellipsis follows the 39 characters.
        #expect(outcome.output.contains(" \(title.prefix(39))"), "\(outcome.output)")
    }

    @Test(
        "have a full URL in the last column of the output to a pipe",
        arguments: [
            ["search", "swift", "--why", "--timeout", "1h"], ["search", "swift", "--offline"], ["videos", "東京"],
            ["channels", "swift"],
            ["playlists", "swift"], ["video", "m9-e0ceo0OF"], ["repos", "swift"], ["issues", "hello"],
            ["prs", "hello"],
            ["users", "octocat"], ["code", "hello"], ["user", "octocat"], ["saved", "run", "walks", "--timeout", "1h"],
        ]
    )
    func urlInPipe(arguments: [String]) async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let environment = TestServer.environment(server, folder)
        if arguments[0] == "saved" {
            _ = await runCommand(["saved", "add", "walks", "swift"], environment: environment)
        }
        if arguments.contains("--offline") { _ = await runCommand(["videos", "swift"], environment: environment) }
        let outcome = await runCommand(arguments, environment: environment)
        let lines = outcome.output.split(separator: "\n")
        #expect(!lines.isEmpty, "\(outcome)")
        for line in lines {
            let last = line.split(separator: "\t", omittingEmptySubsequences: false).last ?? ""
            #expect(last.hasPrefix("https://"), "\(line)")
        }
    }

    #if os(Linux)
    @Test("are opened by another run of the program")
    func openedByProgram() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        let terminal = try #require(PseudoTerminal(columns: 80))
        let search = try await program.run(["search", "swift", "--limit", "4"], output: terminal.programEnd)
        let table = EveryCommandTests.plain(try await terminal.text())
        #expect(search.status == 0, "\(search)")
        #expect(table.contains("#  KIND        TITLE "), "\(table)")
        let lines = try await program.run("search", "swift", "--limit", "4").output.split(separator: "\n")
        for (index, line) in lines.enumerated() {
            let open = try await program.run("open", "\(index + 1)", "--dry-run")
            #expect(open.output == "\(line.split(separator: "\t").last ?? "")\n")
        }
    }
    #endif
}
