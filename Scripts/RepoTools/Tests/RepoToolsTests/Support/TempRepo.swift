import Foundation
import SeekBasics
import Testing

@testable import RepoTools

/// A git repository in a temporary folder that is removed when the tests end.
struct TempRepo: Sendable {
    let root: String

    /// Creates an empty folder; `git("init")` makes it a repository.
    init() throws {
        root = Self.home + "/\(UUID().uuidString)"
        try Files.makeFolder(root)
    }

    /// Creates an empty folder at a full path.
    init(at path: String) throws {
        root = path
        try Files.makeFolder(root)
    }

    init(copyOf other: TempRepo) throws {
        root = Self.home + "/\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: other.root, toPath: root)
    }

    private static let home: String = {
        atexit {
            // SwiftPM leaves a lock file per manifest beside the folder. Its name contains the name of the folder.
            let temporary = NSTemporaryDirectory()
            let own = Files.name(of: TempRepo.home)
            for name in Files.names(in: temporary) where name.contains(own) { Files.remove(temporary + name) }
        }
        return NSTemporaryDirectory() + "repo-tools-\(ProcessInfo.processInfo.processIdentifier)"
    }()

    func write(_ path: String, _ text: String = "") throws {
        try Files.write(text, to: "\(root)/\(path)")
    }

    /// Replaces a text in a file. The file must contain the text.
    func replace(_ old: String, with new: String, in path: String) throws {
        let text = try Files.text("\(root)/\(path)")
        #expect(text.contains(old))
        try write(path, text.replacing(old, with: new))
    }

    func remove(_ path: String) {
        Files.remove("\(root)/\(path)")
    }

    @discardableResult
    func git(_ arguments: String...) throws -> String {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"]
        let result = try ChildProcess.run(["git", "-C", root] + identity + arguments)
        guard result.succeeded else { throw RepoError("git \(arguments): \(result.errors)") }
        return result.output.trimmingCharacters(in: .newlines)
    }

    /// Commits everything and returns the commit.
    @discardableResult
    func commit(_ subject: String = "change") throws -> String {
        try git("add", "-A")
        try git("commit", "-q", "--allow-empty", "-m", subject)
        return try git("rev-parse", "HEAD")
    }

    /// Runs `repo` in the repository. `shell` replaces the programs that the command starts; nil starts them.
    func run(_ arguments: String..., shell: Shell? = nil) -> Outcome { run(arguments, shell: shell) }

    func run(_ arguments: [String], shell: Shell? = nil) -> Outcome {
        Outcome { RepoCommand.run(arguments, folder: root, console: $0, shell: shell, environment: [:]) }
    }

    /// Returns what the changes since a revision can affect.
    func affected(since base: String = "main", head: String? = nil) throws -> Affected {
        try Affected.since(base, head: head, root: root)
    }
}

/// The output and exit status of a command.
struct Outcome {
    var status: Int32
    /// The standard output.
    var out: String
    /// The standard error.
    var err: String

    init(_ command: (Console) throws -> Int32) rethrows {
        let recorder = OutputRecorder()
        status = try command(recorder.console)
        (out, err) = recorder.both
    }
}

private final class OutputRecorder: Sendable {
    private let texts = Mutex<(out: String, err: String)>(("", ""))

    var both: (String, String) { texts.withLock { $0 } }

    var console: Console {
        Console(
            out: { text in self.texts.withLock { $0.out += text } },
            note: { text in self.texts.withLock { $0.err += text } }
        )
    }
}

/// Decodes JSON text.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}
