public import SeekSearch

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

/// Keeps the ledger of daily quotas in a file that all processes of a user share: JSON, readable by its owner alone.
///
/// A lock beside the file (`flock`) makes each change one step; the file is replaced whole, so that nobody reads half of one. A ledger that
/// cannot be read is set aside as `….damaged`, and counting begins anew.
public struct FileQuotaStore: QuotaStore {
    private let file: String
    private let patience: Duration

    /// Makes a store. Nothing is touched until the first use; folders that are missing are made then.
    ///
    /// - Parameters:
    ///   - file: where the ledger is.
    ///   - patience: how long to wait for others who are at it; each takes less than a millisecond.
    public init(file: URL, patience: Duration = .seconds(2)) {
        self.file = file.path
        self.patience = patience
    }

    /// Changes the ledger while nobody else can.
    ///
    /// - Throws: ``QuotaStoreError``. After ``QuotaStoreError/damaged(setAside:)`` the change has been made, in a new ledger.
    public func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
        let lock = try await lock()
        defer { close(lock) }
        let (before, damage) = try read()
        var ledger = before
        let value = change(&ledger)
        if ledger != before { try write(ledger) }
        if let damage { throw damage }
        return value
    }

    /// Takes the lock, which closing the descriptor lets go of; so does the end of the process.
    private func lock() async throws -> Int32 {
        let descriptor = try openLock()
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, .now < end else {
                close(descriptor)
                throw code == EWOULDBLOCK ? QuotaStoreError.busy(file) : error(code)
            }
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                close(descriptor)
                throw error
            }
        }
        return descriptor
    }

    private func openLock() throws -> Int32 {
        let path = "\(file).lock"
        func attempt() -> Int32 { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        var descriptor = attempt()
        if descriptor < 0, errno == ENOENT, let end = file.lastIndex(of: "/") {
            let folder = String(file[..<end])
            do {
                let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true,
                    attributes: mode
                )
            } catch {
                throw QuotaStoreError.unusable(file, "its folder cannot be made")
            }
            descriptor = attempt()
        }
        guard descriptor >= 0 else { throw error(errno) }
        return descriptor
    }

    private func read() throws -> (QuotaLedger, damage: QuotaStoreError?) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            guard access(file, F_OK) != 0 else { throw QuotaStoreError.unusable(file, "it cannot be read") }
            return (QuotaLedger(), nil)
        }
        if let ledger = try? JSONDecoder().decode(QuotaLedger.self, from: data) { return (ledger, nil) }
        let aside = "\(file).damaged"
        guard rename(file, aside) == 0 else { throw error(errno) }
        return (QuotaLedger(), .damaged(setAside: aside))
    }

    private func write(_ ledger: QuotaLedger) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(ledger)
        // Under the lock, so nobody else writes to it.
        let new = "\(file).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw error(errno) }
        let written = data.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        let code = errno
        close(descriptor)
        guard written == data.count else { throw written < 0 ? error(code) : error(ENOSPC) }
        guard rename(new, file) == 0 else { throw error(errno) }
    }

    private func error(_ code: Int32) -> QuotaStoreError { .unusable(file, String(cString: strerror(code))) }
}

/// Why a ledger's file could not be used as it should. Searches go on uncounted.
public enum QuotaStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ledger could not be read; it has been put aside here, and a new one begun.
    case damaged(setAside: String)
    /// Others were at it all the time.
    case busy(String)
    /// The file or its folder cannot be used, and why.
    case unusable(String, String)

    /// One line: which file, what is wrong, what to do.
    public var description: String {
        switch self {
        case .damaged(let file):
            "the ledger of today's calls was damaged; it is kept as \(file), and counting begins anew"
        case .busy(let file):
            "calls are not counted: other processes hold \(file).lock all the time; end them"
        case .unusable(let file, let reason):
            "calls are not counted: \(file): \(reason); mend that, or set SEEK_STATE_DIR to a folder that can be written"
        }
    }
}

/// The system's function: the store has a method of the same name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
    #else
    Darwin.write(descriptor, bytes, count)
    #endif
}
