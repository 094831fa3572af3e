import SeekBasics
public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A quota store in a file that all processes of a user share: JSON that only its owner can read.
///
/// A lock file beside it (`flock`) makes changes atomic. A corrupt file is moved aside as `….corrupt`, and counting
/// starts again.
public struct FileQuotaStore: LocalQuotaStore {
    private let file: PrivateFile
    private let timeout: Duration

    /// Creates a store. Missing folders are created at the first use.
    ///
    /// - Parameters:
    ///   - file: The file of the ledger.
    ///   - timeout: The maximum time to wait for the lock, which each process holds for less than a millisecond.
    public init(file: URL, timeout: Duration = .seconds(2)) {
        self.file = PrivateFile(file.path)
        self.timeout = timeout
    }

    /// Changes the ledger atomically.
    ///
    /// - Throws: ``QuotaStoreError``. After ``QuotaStoreError/corrupt(movedTo:)`` the change has been made, in a new
    ///   ledger.
    public func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
        do {
            return try await file.withLock(timeout: timeout) {
                let (before, corruption) = try read()
                var ledger = before
                let value = change(&ledger)
                if ledger != before { try write(ledger) }
                if let corruption { throw corruption }
                return value
            }
        } catch PrivateFileError.busy(let path) {
            throw QuotaStoreError.busy(path)
        } catch let error as PrivateFileError {
            if let value = valueWithoutChange(change) { return value }
            throw QuotaStoreError.unusable(error.stateFileAdvice)
        }
    }

    /// Returns the result of a closure that only reads the ledger, which needs no lock: the file may be on a read-only
    /// disk. Returns nil if the closure changes the ledger, or if the file cannot be read.
    private func valueWithoutChange<Value>(_ change: (inout QuotaLedger) -> Value) -> Value? {
        guard let data = try? file.data(), let before = try? JSONDecoder().decode(QuotaLedger.self, from: data) else {
            return nil
        }
        var ledger = before
        let value = change(&ledger)
        return ledger == before ? value : nil
    }

    /// Returns the stored ledger. A corrupt file is moved aside and reported with an empty ledger.
    private func read() throws -> (ledger: QuotaLedger, corruption: QuotaStoreError?) {
        guard let data = try file.data() else { return (QuotaLedger(), nil) }
        if let ledger = try? JSONDecoder().decode(QuotaLedger.self, from: data) { return (ledger, nil) }
        return (QuotaLedger(), .corrupt(movedTo: try file.quarantine()))
    }

    private func write(_ ledger: QuotaLedger) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try file.replace(with: Array(try encoder.encode(ledger)))
    }
}

/// A failure of the quota store. Searches continue without being counted.
public enum QuotaStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ledger was corrupt. It was moved to this path, and a new one was created.
    case corrupt(movedTo: String)
    /// Another process held the lock until the timeout.
    case busy(String)
    /// The file or its folder cannot be used: the path, the problem and what to do.
    case unusable(String)

    /// One line with the file, the problem and what to do.
    public var description: String {
        switch self {
        case .corrupt(let file):
            "the count of today's quota was corrupt and was moved to \(file); counting starts again from 0"
        case .busy(let file):
            "the call was not counted: another process has locked \(file).lock; stop it if this is repeated"
        case .unusable(let problem): "the quota is not counted: \(problem)"
        }
    }
}

extension QuotaStoreError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}
