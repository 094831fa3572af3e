public import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Recording {
    /// The largest file that is read where nothing else is said: 128 MiB.
    public static let sizeLimit = 128 << 20

    /// Reads a file.
    ///
    /// - Parameter sizeLimit: the largest file to read, in bytes. Reading takes some three times the file's size in memory.
    /// - Throws: ``FixtureError``: ``FixtureError/tooLarge(path:size:limit:)`` before anything is read; otherwise it names the entry
    ///   and the field.
    public init(contentsOf file: URL, sizeLimit: Int = Self.sizeLimit) throws(FixtureError) {
        if case .file(let size)? = FileKind(atPath: file.path), size > sizeLimit {
            throw .tooLarge(path: file.path, size: size, limit: sizeLimit)
        }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: file, options: .mappedIfSafe)
        } catch {
            throw .unreadable(path: file.path, reason: SystemReason.text(of: error))
        }
        do throws(Unreadable) {
            try self.init(har: bytes)
        } catch {
            throw .malformed(path: file.path, place: error.place.isEmpty ? nil : error.place, reason: error.reason)
        }
    }
}
