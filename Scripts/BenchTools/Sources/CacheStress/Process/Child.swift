import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers

/// This program as a child process that uses a store: `--cache-child WORK FOLDER SEED`.
package enum Child {
    /// The argument that makes the program a child.
    package static let argument = "--cache-child"
    static let keyCount = 40

    /// Starts this program again, to perform the work with this name on a folder.
    static func start(_ work: String, _ folder: URL, seed: UInt64) throws -> ChildProcess {
        try ChildProcess(["/proc/self/exe", argument, work, folder.path, "\(seed)"], errors: .null)
    }

    /// Returns the exit status: 0 if the work succeeded, 1 if a check failed, 2 if the arguments are invalid, 3 after
    /// an error, 4 if root privileges could not be dropped.
    package static func run(_ arguments: [String]) async -> Int32 {
        guard arguments.count == 4, let seed = UInt64(arguments[3]) else { return 2 }
        let folder = URL(filePath: arguments[2])
        do {
            switch arguments[1] {
            case "write": try await storeVersions(folder, seed)
            case "share": return try await share(folder, seed) ? 0 : 1
            case "forbidden": return await forbidden(folder)
            default: return 2
            }
            return 0
        } catch {
            FileHandle.standardError.write(Data("child: \(error)\n".utf8))
            return 3
        }
    }

    /// Stores values from four tasks until the process is killed, each key from a single task, and prints the stored
    /// versions.
    private static func storeVersions(_ folder: URL, _ seed: UInt64) async throws {
        let store = try DiskStore(folder: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var version = Int(seed)
                    while true {
                        version += 1
                        let number = task + version * 7 % (keyCount / 4) * 4
                        let value = Payload.make(number, version)
                        try await store.put(value, for: "\(number)")
                        // One unbuffered write, so that a killed process has printed each line completely or not at
                        // all.
                        let line = Array("\(number) \(version)\n".utf8)
                        _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Stores, reads, cleans and removes values while other processes do the same. Returns whether all values that were
    /// read were correct and the store found no corruption.
    private static func share(_ folder: URL, _ seed: UInt64) async throws -> Bool {
        var random = SeededGenerator(seed: seed)
        var result = CacheStressResult()
        let store = try DiskStore(folder: folder, limits: CacheLimits(maxSize: 500_000))
        for step in 0..<400 {
            let number = Int.random(in: 0..<keyCount, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: _ = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 250_000))
            case 1: _ = try await store.trim(to: CacheLimits(maxCount: 15))
            case 2: try await store.removeAll(prefix: "\(number % 3)")
            case 3: try await store.remove("\(number)")
            case 4..<10:
                let value = Payload.make(number, Int(seed) * 1_000 + step)
                try await store.put(value, for: "\(number)")
            default: result.verify(try await store.value(for: "\(number)"), number, "shared")
            }
        }
        let corrupt = try await store.statistics().corrupt
        await store.close()
        return result.passed && corrupt == 0
    }

    /// Attempts to use a read-only folder without root privileges. Returns the exit status: 0 if the store rejects the
    /// folder.
    private static func forbidden(_ folder: URL) async -> Int32 {
        // 65,534 is an unprivileged user.
        if getuid() == 0, setuid(65_534) != 0 { return 4 }
        do throws(CacheError) {
            _ = try DiskStore(folder: folder)
            return 1
        } catch {
            if case .folderUnusable = error { return 0 }
            return 1
        }
    }
}
