import Foundation
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Completion", .timeLimit(.minutes(2)))
struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("every script names every command and flag", arguments: Shell.allCases)
    func complete(shell: Shell) async {
        let script = await seek("completion", shell.rawValue).output
        #expect(script == shell.script && !script.contains("reference"))
        for command in CommandTable.shown {
            #expect(command.path.allSatisfy(script.contains))
            for option in command.allOptions {
                #expect(script.contains(shell == .fish ? "-l \(option.name.rawValue)" : option.long))
            }
        }
    }

    @Test("every script is one that its shell reads", arguments: Shell.allCases)
    func syntax(shell: Shell) throws {
        let file = folder.url.appending(path: "script")
        try Data(shell.script.utf8).write(to: file)
        guard let program = Self.find(shell.rawValue) else { return }
        #expect(try Self.run(program, ["-n", file.path]) == "")
    }

    @Test(
        "bash completes commands, flags and values",
        arguments: [
            ("vid", ["videos", "video"]), ("cache ", ["stats", "clean"]), ("cache cl", ["clean"]),
            ("videos swift --li", ["--limit"]), ("completion ", nil), ("completion z", ["zsh"]),
            ("videos --limit ", []), ("--ver", ["--version"]),
        ] as [(String, [String]?)]
    )
    func bash(typed: String, offered: [String]?) throws {
        guard let program = Self.find("bash") else { return }
        let file = folder.url.appending(path: "script")
        try Data(Shell.bash.script.utf8).write(to: file)
        let words = ["seek"] + typed.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let script = """
            source \(quotedForShell(file.path))
            COMP_WORDS=(\(words.map(quotedForShell).joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            _seek
            echo "${COMPREPLY[@]}"
            """
        let reply = try Self.run(program, ["-c", script]).split(whereSeparator: \.isWhitespace).map(String.init)
        if let offered {
            #expect(reply == offered)
        } else {
            #expect(reply.starts(with: ["bash", "zsh", "fish", "--help"]))
        }
    }

    private static func find(_ name: String) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
