import SeekBasics

/// Reads information about a working copy with `git` commands, without changing it.
struct Git: Sendable {
    var folder: String
    /// The path of an index to use instead of git's own; git may write to it.
    var index: String?

    /// Returns the files in the working copy that are tracked, or untracked and not ignored.
    func files() throws(RepoError) -> [String] {
        // A tracked file may have been removed from the working copy.
        try names(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
            .filter { Files.exists("\(folder)/\($0)") }
    }

    func commit(_ revision: String) throws(RepoError) -> String {
        try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])
    }

    func mergeBase(_ first: String, _ second: String) throws(RepoError) -> String {
        try line(["merge-base", first, second])
    }

    /// Returns the text of a blob, or of `REVISION:path`.
    func text(of object: String) throws(RepoError) -> String {
        try output(["cat-file", "blob", object])
    }

    /// Returns the hashes of files in the working copy, in order. No path may contain a line break.
    func hashes(of paths: [String]) throws(RepoError) -> [String] {
        guard !paths.isEmpty else { return [] }
        let list = "\(ReportStore(root: folder).folder)/paths-\(FNV1a.hex(paths.joined(separator: "\n")))"
        defer { Files.remove(list) }
        try Files.write(paths.joined(separator: "\n") + "\n", to: list)
        let text = try output(["hash-object", "--no-filters", "--stdin-paths"], input: .file(list))
        let hashes = text.split(separator: "\n").map(String.init)
        guard hashes.count == paths.count else {
            throw RepoError("git hash-object printed \(hashes.count) hashes for \(paths.count) files")
        }
        return hashes
    }

    /// Returns the main branch, with which changes are compared by default, or nil if there is none.
    func defaultBase() -> String? {
        ["origin/main", "main", "origin/master", "master"].first { (try? commit($0)) != nil }
    }

    private func line(_ arguments: [String]) throws(RepoError) -> String {
        let text = try output(arguments).trimmed
        guard !text.isEmpty else { throw RepoError("git \(arguments.joined(separator: " ")) found nothing") }
        return text
    }

    /// Returns the output of a command that ends each name with a zero byte.
    func names(_ arguments: [String]) throws(RepoError) -> [String] {
        try bytes(arguments).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    func output(_ arguments: [String], input: ChildProcess.Stream = .null) throws(RepoError) -> String {
        String(decoding: try bytes(arguments, input: input), as: UTF8.self)
    }

    private func bytes(_ arguments: [String], input: ChildProcess.Stream = .null) throws(RepoError) -> [UInt8] {
        // User settings must not hide changes to modes or files, and reading must not run hooks or write the index.
        let settings = ["core.fsmonitor=false", "core.fileMode=true", "core.hooksPath=/dev/null"].flatMap {
            ["-c", $0]
        }
        var environment = ["GIT_OPTIONAL_LOCKS": "0", "GIT_LFS_SKIP_SMUDGE": "1"]
        if let index { environment["GIT_INDEX_FILE"] = index }
        let command = ["git", "-C", folder] + settings + arguments
        let program = try ChildProcess.start(command, environment: environment, input: input)
        let status = program.wait()
        guard status == 0 else {
            let errors = String(decoding: program.errors, as: UTF8.self)
            guard !errors.contains("not a git repository") else {
                throw RepoError("there is no git repository here; run “git init”, or pass --root FOLDER")
            }
            let reason = errors.split(separator: "\n").first.map(String.init) ?? "status \(status)"
            throw RepoError("git \(arguments.joined(separator: " ")) failed: \(reason)")
        }
        return program.output
    }
}
