import BenchKit
import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers

/// Stores values until a small disk is full, and continues to store. The disk is a file system in memory. If none can
/// be mounted, the size of files is limited instead (with glibc only).
enum FullDisk {
    static func run(_ settings: StressTest.Settings) async throws -> CacheStressResult {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var result = CacheStressResult()
        let isMounted = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.url.path)
        // If the disk cannot be unmounted, only the empty folder on which it is mounted remains.
        defer { if isMounted { _ = run("umount", folder.url.path) } }
        let restore: () -> Void = isMounted ? {} : limitFileSize(400_000)
        defer { restore() }
        result.note = isMounted ? "a disk of 4 MB" : "no disk may be mounted here: files of 400 KB at most"
        let store = try DiskStore(folder: folder.url.appending(path: "cache"))
        var storedVersions: [Int: Int] = [:]
        var rejected = 0
        for version in 1...settings.scale.count(2_000) {
            let number = version % 400
            // Without a mounted disk, only values that exceed the limit of a file are rejected.
            let isLarge = !isMounted && version % 50 == 0
            do throws(CacheError) {
                let value = Payload.make(number, version, size: isLarge ? 500_000 : nil)
                try await store.put(value, for: "\(number)")
                storedVersions[number] = version
            } catch {
                rejected += 1
                if isMounted, error != .diskFull(path: store.folder.path) { result.addViolation("\(error)") }
                if rejected.isMultiple(of: 40) {
                    // Frees space for further values. If cleaning fails as well, it is repeated after 40 more
                    // rejections.
                    _ = try? await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 500_000))
                    storedVersions = [:]
                }
            }
            let entry = try await store.value(for: "\(number)")
            let readVersion = result.verify(entry, number, "full disk")
            if let expected = storedVersions[number], readVersion != expected {
                result.addViolation("key \(number) does not have the last stored value")
            }
        }
        if rejected == 0, settings.scale.factor >= 1 { result.addViolation("the disk was never full") }
        do throws(CacheError) {
            try await store.removeAll()
            try await store.put(Payload.make(1, 1, size: 20_000), for: "1")
            result.verify(try await store.value(for: "1"), 1, "after the full disk")
        } catch {
            result.failedStores += 1
            result.addViolation("after the full disk: \(error)")
        }
        await store.close()
        return result
    }

    /// Runs a program to its end and returns whether it succeeded.
    private static func run(_ command: String...) -> Bool {
        (try? ChildProcess(command, output: .null, errors: .null).wait()) == 0
    }

    /// Limits the size of the files that this process writes, and returns a function that restores the previous limit.
    private static func limitFileSize(_ size: UInt) -> () -> Void {
        #if canImport(Glibc)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        let file = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        getrlimit(file, &limit)
        let before = limit
        limit.rlim_cur = size
        setrlimit(file, &limit)
        return {
            var before = before
            setrlimit(file, &before)
        }
        #else
        return {}
        #endif
    }
}
