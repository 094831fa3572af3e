#if os(macOS) || os(Linux)
import Dispatch
import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs the program with a local server, writing to a pipe or a terminal.
@Suite("The program seek", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct SeekToolTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func program(_ server: LoopbackServer, _ variables: [String: String] = [:]) -> Program {
        let url = server.baseURL.absoluteString
        return Program(
            environment: [
                "YOUTUBE_API_KEY": "S3CRET", "SEEK_YOUTUBE_URL": url, "SEEK_GITHUB_URL": url,
                "SEEK_CACHE_DIR": folder.url.path,
                "SEEK_STATE_DIR": folder.url.path,
                "PATH": "/usr/bin:/bin",
            ].merging(variables) { _, new in new }
        )
    }

    /// Starts a server whose responses are a page of videos with these titles.
    private func server(_ titles: [String]) throws -> LoopbackServer {
        let body = SearchCommandTests.videos(titles).data
        return try LoopbackServer { _ in
            .response(HTTPResponse(headerFields: [.contentType: "application/json"], body: body))
        }
    }

    #if os(Linux)
    @Test("starts without loading libcurl or the large parts of Foundation")
    func loadedLibraries() async throws {
        // As with `ldd`, the loader lists the libraries instead of starting the program.
        let outcome = try await Program(environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).run("--version")
        #expect(outcome.output.contains("libswiftCore"))
        #expect(outcome.output.contains("libsqlite3"))
        for library in ["libcurl", "libFoundation.so", "libFoundationNetworking", "libFoundationInternationalization"] {
            #expect(!outcome.output.contains(library), "\(library)")
        }
    }

    @Test(
        "a search on a full disk succeeds with one warning; its results can be stored once there is space",
        .enabled(if: SmallDisk.isPermitted, "mounting a file system requires root"),
        // From no space to enough for creating the files of the cache, but not for filling them.
        arguments: [0, 48 << 10, 64 << 10, 80 << 10]
    )
    func fullDisk(freeBytes: Int) async throws {
        let disk = try SmallDisk(size: 1 << 20)
        let server = try server((0..<40).map { "swift \($0) " + String(repeating: "long ", count: 40) })
        defer { server.stop() }
        let cache = disk.url.appending(path: "cache").path
        let program = program(server, ["SEEK_CACHE_DIR": cache])
        try disk.fill(leaving: freeBytes)
        let search = try await program.run("videos", "swift", "-L1")
        #expect(search.status == 0, "\(search)")
        #expect(search.output.contains("swift 0"), "\(search)")
        #expect(search.messages.hasPrefix("seek: warning: no space left for the "), "\(search.messages)")
        #expect(search.messages.split(separator: "\n").count == 1, "\(search.messages)")
        let offline = try await program.run("search", "swift", "--offline")
        #expect(offline.messages.split(separator: "\n").count == 1, "\(offline)")
        try disk.makeRoom()
        for arguments in [["videos", "swift", "-L1"], ["search", "swift", "--offline", "-L1"]] {
            let outcome = try await program.run(arguments)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.contains("swift "), "\(outcome)")
            #expect(outcome.messages.isEmpty, "\(outcome)")
        }
    }

    @Test(
        "the entries of the cache can be removed on a full disk, but are not counted",
        .enabled(if: SmallDisk.isPermitted, "mounting a file system requires root"),
        arguments: [
            (["--all"], "seek: removed all entries\n"),
            (["--all", "--json"], #"{"kept":0,"removed":null,"removedBytes":null}"# + "\n"),
        ]
    )
    func cleaningOnFullDisk(flags: [String], report: String) async throws {
        let disk = try SmallDisk(size: 1 << 20)
        let server = try server(["swift"])
        defer { server.stop() }
        let program = program(server, ["SEEK_CACHE_DIR": disk.url.appending(path: "cache").path])
        #expect(try await program.run("videos", "swift").messages.isEmpty)
        try disk.fill()
        let cleaning = try await program.run(["cache", "clean"] + flags)
        #expect(cleaning.status == 0, "\(cleaning)")
        #expect(cleaning.output + cleaning.messages == report)
        try disk.makeRoom()
        #expect(try await program.run("cache", "stats", "--json").output.contains(#""entries":0"#))
    }
    #endif

    @Test("searches over the network, repeats a search from disk without the server, and reports a failed connection")
    func repeatedSearch() async throws {
        let server = try server(["東京 夜景"])
        defer { server.stop() }
        let program = program(server)
        let first = try await program.run("videos", "夜景", "--verbose")
        #expect(first.status == 0, "\(first)")
        #expect(first.output.hasPrefix("v0\t東京 夜景\tChannel\t"))
        #expect(first.messages == "seek: page 1: 1 video from network, cost 1 call\n")
        server.stop()
        let second = try await program.run("videos", "夜景", "--verbose")
        #expect(second.status == 0)
        #expect(second.output == first.output)
        #expect(second.messages.hasPrefix("seek: page 1: 1 video from disk, "))
        let third = try await self.program(server, ["SEEK_YOUTUBE_URL": "http://127.0.0.1:1"]).run("videos", "other")
        #expect(third.status == 1)
        #expect(third.output.isEmpty)
        #expect(third.messages.contains("could not connect; check the network and SEEK_YOUTUBE_URL"))
        #expect(!third.messages.contains("S3CRET"))
    }

    @Test("processes that change the configuration at the same time lose no change")
    func configurationChanges() async throws {
        let program = Program(environment: ["SEEK_CONFIG": folder.url.appending(path: "config").path])
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 0..<8 {
                group.addTask { try await program.run("alias", "set", "a\(number)", "repos").status }
            }
            for try await status in group { #expect(status == 0) }
        }
        let list = try await program.run("alias", "list")
        #expect(list.output.split(separator: "\n").count == 8, "\(list.output)")
    }

    @Test("two processes do not both spend the last call of the day")
    func lastCall() async throws {
        let server = try server(["a"])
        defer { server.stop() }
        let program = program(server, ["SEEK_YOUTUBE_SEARCH_QUOTA": "1"])
        async let first = program.run("videos", "one")
        async let second = program.run("videos", "two")
        let outcomes = try await [first, second].sorted { $0.status < $1.status }
        #expect(outcomes.map(\.status) == [0, 1], "\(outcomes)")
        #expect(outcomes[1].messages.contains("YouTube: today's quota is used up; it resets "))
        #expect(server.received.count == 1)
    }

    @Test("rejects an argument that is not encoded in UTF-8, instead of searching for U+FFFD")
    func invalidUTF8() async throws {
        let server = try server([])
        defer { server.stop() }
        let script = #"exec "$0" videos "$(printf 'caf\351')""#
        let outcome = try await program(server).launched(by: "/bin/sh", "-c", script).run()
        #expect(outcome.status == 2)
        #expect(
            outcome.messages
                == "seek: argument 2, 'caf\u{FFFD}', is not encoded in UTF-8; check the encoding of the terminal or "
                + "script\n"
        )
        #expect(server.received.isEmpty)
        #expect(try await program(server).run("videos", "caf\u{FFFD}").status == 0)
    }

    // The program parses URLs without Foundation's support for international names, which the tests load.
    @Test(
        "describes what is invalid in the host or port of a URL",
        arguments: [
            ("http://a b.example/", "the host 'a b.example' contains a character"),
            ("http://a:99999", "the port 99999 is outside 1...65535"),
            ("https://bücher.example/walks.xml", "write international names in ASCII (xn--"),
        ]
    )
    func invalidAddresses(url: String, problem: String) async throws {
        let program = Program(environment: ["SEEK_STATE_DIR": folder.url.path])
        let outcome = try await program.run("saved", "feed", "walks", "--url", url)
        #expect(outcome.status == 2)
        #expect(outcome.messages.hasPrefix("seek: --url is invalid: "), "\(outcome)")
        #expect(outcome.messages.contains(problem), "\(outcome)")
    }

    @Test("prints its version and its help, and exits with the documented statuses")
    func exitStatuses() async throws {
        let server = try server([])
        defer { server.stop() }
        let program = program(server)
        #expect(try await program.run("--version").output == "seek \(SeekVersion.current) (not a release build)\n")
        #expect(try await program.run("--help").output.hasPrefix("Search YouTube"))
        #expect(try await program.run("videos", "x", "--limt").status == 2)
        #expect(try await program.run("videos", "nothing").status == 0)
        let withoutKey = Program(environment: ["SEEK_YOUTUBE_URL": server.baseURL.absoluteString])
        #expect(try await withoutKey.run("videos", "x").status == 4)
    }

    @Test("is terminated by SIGINT while the server does not respond, so that a shell's loop stops")
    func interrupt() async throws {
        let server = try LoopbackServer { _ in .fault(.stall) }
        defer { server.stop() }
        let outcome = try await program(server).run("repos", "x") { processID in
            await server.waitUntilReceived(1)
            kill(processID, SIGINT)
        }
        #expect(outcome.status == 128 + SIGINT)
        #expect(outcome.messages == "seek: cancelled\n")
    }

    #if os(Linux)
    @Test(
        "is terminated by SIGINT while Redis does not reply, with or without a terminal",
        .enabled(if: RedisServer.isInstalled, "run Scripts/bootstrap"),
        arguments: [["repos", "x"], ["cache", "stats"], ["quota"]],
        [false, true]
    )
    func interruptDuringRedis(arguments: [String], onTerminal: Bool) async throws {
        let server = try server([])
        defer { server.stop() }
        let redis = try await RedisServer()
        redis.suspend()
        var program = program(server)
        program.environment.merge(["SEEK_REDIS_URL": redis.url, "SEEK_REDIS_TIMEOUT": "60000"]) { $1 }
        let terminal = onTerminal ? PseudoTerminal(columns: 80) : nil
        let outcome = try await program.run(
            arguments,
            output: terminal?.programEnd,
            messages: terminal?.programEnd
        ) { processID in
            await eventually { Self.openSockets(of: processID) > 0 }
            kill(processID, SIGINT)
        }
        #expect(outcome.status == 128 + SIGINT)
        #expect(outcome.output.isEmpty)
        let shown = try await terminal?.text() ?? outcome.messages
        #expect(!shown.contains("Cancellation"), "\(shown)")
        // The last output is a complete line, or erases the line of the progress.
        #expect(shown.isEmpty || shown.hasSuffix("\n") || shown.hasSuffix("\r\u{1B}[K"), "\(shown)")
    }

    /// Returns the number of open sockets of a process.
    private static func openSockets(of processID: Int32) -> Int {
        let folder = "/proc/\(processID)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target?.hasPrefix("socket:") == true
        }
    }

    @Test("suspends itself while jq is suspended, and completes after both are resumed")
    func suspendedFilter() async throws {
        let server = try server(["first"])
        defer { server.stop() }
        let file = folder.path(of: "process")
        try folder.writeScript("[ -e '\(file)' ] || { echo $$ > '\(file)'; kill -STOP $$; }; cat", to: "bin/jq")
        func filterID() -> Int32? {
            (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int32($0.dropLast()) }
        }
        let program = program(server, ["PATH": "\(folder.path(of: "bin")):/usr/bin:/bin"])
        let outcome = try await program.run("videos", "x", "--json", "id", "--jq", ".") { processID in
            await eventually("the program is suspended") {
                (try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8))?.contains(") T ") == true
            }
            if let id = filterID() { kill(id, SIGCONT) }
            kill(processID, SIGCONT)
        }
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("v0"), "\(outcome)")
    }
    #endif

    @Test("is terminated by SIGQUIT without a crash report")
    func quit() async throws {
        let server = try LoopbackServer { _ in .fault(.stall) }
        defer { server.stop() }
        let program = program(server, ["SWIFT_BACKTRACE": "enable=yes,interactive=no"])
        let outcome = try await program.run("videos", "x") { processID in
            await server.waitUntilReceived(1)
            kill(processID, SIGQUIT)
        }
        #expect(outcome.status == 128 + SIGQUIT)
        #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    }

    @Test("writes the pages received before an interrupt, and prints how to resume")
    func interruptBetweenPages() async throws {
        let server = try TestServer.startStallingAtSecondPage()
        defer { server.stop() }
        let outcome = try await program(server).run("videos", "x", "-L", "100") { processID in
            await server.waitUntilReceived(2)
            kill(processID, SIGINT)
        }
        #expect(outcome.status == 128 + SIGINT)
        #expect(outcome.output.split(separator: "\n").count == 50)
        #expect(
            outcome.messages == "seek: cancelled; stopped after 50 videos; continue with the same command, --from "
                + "'CAUQAA' and --limit 50\n"
        )
    }

    @Test("searches without a home folder, and with one that is not writable")
    func homeFolders() async throws {
        let server = try server(["a"])
        defer { server.stop() }
        var variables = program(server).environment
        for name in ["SEEK_CACHE_DIR", "SEEK_STATE_DIR"] { variables[name] = nil }
        let withoutHome = try await Program(environment: variables).run("videos", "x")
        #expect(withoutHome.status == 0)
        #expect(withoutHome.output.hasPrefix("v0\ta\t"))
        #expect(withoutHome.messages.hasPrefix("seek: warning: HOME is not set, so results"), "\(withoutHome)")
        #expect(withoutHome.messages.split(separator: "\n").count == 1)
        // Folders cannot be created in /proc, not even by root.
        variables["HOME"] = "/proc/self"
        let withUnusableHome = try await Program(environment: variables).run("videos", "x")
        #expect(withUnusableHome.status == 0)
        #expect(withUnusableHome.output.hasPrefix("v0\ta\t"))
        #expect(withUnusableHome.messages.split(separator: "\n").allSatisfy { $0.hasPrefix("seek: warning: ") })
        #expect(!withUnusableHome.messages.isEmpty)
    }

    @Test("succeeds without a message if the reader closes the pipe after the first lines")
    func pipeClosedWhileReading() async throws {
        let titles = (0..<50).map { "\($0) \(String(repeating: "long ", count: 400))" }
        let server = try server(titles)
        defer { server.stop() }
        let program = program(server)
        let pipe = Pipe()
        async let outcome = program.run("videos", "x", output: pipe.fileHandleForWriting)
        let handle = pipe.fileHandleForReading
        let first = await nextChunk(of: handle)
        try handle.close()
        try pipe.fileHandleForWriting.close()
        #expect(first.starts(with: Data("v0\t0 long".utf8)))
        #expect(try await outcome.status == 0)
        #expect(try await outcome.messages.isEmpty)
    }

    @Test("succeeds without a message if the reader has already closed the pipe")
    func closedPipe() async throws {
        let server = try server(["a"])
        defer { server.stop() }
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try await program(server).run("videos", "x", output: pipe.fileHandleForWriting)
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
    }

    @Test("reports that standard output is closed, and does not write into a file that gets its descriptor")
    func closedOutput() async throws {
        let server = try server(["a"])
        defer { server.stop() }
        // `Process` cannot start a program without standard output.
        let shell = program(server).launched(by: "/bin/sh", "-c", "exec \"$0\" \"$@\" >&-")
        let outcome = try await shell.run("videos", "x")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.messages == "seek: cannot write the output: Bad file descriptor\n")
        // The database of the cache, which could have got the descriptor, is intact.
        let again = try await program(server).run("videos", "x", "--verbose")
        #expect(again.status == 0, "\(again)")
        #expect(again.messages.contains("from disk"), "\(again)")
    }

    #if os(Linux)
    @Test(
        "shows a colored table with one line per result, without the escape sequences of a title",
        arguments: [60, 120] as [UInt16]
    )
    func coloredTable(columns: UInt16) async throws {
        let server = try server(["東京 夜景 \(String(repeating: "long ", count: 40))", "b\u{1B}[2J"])
        defer { server.stop() }
        let terminal = try #require(PseudoTerminal(columns: columns))
        let program = program(server, ["TERM": "xterm", "LANG": "C"])
        let outcome = try await program.run("videos", "x", output: terminal.programEnd)
        let text = try await terminal.text()
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(text.hasPrefix("Showing 2 of 1,000 videos; open one with: seek open NUMBER\n\n\u{1B}[2;4m#"))
        #expect(!text.contains("\u{1B}[2J"))
        let lines = text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").split(separator: "\n")
        #expect(lines.count == 4)
        #expect(text.contains("東京"))
    }
    #endif
}
#endif
