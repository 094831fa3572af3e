import Foundation
import SeekBasics

/// The command `repo` with a subcommand for each tool.
public enum RepoCommand {
    /// Runs a command line in the current folder. The arguments do not include the program's name.
    /// - Returns: The exit status: 0 on success, 1 for findings or failures, 2 for invalid arguments.
    public static func run(_ arguments: [String]) -> Int32 {
        run(arguments, folder: FileManager.default.currentDirectoryPath, console: .standard)
    }

    /// - Parameter shell: Replaces the programs that commands start through ``Shell``; nil to start them.
    static func run(
        _ arguments: [String],
        folder: String,
        console: Console,
        shell: Shell? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Int32 {
        do {
            guard let name = arguments.first else { throw UsageError("name a command: \(names)") }
            guard !["--help", "-h", "help"].contains(name) else {
                console.out(help)
                return 0
            }
            guard let command = commands[name] else {
                throw UsageError("there is no command “\(name)”; the commands are \(names)")
            }
            var commandArguments = ToolArguments(Array(arguments.dropFirst()))
            if commandArguments.flag("--help", "-h") {
                console.out(command.help)
                return 0
            }
            let namedRoot = try commandArguments.value("--root").map { Files.absolute($0, from: folder) }
            // Compilers and SwiftPM resolve symbolic links in the paths that they report.
            let root = Files.resolved(try namedRoot ?? (command.needsRules ? findRoot(above: folder) : folder))
            let scratch = shell == nil && command.buildsPackages ? try ScratchFolder() : nil
            defer { scratch?.remove() }
            let shell = shell ?? scratch.map { .live(environment: ["TMPDIR": $0.path]) } ?? .live
            let context = Context(root: root, console: console, shell: shell, environment: environment)
            return try command.run(&commandArguments, context)
        } catch let error as UsageError {
            console.note("repo: \(error)\nTry “repo --help”.\n")
            return 2
        } catch {
            console.note("repo: \(error)\n")
            return 1
        }
    }

    /// Returns the nearest folder at or above `folder` that contains `Scripts/repo.json`.
    private static func findRoot(above folder: String) throws -> String {
        var candidate = Files.normalized(folder)
        while !Files.exists("\(candidate)/\(RepoConfiguration.file)") {
            guard candidate != "/" else {
                throw RepoError(
                    "no \(RepoConfiguration.file) at or above \(folder); change to the repository, pass --root, or write "
                        + "that file with “repo init”"
                )
            }
            candidate = Files.parent(of: candidate)
        }
        return candidate
    }

    struct Context: Sendable {
        /// The full path of the repository.
        var root: String
        var console: Console
        var shell = Shell.live
        var environment: [String: String] = [:]
    }

    struct Command: Sendable {
        var help: String
        /// Whether the command reads `Scripts/repo.json`, so that the root is the folder that contains this file.
        var needsRules = true
        /// Whether the command builds packages, which leaves temporary files behind.
        var buildsPackages = false
        var run: @Sendable (inout ToolArguments, Context) throws -> Int32
    }

    private static let commands: [String: Command] = [
        "init": InitCommand.command,
        "check": CheckCommand.command,
        "affected": AffectedCommand.command,
        "test": TestCommand.command,
        "coverage": CoverageCommand.command,
        "manifests": ManifestsCommand.command,
        "graph": GraphCommand.command,
        "ci": CICommand.command,
        "api": InterfacesCommand.command,
        "docs": DocsCommand.command,
        "new-package": NewPackageCommand.command,
        "release": ReleaseCommand.command,
    ]

    private static let names = commands.keys.sorted().joined(separator: ", ")

    private static let help = """
        usage: repo COMMAND [--root FOLDER] [options]

        init               writes the rules for a repository, after looking at its manifests
        check [AREA…]      compares the repository with its rules: its layout, manifests, imports, interfaces and more
        affected           prints the packages or test targets a change can affect, and why
        test               builds and tests packages, with coverage
        coverage           rewrites the coverage reports
        manifests          compares the root manifest with the packages, or generates it
        graph [--write]    prints or writes the package graph
        new-package NAME   creates a package that passes every check
        api [--accept]     compares public interfaces with those in API/
        docs [--check]     builds the documentation as a site, and checks or serves it
        release check|…    checks the version of a release, and describes its contents
        ci plan            distributes the affected packages to the jobs of the CI workflow

        “repo COMMAND --help” describes a command. The rules are in \(RepoConfiguration.file).

        """
}

/// The output of a command: results are written to `out`, progress and errors to `note`.
struct Console: Sendable {
    var out: @Sendable (String) -> Void
    var note: @Sendable (String) -> Void

    static let standard = Console(
        out: { FileHandle.standardOutput.write(Data($0.utf8)) },
        note: { FileHandle.standardError.write(Data($0.utf8)) }
    )
}
