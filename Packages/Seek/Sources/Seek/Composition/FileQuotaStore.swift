public import SeekBasics
public import SeekSearch

/// A quota store in a file that all processes of a user share: JSON that only its owner can read.
///
/// A lock file beside it (`flock`) makes changes atomic. The content of a corrupt file is moved to `….corrupt`, and
/// counting starts again.
public struct FileQuotaStore: LocalQuotaStore {
    private let file: PrivateFile
    private let timeout: Duration

    /// Creates a store. Missing folders are created by the first change.
    ///
    /// - Parameters:
    ///   - file: The file of the ledger.
    ///   - timeout: The maximum time to wait for other processes.
    public init(file: URL, timeout: Duration = .seconds(2)) {
        self.file = PrivateFile(file.path)
        self.timeout = timeout
    }

    /// Changes the ledger atomically.
    ///
    /// - Throws: ``QuotaStoreError``, or `CancellationError` if the task is cancelled while it waits. After
    ///   ``QuotaStoreError/corrupt(movedTo:)`` the change has been made, in a new ledger.
    public func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
        try await attempt {
            try await file.withLock(timeout: timeout) {
                let data = try file.data()
                let stored = decoded(data)
                var ledger = stored ?? QuotaLedger()
                let value = change(&ledger)
                guard stored == nil, let data else {
                    if ledger != stored { try write(ledger) }
                    return value
                }
                let copy = PrivateFile("\(file.path).corrupt")
                try copy.replace(with: Array(data))
                try write(ledger)
                throw QuotaStoreError.corrupt(movedTo: copy.path)
            }
        }
    }

    /// Reads the ledger, without its lock: the file is replaced as a whole, and may be on a read-only disk.
    ///
    /// - Throws: ``QuotaStoreError``, or `CancellationError` if the file is corrupt and the task is cancelled while it
    ///   waits for the lock. After ``QuotaStoreError/corrupt(movedTo:)`` the ledger is empty.
    public func read<Value: Sendable>(_ body: @Sendable (QuotaLedger) -> Value) async throws -> Value {
        if let ledger = try await attempt({ decoded(try file.data()) }) { return body(ledger) }
        // The file is corrupt: the update moves its content and throws, unless another process has done so.
        return try await update { body($0) }
    }

    private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch PrivateFileError.busy(let path) {
            throw QuotaStoreError.busy(path)
        } catch let error as PrivateFileError {
            throw QuotaStoreError.unusable(error.stateFileDescription)
        }
    }

    /// Returns the ledger in a file, an empty ledger if there is no file, or nil if the file is corrupt.
    private func decoded(_ data: Data?) -> QuotaLedger? {
        guard let data else { return QuotaLedger() }
        return try? JSONDecoder().decodeBounded(QuotaLedger.self, from: data)
    }

    private func write(_ ledger: QuotaLedger) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try file.replace(with: Array(try encoder.encode(ledger)))
    }
}

/// A failure of the quota store. Searches continue after it.
public enum QuotaStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ledger was corrupt. It was moved to this path, and a new one was created.
    case corrupt(movedTo: String)
    /// Another process held the lock of the file with this path until the timeout.
    case busy(String)
    /// The file or its folder cannot be used: the path, the problem and what to do.
    case unusable(String)

    /// One line with the file, the problem and what to do.
    public var description: String {
        switch self {
        case .corrupt(let file):
            "the count of today's quota was corrupt and was moved to \(file); counting starts again from 0"
        case .busy(let file):
            "the count of today's quota was not changed: another process has locked \(file).lock; "
                + "stop that process if this is repeated"
        case .unusable(let problem): "the quota is not counted: \(problem)"
        }
    }
}

extension QuotaStoreError: LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }
}
