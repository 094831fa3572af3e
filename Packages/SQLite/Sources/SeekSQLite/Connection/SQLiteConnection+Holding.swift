import CSQLite

extension SQLiteConnection {
    /// Begins a read transaction that stays open: what is read until ``releaseSnapshot()`` is of one state of the database, and
    /// takes none of the locks that each statement else takes and gives back.
    ///
    /// While it is held the log cannot be begun anew, by anybody: to be held for a moment only. It is not held where the
    /// database has no log, for nobody could tell whether it is still current.
    public func holdSnapshot() throws(SQLiteError) {
        // Before the transaction: what is committed meanwhile makes it look old, never new.
        guard !holdsSnapshot, let commit = try lastCommit() else { return }
        try statement("BEGIN").run()
        held.commit = commit
    }

    /// Whether a snapshot is held.
    public var holdsSnapshot: Bool { held.commit != nil }

    /// Whether nobody has committed since the snapshot that is held began; false where none is.
    public var isSnapshotCurrent: Bool {
        guard let commit = held.commit, case .mapped(let index) = held.index else { return false }
        return commit == LogCommit(index)
    }

    /// Ends the read transaction that is held, if one is.
    public func releaseSnapshot() {
        guard holdsSnapshot else { return }
        held.commit = nil
        // Nothing was written that could fail to be.
        try? statement("COMMIT").run()
    }

    private func lastCommit() throws(SQLiteError) -> LogCommit? {
        if case .unknown = held.index {
            let mode = try statement("PRAGMA journal_mode")
            defer { mode.reset() }
            let hasLog = try mode.step() && mode.text(at: 0) == "wal"
            held.index = (hasLog ? seek_sqlite_log_index(connection) : nil).map { .mapped($0) } ?? .none
        }
        guard case .mapped(let index) = held.index else { return nil }
        return LogCommit(index)
    }
}

/// A connection's snapshot, and where it sees whether that is current.
struct HeldSnapshot {
    enum Index {
        case unknown
        case none
        /// In memory until the connection is closed.
        case mapped(UnsafeRawPointer)
    }

    var index = Index.unknown
    var commit: LogCommit?
}

/// What the index of the log tells of the last commit: 48 bytes, among them a counter, the log's length, its salts and
/// a checksum of all it holds (https://sqlite.org/walformat.html §2.1).
///
/// They stand there twice, and the ones that are compared here are written last: until they change, the commit is not
/// done.
struct LogCommit: Equatable {
    private static let version: UInt32 = 3_007_000

    private let front: SIMD4<UInt64>
    private let back: SIMD2<UInt64>

    /// Reads the header; nil where it is of a version that may mean something else.
    init?(_ index: UnsafeRawPointer) {
        guard index.load(as: UInt32.self) == Self.version else { return nil }
        front = index.load(as: SIMD4<UInt64>.self)
        back = index.load(fromByteOffset: 32, as: SIMD2<UInt64>.self)
    }
}
