import SeekBasics
import SeekSQLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file store's work. Owned by a ``SerialWorker``, which keeps it off everybody else's threads.
///
/// A file's name is its key's hash; a file whose key is another is a miss. The file's time of change is its time of use.
final class FileEngine {
    /// A file in the folder, and what its head tells.
    struct Listed: Sendable {
        var path: String
        var version: UInt64
        var item: CacheItem
    }

    private let folder: String
    private let hash: @Sendable (UnsafeRawBufferPointer) -> UInt64
    private let now: @Sendable () -> Date
    private var counts = CacheStatistics()

    init(
        folder: String,
        hash: @escaping @Sendable (UnsafeRawBufferPointer) -> UInt64,
        now: @escaping @Sendable () -> Date
    ) {
        self.folder = folder
        self.hash = hash
        self.now = now
    }

    func prepareFolder() throws(CacheError) {
        do throws(FileError) {
            guard !folder.isEmpty, !folder.utf8.contains(0) else { throw .missing }
            try FileSystem.makeFolder(folder)
            try FileSystem.checkWritable(folder)
        } catch {
            throw error.isFull
                ? .diskFull(path: folder) : .folderUnusable(path: folder, reason: error.reason)
        }
        do throws(PrivateFileError) {
            try PrivateFolder.check(folder)
        } catch {
            throw .untrusted(reason: error.description)
        }
    }

    func value(for key: KeyBytes) throws(CacheError) -> CacheEntry? {
        let now = now()
        let path = path(of: key)
        guard let data = try read(path, atMost: FileRecord.longestHead + DiskOptions.longestValue) else {
            // What is there and is no file is in the way of one.
            if FileSystem.exists(path) { drop(path) }
            counts.misses += 1
            return nil
        }
        let head = FileRecord.head(of: data)
        let value = head?.value(in: data)
        guard let head, let value else {
            drop(path)
            counts.misses += 1
            return nil
        }
        guard head.key == key, head.expires ?? .infinity > seconds(now) else {
            counts.misses += 1
            return nil
        }
        counts.hits += 1
        let lastUse = FileSystem.timeOfChange(path)
        FileSystem.setTimeOfChange(path, to: now)
        return CacheEntry(
            data: value,
            storedAt: Date(timeIntervalSinceReferenceDate: head.stored),
            expiresAt: head.expires.map { Date(timeIntervalSinceReferenceDate: $0) },
            lastUsedAt: lastUse,
            tags: head.tagSet,
            now: now
        )
    }

    func recordAccess(of key: KeyBytes) {
        FileSystem.setTimeOfChange(path(of: key), to: now())
    }

    func put(_ value: Data, for key: KeyBytes, expiresAt: Date?, tags: [UInt8]?) throws(CacheError) {
        try prepareFolder()
        let now = now()
        let version = UInt64.random(in: .min ... .max)
        let content = FileRecord.encode(
            value,
            for: key,
            version: version,
            stored: seconds(now),
            expires: expiresAt.map(seconds),
            tags: tags
        )
        let path = path(of: key)
        let temporary = path + "-" + String(version, radix: 16) + ".tmp"
        do throws(FileError) {
            try FileSystem.write(content, toNew: temporary)
            FileSystem.setTimeOfChange(temporary, to: now)
            if FileSystem.isFolder(path) { FileSystem.remove(path) }
            try FileSystem.move(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error.isFull
                ? .diskFull(path: folder) : .failed(operation: "write", path: folder, reason: error.reason)
        }
    }

    func remove(_ key: KeyBytes) throws(CacheError) {
        let path = path(of: key)
        guard let data = try read(path) else { return }
        if FileRecord.head(of: data)?.key == key { FileSystem.remove(path) }
    }

    /// What the folder holds. A file that is none of a store's is dropped.
    func list() throws(CacheError) -> [Listed] {
        try prepareFolder()
        let now = now()
        var listed: [Listed] = []
        for name in FileSystem.names(in: folder) where name.hasSuffix(Self.suffix) {
            let path = "\(folder)/\(name)"
            guard let data = try read(path), let head = FileRecord.head(of: data) else {
                drop(path)
                continue
            }
            let item = CacheItem(
                key: head.key.text,
                age: seconds(now) - head.stored,
                size: head.size,
                idle: FileSystem.timeOfChange(path).map { now.timeIntervalSince($0) },
                expiresIn: head.expires.map { $0 - seconds(now) },
                tags: head.tagSet
            )
            listed.append(Listed(path: path, version: head.version, item: item))
        }
        return listed
    }

    /// Removes a file, unless it was put anew since it was listed.
    func remove(_ listed: Listed) throws(CacheError) -> Bool {
        guard let data = try read(listed.path), FileRecord.head(of: data)?.version == listed.version else {
            return false
        }
        FileSystem.remove(listed.path)
        return true
    }

    /// Removes the files of puts that never ended.
    ///
    /// - Parameter age: How long ago they were changed at the least, in seconds: a younger one another process may still be writing.
    func sweep(olderThan age: TimeInterval) {
        for name in FileSystem.names(in: folder) where name.hasSuffix(".tmp") {
            let path = "\(folder)/\(name)"
            guard let change = FileSystem.timeOfChange(path), now().timeIntervalSince(change) >= age else { continue }
            FileSystem.remove(path)
        }
    }

    func statistics() throws(CacheError) -> CacheStatistics {
        let items = try list().map(\.item)
        var statistics = counts
        statistics.count = items.count
        statistics.bytes = items.totalSize
        return statistics
    }

    /// The content of a file, or the beginning of it; nil where there is no such file.
    private func read(_ path: String, atMost limit: Int = FileRecord.longestHead) throws(CacheError) -> Data? {
        do throws(FileError) {
            return try FileSystem.read(path, atMost: limit)
        } catch {
            throw .failed(operation: "read", path: folder, reason: error.reason)
        }
    }

    private func drop(_ path: String) {
        counts.corrupt += 1
        FileSystem.remove(path)
    }

    private static let suffix = ".entry"

    private func path(of key: KeyBytes) -> String {
        "\(folder)/\(String(key.withBytes(hash), radix: 16))\(Self.suffix)"
    }
}
