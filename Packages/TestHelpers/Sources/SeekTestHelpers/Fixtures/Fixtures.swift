public import SeekBasics

/// The folder of files that tests and the fixture server share. The first of these folders is used:
/// 1. the folder passed as a parameter
/// 2. the folder of the test's trait
/// 3. the folder in the environment variable ``environmentVariable``
/// 4. the nearest folder named `Fixtures` beside or above a source file
/// 5. a folder named `Fixtures` beside the program or in a resource bundle there
///
/// In the first three cases, the folder must exist. In the fourth case, a folder that contains Swift files is skipped,
/// because it belongs to the sources of a module.
public struct Fixtures: Sendable, Hashable {
    /// The environment variable with the path of the folder: `SEEK_FIXTURES`.
    public static let environmentVariable = "SEEK_FIXTURES"
    /// The name of the folder.
    public static let folderName = "Fixtures"

    /// The folder of the test's trait, which takes precedence over the environment.
    @TaskLocal package static var scoped: Fixtures?

    /// The URL of the folder.
    public let root: URL

    /// Locates the folder.
    ///
    /// - Parameters:
    ///   - root: The folder itself, if known.
    ///   - environment: The environment variables.
    ///   - filePath: The source file at which the search starts.
    /// - Throws: ``FixtureError/folderNotFound(lookedIn:)``
    public init(
        root: URL? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        filePath: String = #filePath
    ) throws(FixtureError) {
        if let folder = root ?? Self.scoped?.root ?? Self.folder(atPath: environment[Self.environmentVariable]) {
            guard Self.isFolder(folder) else { throw .folderNotFound(lookedIn: [folder.path]) }
            self.root = folder
        } else {
            self.root = try Self.nearestFolder(above: filePath)
        }
    }

    private static func folder(atPath path: String?) -> URL? {
        path.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
    }

    private static func nearestFolder(above filePath: String) throws(FixtureError) -> URL {
        let start = URL(fileURLWithPath: filePath).deletingLastPathComponent()
        let candidates = candidates(named: folderName, from: start)
        let nearest = candidates.first { isFolder($0) && !containsSources($0.path) }
        guard let folder = nearest ?? bundledFolder() else { throw .folderNotFound(lookedIn: candidates.map(\.path)) }
        return folder
    }

    /// Returns the folder beside the program or in a resource bundle there, for tests that run without the sources.
    static func bundledFolder(beside program: String = CommandLine.arguments.first ?? "") -> URL? {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let bundles = names.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted()
        return ([folderName] + bundles.flatMap { ["\($0)/\(folderName)", "\($0)/Contents/Resources/\(folderName)"] })
            .map { folder.appendingPathComponent($0) }
            .first(where: isFolder)
    }

    private static func isFolder(_ url: URL) -> Bool { FileStatus(url.path, followsLinks: true)?.isFolder == true }

    static func isFile(_ url: URL) -> Bool { FileStatus(url.path, followsLinks: true)?.isFile == true }

    private static func containsSources(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.contains { $0.hasSuffix(".swift") } ?? false
    }
}

extension Fixtures {
    /// Returns the URL of a fixture. A name without an extension is that of the file with exactly this name, otherwise of
    /// the file with `.json`, otherwise of the only file with another extension.
    ///
    /// - Parameter name: The name of the file in the folder, such as `youtube/search` or `words.txt`.
    /// - Throws: ``FixtureError/invalidName(_:)``, ``FixtureError/missing(name:lookedFor:nearest:)`` if there is no such
    ///   file, ``FixtureError/ambiguous(name:files:)`` if there are several, or ``FixtureError/unreadable(path:reason:)``
    ///   if it is a folder or a link to nowhere.
    public func url(of name: String) throws(FixtureError) -> URL {
        guard Self.isValid(name) else { throw .invalidName(name) }
        let candidates = [name, "\(name).json"].map { root.appendingPathComponent($0) }
        if let url = candidates.first(where: Self.isFile) { return url }
        let names = self.names()
        let others = names.filter { Self.stem($0) == name }
        if others.count > 1 { throw .ambiguous(name: name, files: others) }
        if let other = others.first { return root.appendingPathComponent(other) }
        for candidate in candidates.reversed() {
            guard let status = FileStatus(candidate.path, followsLinks: false) else { continue }
            throw .unreadable(
                path: candidate.path,
                reason: status.isFolder ? "it is a folder" : "it is a link to a file that does not exist"
            )
        }
        throw .missing(
            name: name,
            lookedFor: candidates.map(\.path),
            nearest: Spelling.nearest(to: name, among: names.map(Self.stem))
        )
    }

    /// Returns the bytes of a fixture.
    ///
    /// - Parameter sizeLimit: The maximum size of the file, in bytes.
    /// - Throws: ``FixtureError``
    public func bytes(of name: String, sizeLimit: Int = Self.sizeLimit) throws(FixtureError) -> Data {
        try Self.read(url(of: name), sizeLimit: sizeLimit)
    }

    /// Returns the bytes of a file. A file over the limit is rejected before it is read.
    @_spi(Seek)
    public static func read(_ file: URL, sizeLimit: Int = Self.sizeLimit) throws(FixtureError) -> Data {
        let status = FileStatus(file.path, followsLinks: true)
        if status?.isFolder == true { throw .unreadable(path: file.path, reason: "it is a folder") }
        if let status, status.isFile, status.size > sizeLimit {
            throw .tooLarge(path: file.path, size: Int(status.size), limit: sizeLimit)
        }
        do {
            return try Data(contentsOf: file)
        } catch {
            throw .unreadable(path: file.path, reason: error.systemReason)
        }
    }

    /// The default maximum size of a file: 64 MiB.
    public static let sizeLimit = 64 << 20

    /// Returns the sorted names of all files in the folder and its subfolders, such as `youtube/search.json`. Hidden
    /// files and folders are omitted.
    public func names() -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
        return paths.filter { path in
            !path.split(separator: "/").contains { $0.hasPrefix(".") }
                && Self.isFile(root.appendingPathComponent(path))
        }.sorted()
    }

    /// Returns a name without its extension.
    private static func stem(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name }
        return String(name[..<dot])
    }

    /// Returns whether a name is a relative path without empty components, `.`, `..` or null characters.
    static func isValid(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return !name.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != ".." && $0 != "." }
    }

    /// Returns the URLs at which a folder with this name can be located: in `start` and in each of its parents, the
    /// nearest first.
    @_spi(Seek)
    public static func candidates(named name: String, from start: URL) -> [URL] {
        var folder = start.standardizedFileURL
        var candidates: [URL] = []
        while true {
            candidates.append(folder.appendingPathComponent(name))
            let parent = folder.deletingLastPathComponent()
            guard folder.path != "/", parent.path != folder.path else { return candidates }
            folder = parent
        }
    }
}
