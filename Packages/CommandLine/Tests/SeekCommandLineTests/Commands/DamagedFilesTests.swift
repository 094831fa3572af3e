import Foundation
import SeekBasics
import SeekCommandLine
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// Each kind of file that a user or another program can write, with each kind of damage.
@Suite("Damaged files")
struct DamagedFilesTests {
    enum Kind: String, CaseIterable {
        case configuration, savedSearches, recording, stubs, sampleData
        /// The count of YouTube's quota, and the state of a stopped search: files that only Seek writes.
        case quota, stoppedSearch

        var isWrittenBySeekOnly: Bool { self == .quota || self == .stoppedSearch }

        var content: String {
            switch self {
            case .configuration: "# comment\nalias.r = repos --limit 3\nlimit = 7\n"
            case .savedSearches: "{\n  \"searches\" : [\n  ],\n  \"version\" : 1\n}\n"
            case .recording:
                "{\"log\": {\n\"entries\": [{\"request\": {\"method\": \"GET\", \"url\": \"https://api.github.com/x\"},\n"
                    + "\"response\": {\"status\": 200, \"content\": {\"text\": \"{}\"}}}]\n}}\n"
            case .stubs: "{\n\"url\": \"/own\",\n\"response\": {\"json\": {\"a\": 1}}\n}\n"
            case .sampleData: "[{\"login\": \"a\",\n\"id\": 1, \"type\": \"User\"}]\n"
            case .quota: "{\n\"k\": {\"youtube.search\": {\"2026-11-21\": {\"closed\": false, \"used\": 12}}}\n}\n"
            case .stoppedSearch:
                #"{\n"cursor": "w{\"f\":0,\"k\":\"k\",\"w\":[0,1]}"\n}\n"#.replacing(#"\n"#, with: "\n")
            }
        }

        var name: String {
            switch self {
            case .configuration: "config"
            case .savedSearches: "saved.json"
            case .recording: "a.har"
            case .stubs: "stubs.json"
            case .sampleData: "github/accounts.json"
            case .quota: "quota.json"
            case .stoppedSearch: "search-\(Self.searchID).json"
            }
        }

        static let search = ["repos", "x", "--all", "--since", "2026-01-01"]
        /// The ID that the search prints if it stops.
        static let searchID = "66e655b722bddee1"
    }

    enum Damage: String, CaseIterable {
        case byteOrderMark, utf16, windowsLineEnds, trailingComma, repeatedName, deepNesting, empty, invalidUTF8, null
        case truncated, otherText, folder, linkToNowhere, huge

        /// Whether the file must be read as if it were not damaged.
        var isHarmless: Bool { [.byteOrderMark, .utf16, .windowsLineEnds].contains(self) }
        /// Whether the error must contain the line.
        var hasLine: Bool { ![.folder, .linkToNowhere, .huge].contains(self) }

