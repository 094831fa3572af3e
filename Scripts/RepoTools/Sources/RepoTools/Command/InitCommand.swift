import Foundation
import SeekBasics

/// `repo init`: writes `Scripts/repo.json`, the rules of a repository.
enum InitCommand {
    static let command = RepoCommand.Command(
        help: """
            usage: repo init [--root FOLDER]

            Writes \(RepoConfiguration.file) for the repository in FOLDER (default: the current folder), after looking at its
            manifests: one root package with many targets, packages in folders, with or without a root manifest that declares
            their targets again, or both. Prints what it found and what to do next. If FOLDER is not the repository of the
            tools, copies them into it: Scripts/RepoTools and Scripts/repo. Overwrites nothing.

            """,
        needsRules: false,
        run: { arguments, context in
            try run(&arguments, context, tools: toolsRoot(of: Bundle.main.executablePath ?? ""))
        }
    )

    /// - Parameter tools: The repository that contains the tools, or nil.
    static func run(_ arguments: inout ToolArguments, _ context: RepoCommand.Context, tools: String?) throws -> Int32 {
        try arguments.finish()
        let root = context.root
        let git = Git(folder: root)
        let prefix = try git.output(["rev-parse", "--show-prefix"]).trimmed
        guard prefix.isEmpty else {
            let top = try git.output(["rev-parse", "--show-toplevel"]).trimmed
            throw RepoError("\(root) is a folder of the repository \(top); use “repo init --root \(top)”")
        }
        let filesToCopy = try tools.flatMap { $0 == root ? nil : $0 }.map(toolFiles) ?? []
        for path in [RepoConfiguration.file] + (filesToCopy.isEmpty ? [] : toolPaths)
        where Files.exists("\(root)/\(path)") {
            throw RepoError("\(path) exists already; edit it, or remove it and run “repo init” again")
        }
        let manifest =
            Files.exists("\(root)/Package.swift") ? try ManifestLoader.standard(root: root).manifest(of: root) : nil
        let layout = RepositoryLayout(files: try git.files(), manifest: manifest)
        guard let rules = layout.rules else {
            throw RepoError("\(root) contains no Package.swift with targets; add a package first")
        }
        if let tools { try copy(filesToCopy, from: tools, to: root) }
        try Files.write(rules, to: "\(root)/\(RepoConfiguration.file)")
        context.console.out(layout.description.map { "found: \($0)\n" }.joined())
        let written = [RepoConfiguration.file] + (filesToCopy.isEmpty ? [] : toolPaths)
        context.console.out("wrote: \(written.joined(separator: ", "))\n")
        context.console.out(next(layout, git))
        return 0
    }

    private static func next(_ layout: RepositoryLayout, _ git: Git) -> String {
        let isIgnored = (try? git.output(["check-ignore", "--no-index", Repository.buildFolder + "/x"])) != nil
        let ignore =
            "add \(Repository.buildFolder)/ to .gitignore; otherwise every build counts as a change of all packages"
        let steps = [
            isIgnored ? nil : ignore,
            "commit, then: Scripts/repo affected --base HEAD --targets  (nothing yet; change a file and run it again)",
            "in CI: Scripts/repo affected --base main --targets | xargs -r -L1 swift test",
            "a file outside all targets selects its whole package or everything; list in “readBy” those that only some tests read",
            "Scripts/repo test measures the coverage of each module; then set “threshold” in “coverage”",
        ]
        return "next:\n" + steps.compactMap(\.self).map { "  - \($0)\n" }.joined()
    }

    // MARK: The tools

    private static let toolPaths = ["Scripts/RepoTools", "Scripts/repo"]

    /// Returns the repository that contains the tools whose program is at `path`, or nil.
    static func toolsRoot(of path: String) -> String? {
        var folder = Files.parent(of: Files.normalized(path))
        while folder != "/", folder != "." {
            if Files.exists("\(folder)/Scripts/RepoTools/Package.swift") { return folder }
            folder = Files.parent(of: folder)
        }
        return nil
    }

    /// The package on which the tools depend. The copy of the tools contains it.
    private static let dependency = "Packages/Basics"

    private static func toolFiles(in tools: String) throws(RepoError) -> [String] {
        let folders = ["Scripts/RepoTools/", "\(dependency)/"]
        return try Git(folder: tools).files().filter { $0 == "Scripts/repo" || folders.contains(where: $0.hasPrefix) }
    }

    private static func copy(_ files: [String], from tools: String, to root: String) throws(RepoError) {
        for file in files {
            let copy = "\(root)/" + file.replacing("\(dependency)/", with: "Scripts/RepoTools/Basics/")
            try Files.makeFolder(Files.parent(of: copy))
            do {
                try FileManager.default.copyItem(atPath: "\(tools)/\(file)", toPath: copy)
            } catch {
                throw RepoError("cannot copy \(file) to \(root): \(error.localizedDescription)")
            }
        }
        let manifest = "\(root)/Scripts/RepoTools/Package.swift"
        try Files.write(try Files.text(manifest).replacing("../../\(dependency)", with: "Basics"), to: manifest)
    }
}
