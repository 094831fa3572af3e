public import SeekBasics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A temporary folder. It is removed with its contents when this object is deallocated, or at the latest when the
/// program exits normally.
///
/// ```swift
/// let folder = try TemporaryFolder()
/// try folder.write(#"{"items": []}"#, to: "youtube/empty.json")
/// let fixtures = try Fixtures(root: folder.url)
/// ```
public final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    public let url: URL

    /// Creates an empty folder in the system's temporary folder.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public init() throws(FixtureError) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("seek-test-\(UUID().uuidString)")
        try Self.makeFolder(url)
        _ = Self.removalAtExit
        _ = Self.existing.withLock { $0.insert(url) }
    }

    deinit {
        remove()
        _ = Self.existing.withLock { $0.remove(url) }
    }

    /// The folders that have not been deallocated.
    private static let existing = Mutex<Set<URL>>([])

    /// Registers an exit handler that removes the ``existing`` folders.
    private static let removalAtExit: Void = {
        atexit {
            for url in TemporaryFolder.existing.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
        }
    }()

    /// Removes the folder with its contents. Files that cannot be removed remain.
    public func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the URL of a file in the folder. The file need not exist.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Returns the path of a file in the folder. The file need not exist.
    public func path(of name: String) -> String { file(name).path }

    /// Writes a string in UTF-8 to a file in the folder, and creates intermediate folders.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    @discardableResult
    public func write(_ text: String, to name: String) throws(FixtureError) -> URL {
        try write(Data(text.utf8), to: name)
    }

    /// Writes data to a file in the folder, and creates intermediate folders.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    @discardableResult
    public func write(_ bytes: Data, to name: String) throws(FixtureError) -> URL {
        let file = file(name)
        try Self.makeFolder(file.deletingLastPathComponent())
        do {
            try bytes.write(to: file)
        } catch {
            throw .unwritable(path: file.path, reason: error.systemReason)
        }
        return file
    }

    static func makeFolder(_ url: URL) throws(FixtureError) {
        do {
            // The mode does not depend on the umask, because tested code may reject a folder that others can write to.
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritable(path: url.path, reason: error.systemReason)
        }
    }
}

#if os(macOS) || os(Linux)
extension TemporaryFolder {
    /// Writes an executable script to a file in the folder, and creates intermediate folders.
    ///
    /// Another process writes the file. If this process did, a program that a concurrent test starts could inherit the
    /// open file, and the script could not be executed (ETXTBSY).
    ///
    /// - Parameters:
    ///   - body: The script without its first line, which is `#!` and the shell.
    ///   - shell: The path of the shell that executes the script.
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    @discardableResult
    public func writeScript(
        _ body: String,
        to name: String,
        shell: String = "/bin/sh"
    ) throws(FixtureError) -> URL {
        let file = file(name)
        try Self.makeFolder(file.deletingLastPathComponent())
        let write = #"printf '#!%s\n%s\n' "$1" "$2" > "$3" && /bin/chmod 700 "$3""#
        let status = ChildProcess.run("/bin/sh", ["-c", write, "sh", shell, body, file.path], environment: [:])
        guard status == 0 else { throw .unwritable(path: file.path, reason: "the shell failed") }
        return file
    }
}
#endif
