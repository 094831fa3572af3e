import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder of a test's own. It and all it holds go with the last reference to it; one that is kept for good, as by a static property, goes
/// when the program ends.
///
/// ```swift
/// let folder = try TemporaryFolder()
/// try folder.write(#"{"items": []}"#, to: "youtube/empty.json")
/// let fixtures = try Fixtures(root: folder.url)
/// ```
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes an empty folder among the system's temporary files.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    public init() throws(FixtureError) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("seek-test-\(UUID().uuidString)")
        try Self.makeFolder(url)
        _ = Self.removalAtExit
        _ = Self.kept.withLock { $0.insert(url) }
    }

    deinit {
        remove()
        _ = Self.kept.withLock { $0.remove(url) }
    }

    /// The folders that somebody has.
    private static let kept = Mutex<Set<URL>>([])

    private static let removalAtExit: Void = {
        atexit {
            for url in TemporaryFolder.kept.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
        }
    }()

    /// Removes it now, with all it holds. Further calls do nothing.
    public func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    /// The URL of a file in it, whether or not there is one.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// The path of a file in it, whether or not there is one.
    public func path(of name: String) -> String { file(name).path }

    /// Writes a text in UTF-8 to a file below it, making the folders on the way.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    @discardableResult
    public func write(_ text: String, to name: String) throws(FixtureError) -> URL {
        try write(Data(text.utf8), to: name)
    }

    /// Writes bytes to a file below it, making the folders on the way.
    ///
    /// - Throws: ``FixtureError/unwritable(path:reason:)``
    @discardableResult
    public func write(_ bytes: Data, to name: String) throws(FixtureError) -> URL {
        let file = file(name)
        try Self.makeFolder(file.deletingLastPathComponent())
        do {
            try bytes.write(to: file)
        } catch {
            throw .unwritable(path: file.path, reason: SystemReason.text(of: error))
        }
        return file
    }

    private static func makeFolder(_ url: URL) throws(FixtureError) {
        do {
            // Whatever the umask is: what is tested may refuse a folder that others can write to.
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritable(path: url.path, reason: SystemReason.text(of: error))
        }
    }
}
