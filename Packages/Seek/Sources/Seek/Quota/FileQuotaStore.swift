public import SeekSearch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps the ledger of daily quotas in a file that all processes of a user share: JSON, readable by its owner alone.
///
/// A lock beside the file (`flock`) makes each change one step; the file is replaced whole, so that nobody reads half of one. A ledger that
/// cannot be read is set aside as `….corrupt`, and counting begins anew.
public struct FileQuotaStore: QuotaStore {
    private let file: SharedFile

    /// Makes a store. Nothing is touched until the first use; folders that are missing are made then.
    ///
    /// - Parameters:
    ///   - file: where the ledger is.
    ///   - patience: how long to wait for others who are at it; each takes less than a millisecond.
    public init(file: URL, timeout: Duration = .seconds(2)) {
        self.file = SharedFile(path: file.path, timeout: timeout)
    }

    /// Changes the ledger while nobody else can.
    ///
    /// - Throws: ``QuotaStoreError``. After ``QuotaStoreError/corrupt(movedTo:)`` the change has been made, in a new ledger.
    public func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
        do {
            return try await file.locked {
                let (before, damage) = try read()
                var ledger = before
                let value = change(&ledger)
                if ledger != before { try write(ledger) }
                if let damage { throw damage }
                return value
            }
        } catch let failure as SharedFile.Failure {
            switch failure {
            case .busy: throw QuotaStoreError.busy(file.path)
            case .unusable(let reason): throw QuotaStoreError.unusable(file.path, reason)
            }
        }
    }

    private func read() throws -> (QuotaLedger, damage: QuotaStoreError?) {
        guard let data = try file.read() else { return (QuotaLedger(), nil) }
        if let ledger = try? JSONDecoder().decode(QuotaLedger.self, from: data) { return (ledger, nil) }
        return (QuotaLedger(), .corrupt(movedTo: try file.quarantine()))
    }

    private func write(_ ledger: QuotaLedger) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try file.write(try encoder.encode(ledger))
    }
}

/// Why a ledger's file could not be used as it should. Searches go on uncounted.
public enum QuotaStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ledger could not be read; it has been put aside here, and a new one begun.
    case corrupt(movedTo: String)
    /// Others were at it all the time.
    case busy(String)
    /// The file or its folder cannot be used, and why.
    case unusable(String, String)

    /// One line: which file, what is wrong, what to do.
    public var description: String {
        switch self {
        case .corrupt(let file):
            "the ledger of today's calls was damaged; it is kept as \(file), and counting begins anew"
        case .busy(let file):
            "calls are not counted: other processes hold \(file).lock all the time; end them"
        case .unusable(let file, let reason):
            "calls are not counted: \(file): \(reason); correct that, or set SEEK_STATE_DIR to another folder"
        }
    }
}
