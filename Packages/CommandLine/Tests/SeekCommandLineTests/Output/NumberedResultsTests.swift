import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

/// Searches on a terminal, and opens results by their number in the last table.
@Suite("Numbered results", .concurrentProgramLimit)
struct NumberedResultsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] {
        ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t", "NO_COLOR": "1", "SEEK_STATE_DIR": folder.path(of: "state")]
    }

    @Test("are stored by tables and opened", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # are opened by their number in the last table, or by several numbers and ranges in the given order
        GET youtube/search -> videos first second third
        GET youtube/videos -> nothing
        $ stty cols 80
        $ seek videos x
        Showing 3 of 1,000 videos; open one with: seek open NUMBER
        |
        | #  TITLE   CHANNEL  PUBLISHED    URL
        1  first   Channel  2 years ago  youtu.be/v0
        2  second  Channel  2 years ago  youtu.be/v1
        3  third   Channel  2 years ago  youtu.be/v2
        $ stat -c %a state/results
        600
        $ seek open 2
        > open https://www.youtube.com/watch?v=v1
        ! seek: result 2: second
        ! seek: opened https://www.youtube.com/watch?v=v1
        $ seek open 3,1-2 --dry-run
        https://www.youtube.com/watch?v=v2
        https://www.youtube.com/watch?v=v0
        https://www.youtube.com/watch?v=v1
        ! seek: result 3: third
        ! seek: result 1: first
        ! seek: result 2: second
        $ seek open '1, 3' --dry-run
        https://www.youtube.com/watch?v=v0
        https://www.youtube.com/watch?v=v2
        ! seek: result 1: first
        ! seek: result 3: third
        $ seek open 1 octocat --dry-run
        https://www.youtube.com/watch?v=v0
        https://github.com/octocat
        ! seek: result 1: first
        $ seek open 1-4
        2! seek: there is no result 1-4; the last table has 3 results, and a range such as 1-3 ends with its larger number
        $ seek video 1 2
        ! seek: result 1: first
        ! seek: result 2: second
        1! seek: video not found or not accessible: v0, v1
        $ seek video 1-2
        ! seek: result 1: first
        ! seek: result 2: second
        1! seek: video not found or not accessible: v0, v1
        $ echo https://github.com/a/b > state/results
        $ seek video 1
        2! seek: result 1 of the last table is not a video, but https://github.com/a/b

        # are neither stored nor replaced if the output is not a table on a terminal
        GET youtube/search -> videos first second third
        $ seek videos x -L1 --columns id
        v0
        $ seek videos x -L1 --json id
        [{"id":"v0"}]
        $ seek videos x -L1 -t {{.id}}
        v0
        $ seek open 1
        2! seek: no numbered results of this terminal are stored; run a search on it first
        $ stty cols 80
        $ seek videos x
        > youtube/search
        $ seek videos x -L1 --json id
        [
          {
            "id": "v0"
          }
        ]
        $ seek videos x -L1 -t {{.id}}
        v0
        $ seek open 3 --dry-run
        https://www.youtube.com/watch?v=v2
        ! seek: result 3: third

        # are not read from a file that other users can write to, or from a folder
        GET youtube/search -> videos first
        $ stty cols 80
        $ seek videos x
        > youtube/search
        $ chmod 666 state/results
        $ seek open 1
        2! seek: cannot read the last results: '{folder}/state/results' can be written by other users; run: chmod go-w '{folder}/state/results'
        $ rm state/results
        $ mkdir state/results
        $ seek open 1
        2! seek: cannot read the last results: '{folder}/state/results' is not a regular file; set SEEK_STATE_DIR to another folder

        # are not numbered if no state folder is set, or if the folder is not writable
        GET youtube/search -> videos first
        $ stty cols 80
        $ SEEK_STATE_DIR= seek videos x
        Showing 1 of 1,000 videos
        |
        TITLE  CHANNEL  PUBLISHED    URL
        first  Channel  2 years ago  youtu.be/v0
        $ SEEK_STATE_DIR=/proc/self/seek seek videos x
        Showing 1 of 1,000 videos
        |
        TITLE  CHANNEL  PUBLISHED    URL
        first  Channel  2 years ago  youtu.be/v0
        ! seek: warning: the quota is not counted: '/proc/self/seek': No such file or directory; correct that, or set SEEK_STATE_DIR to another folder
        ! seek: warning: seek open cannot use numbers of results, because the list cannot be stored: '/proc/self/seek': No such file or directory; set SEEK_STATE_DIR to another folder
        $ SEEK_STATE_DIR= seek open 1
        2! seek: no numbered results are stored, because HOME is not set; set SEEK_STATE_DIR
        """

    @Test("belong to the terminal that showed them; old tables of other terminals are removed")
    func terminals() async {
        func run(_ arguments: String..., on terminal: String, after days: Double = 0) async -> Outcome {
            await runCommand(
                arguments,
                environment: environment,
                terminal: arguments[0] == "videos" ? Terminal(columns: 80) : nil,
                terminalID: terminal
            ) {
                $0.client.transport = StubTransport([
                    stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["first", "second"])))
                ])
                $0.client.now = { Date().addingTimeInterval(days * 86_400) }
            }
        }
        _ = await run("videos", "x", on: "a")
        let other = await run("open", "2", "--dry-run", on: "b")
        #expect(other.status == .usage)
        #expect(other.messages == "seek: no numbered results of this terminal are stored; run a search on it first\n")
        #expect(await run("open", "2", "--dry-run", on: "a").messages == "seek: result 2: second\n")
        _ = await run("videos", "x", on: "b", after: 6)
        #expect(await run("open", "2", "--dry-run", on: "a").status == .success)
        _ = await run("videos", "x", on: "b", after: 8)
        #expect(await run("open", "2", "--dry-run", on: "a").status == .usage)
    }

    @Test(
        "are not opened if the stored list is missing or corrupt, or has no URL for the number or range",
        arguments: [
            (nil, "1", "no numbered results of this terminal are stored; run a search on it first"),
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
        if let file { try folder.writePrivate(file, to: "state/results") }
        let outcome = await seek("open", number, environment: environment)
        #expect(outcome == Outcome(status: .usage, output: "", messages: "seek: \(message)\n"))
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

    #if os(Linux)
    @Test("are opened by another run of the program")
    func openedByProgram() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let program = Program(environment: TestServer.environment(server, folder))
        let terminal = try #require(PseudoTerminal(columns: 80))
        let search = try await program.run(["search", "swift", "--limit", "4"], output: terminal.programEnd)
        let table = plainText(try await terminal.text())
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