        func bytes(of text: String) -> [UInt8]? {
            switch self {
            case .byteOrderMark: Array("\u{FEFF}\(text)".utf8)
            case .utf16: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .windowsLineEnds: Array(text.replacing("\n", with: "\r\n").utf8)
            case .trailingComma:
                Array((text.hasPrefix("#") ? "\(text),\n" : "\(text.dropLast(2)),\n\(text.suffix(2))").utf8)
            case .repeatedName:
                Array(
                    (text.hasPrefix("#")
                        ? "\(text)limit = 8\n"
                        : text.replacing(/"[a-z]+" ?: ?/, maxReplacements: 1) { "\($0.output)1,\n\($0.output)" }).utf8
                )
            case .deepNesting:
                Array((String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)).utf8)
            case .empty: []
            case .invalidUTF8: Array(text.utf8.prefix(3)) + [0xFF] + Array(text.utf8.dropFirst(3))
            case .null: [0] + Array(text.utf8)
            case .truncated: Array(text.utf8.prefix(text.utf8.count - 8))
            case .otherText: Array("hello\n".utf8)
            case .folder, .linkToNowhere, .huge: nil
            }
        }
    }

    private let folder: TemporaryFolder
    private let state: TemporaryFolder

    init() throws {
        (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    }

    private func damage(_ kind: Kind, _ damage: Damage) throws {
        let file = folder.file(kind.name)
        try folder.write(kind.content, to: kind.name)
        if let bytes = damage.bytes(of: kind.content) { return try Data(bytes).write(to: file) }
        try FileManager.default.removeItem(at: file)
        switch damage {
        case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case .linkToNowhere:
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/nonexistent/file")
        default:
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 3 << 30)
            try handle.close()
        }
        if damage == .huge {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
    }

    /// Reads the file, then changes it if the program does so. Returns the messages; empty if there was no problem.
    private func use(_ kind: Kind) async throws -> String {
        let path = folder.file(kind.name).path
        var environment = ["SEEK_STATE_DIR": state.url.path, "SEEK_CACHE_DIR": state.path(of: "cache")]
        var commands: [[String]] = []
        switch kind {
        case .configuration:
            environment["SEEK_CONFIG"] = path
            commands = [["config", "get", "limit"], ["alias", "list"], ["config", "set", "pager", "cat"]]
        case .savedSearches:
            environment["SEEK_STATE_DIR"] = folder.url.path
            commands = [["saved", "list"], ["saved", "add", "new", "text"]]
        case .recording: commands = [["api", "/x", "--replay", path]]
        case .stubs:
            do { _ = try StubFile.stubs(from: Fixtures(root: folder.url).bytes(of: kind.name), in: kind.name) } catch {
                return "\(error)"
            }
        case .sampleData:
            for name in [
                "youtube/channels.json", "youtube/playlists.json", "youtube/videos/a.json",
                "github/repositories/a.json", "github/issues/a.json",
            ] {
                try folder.write("[]", to: name)
            }
            do { _ = try SampleAPI(folder: folder.url) } catch { return "\(error)" }
        case .quota:
            (environment["SEEK_STATE_DIR"], environment["YOUTUBE_API_KEY"]) = (folder.url.path, "k")
            commands = [["quota"], ["videos", "x"]]
        case .stoppedSearch:
            environment["SEEK_STATE_DIR"] = folder.url.path
            commands = [Kind.search + ["--from", Kind.searchID]]
        }
        var messages = ""
        for command in commands {
            let transport = StubTransport(strictness: .lenient)
            let outcome = await seek(command, environment: environment, transport: transport)
            messages += outcome.messages
        }
        return messages
    }

    @Test(
        "are read if nothing is lost; otherwise the error contains the file and the line, and the file is unchanged",
        arguments: Kind.allCases,
        Damage.allCases
    )
    func damaged(kind: Kind, damage: Damage) async throws {
        try self.damage(kind, damage)
        let file = folder.file(kind.name)
        let messages = try await use(kind)
        let name = kind.name.split(separator: "/").last ?? ""
        // An empty configuration has no settings, and as in a browser, the last of repeated members of a HAR is used.
        // Foundation accepts a comma at the end of an object.
        let isAccepted =
            [(Kind.configuration, Damage.empty), (.recording, .repeatedName)].contains { $0 == (kind, damage) }
            || kind.isWrittenBySeekOnly && damage == .trailingComma
        guard !damage.isHarmless, !isAccepted else {
            #expect(!messages.contains(name), "\(messages)")
            return
        }
        #expect(messages.contains(name), "\(messages)")
        if damage.hasLine, !kind.isWrittenBySeekOnly {
            #expect(messages.contains("line ") || messages.contains("is not an object"), "\(messages)")
        }
        guard let bytes = damage.bytes(of: kind.content) else { return }
        // A corrupt count is moved aside, and counting starts again.
        let after = try Data(contentsOf: kind == .quota ? folder.file("\(kind.name).corrupt") : file)
        // A setting that is stored in a file with invalid lines preserves them.
        let isPreserved =
            kind == .configuration && damage != .invalidUTF8
            && String(decoding: after, as: UTF8.self).hasPrefix(String(decoding: bytes, as: UTF8.self))
        #expect(after == Data(bytes) || isPreserved)
    }

    private static let page = "https://api.github.com/search/repositories?q=x&page=2"
    private static let mergedPages = #"{"lead":0,"positions":[{"kind":"issues","skip":0,"isRepeated":false}]}"#

    @Test(
        "a damaged page cursor is an error that names it, and no request is sent",
        arguments: [
            "", " ", "null", "{}", "[]", "\u{FEFF}\(page)", "\(page)\r", "\(page),", "\(page)\u{0}", "http",
            "//x?page=2",
            String(page.dropLast(9)) + "\u{FFFD}", "page=2", "2", String(repeating: "[", count: 10_000),
            "\u{FEFF}\(mergedPages)", "\(mergedPages.dropLast())", "\(mergedPages.dropLast()),}",
        ]
    )
    func damagedCursor(cursor: String) async {
        for command in ["repos", "issues"] {
            let transport = StubTransport()
            let outcome = await seek([command, "y", "--from=\(cursor)"], environment: [:], transport: transport)
            #expect(outcome.status == .usage, "\(outcome)")
            #expect(outcome.messages.contains("cursor") || outcome.messages.contains("--from"), "\(outcome.messages)")
            #expect(transport.received.isEmpty)
        }
    }
}
