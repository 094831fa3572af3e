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
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    /// Creates a repository with these files, rules and one commit.
    init(files: [String: String], rules: String) throws {
        try self.init()
        try git("init", "-q", "-b", "main")
        for (path, text) in files { try write(path, text) }
        try write("Scripts/repo.json", rules)
        try write(".gitignore", ".build/\n")
        try commit()
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

    // MARK: Files

    func write(_ path: String, _ text: String = "") throws { try Files.write(text, to: "\(root)/\(path)") }

    func text(_ path: String) throws -> String { try Files.text("\(root)/\(path)") }

    /// Replaces a text in a file. The file must contain the text.
    func replace(_ old: String, with new: String, in path: String) throws {
        let text = try text(path)
        #expect(text.contains(old))
        try write(path, text.replacing(old, with: new))
    }

    /// Adds a member to the rules, as JSON text.
    func addRule(_ member: String) throws {
        let rules = try text("Scripts/repo.json").drop { $0 != "{" }
        try write("Scripts/repo.json", "{\(member), \(rules.dropFirst())")
    }

    func remove(_ path: String) { Files.remove("\(root)/\(path)") }

    func exists(_ path: String) -> Bool { Files.exists("\(root)/\(path)") }

    /// Returns the names in a folder, sorted; empty if there is no such folder.
    func names(in folder: String = "") -> [String] { Files.names(in: "\(root)/\(folder)") }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: target)
    }

    func makeExecutable(_ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(root)/\(path)")
    }

    // MARK: Commands

    @discardableResult
    func git(_ arguments: String...) throws -> String {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"]
        return try Program.output(["git", "-C", root] + identity + arguments).trimmingCharacters(in: .newlines)
    }

    /// Commits everything and returns the commit.
    @discardableResult
    func commit(_ subject: String = "change") throws -> String {
        try git("add", "-A")
        try git("commit", "-q", "--allow-empty", "-m", subject)
        return try git("rev-parse", "HEAD")
    }

    /// Runs `repo` in the repository. `programs` replaces those that the command starts; nil starts them.
    func run(_ arguments: String..., programs: StubPrograms? = nil) -> Outcome { run(arguments, programs: programs) }

    func run(_ arguments: [String], programs: StubPrograms? = nil) -> Outcome {
        Outcome { RepoCommand.run(arguments, folder: root, console: $0, shell: programs?.shell, environment: [:]) }
    }

    /// Returns the findings of a check.
    func findings(of check: String) -> [String] {
        let outcome = run("check", check)
        let findings = outcome.out.split(separator: "\n").map(String.init)
        #expect(outcome.status == (findings.isEmpty ? 0 : 1), "\(outcome)")
        return findings
    }

    /// Returns what `repo affected` selects for the changes since a revision.
    func affected(since base: String = "main", head: String? = nil) throws -> Selection {
        let outcome = run(
            ["affected", "--format", "json"] + (base.isEmpty ? ["--base", ""] : ["--base=\(base)"])
                + (head.map { ["--head", $0] } ?? [])
        )
        return try Selection(outcome)
    }
}

/// The output of `repo affected --format json`.
struct Selection: Decodable, Equatable {
    /// Package → the reason why it is selected.
    var because: [String: String]
    var build: [String]
    var test: [String]
    var umbrella: Bool
    /// The messages on standard error.
    private(set) var notes: [String] = []

    private enum CodingKeys: String, CodingKey {
        case because, build, test, umbrella
    }

    init(_ outcome: Outcome) throws {
        try #require(outcome.status == 0, "\(outcome)")
        self = try decode(Selection.self, outcome.out)
        notes = outcome.err.split(separator: "\n").map { String($0.trimmingPrefix("repo affected: ")) }
    }

    var packages: [String] { because.keys.sorted() }

    /// Why everything is selected, or nil.
    var everythingReason: String? {
        let start = "EVERYTHING, because "
        return notes.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
}

/// The output and exit status of a command.
struct Outcome {
    var status: Int32
    /// The standard output.
    var out: String
    /// The standard error.
    var err: String
}

extension Outcome {
    /// Runs `repo` in a folder that need not contain a repository.
    static func running(_ arguments: [String], in folder: String) -> Outcome {
        Outcome { RepoCommand.run(arguments, folder: folder, console: $0) }
    }

    init(_ command: (Console) throws -> Int32) rethrows {
        let texts = Mutex<(out: String, err: String)>(("", ""))
        status = try command(
            Console(
                out: { text in texts.withLock { $0.out += text } },
                note: { text in texts.withLock { $0.err += text } }
            )
        )
        (out, err) = texts.withLock { $0 }
    }
}

/// Stubs of the programs that a command starts.
struct StubPrograms: Sendable {
    /// Runs a command whose output is written to a file; returns the exit status and the output.
    var log: @Sendable (_ command: [String], _ file: String) throws -> (status: Int32, output: String)
    /// Returns the output of a command.
    var output: @Sendable (_ command: [String]) throws -> String

    fileprivate var shell: Shell {
        Shell(
            log: { command, file throws(RepoError) in
                do {
                    let (status, output) = try log(command, file)
                    try Files.write(output, to: file)
                    return Shell.Exit(status: status)
                } catch { throw RepoError("\(error)") }
            },
            capture: { command throws(RepoError) in
                do { return .init(status: 0, output: try output(command), errors: "") } catch {
                    throw RepoError("\(error)")
                }
            }
        )
    }
}

/// A program that a test starts.
enum Program {
    struct Failure: Error {
        var message: String
    }

    static func run(_ command: [String], environment: [String: String] = [:]) throws -> Outcome {
        let result = try ChildProcess.run(command, environment: environment)
        return Outcome(status: result.status, out: result.output, err: result.errors)
    }

    /// Returns the output of a command, which must succeed.
    @discardableResult
    static func output(_ command: [String]) throws -> String {
        let outcome = try run(command)
        guard outcome.status == 0 else { throw Failure(message: "\(command): \(outcome.err)") }
        return outcome.out
    }
}

/// Decodes JSON text.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}
