import SeekBasics
import SeekSQLite

/// The tables of a disk store.
///
/// - `entry`: the entries in the order of insertion, so that entries that are put together share pages. A row is looked
///   up by the hash of its key, and the whole key is compared. `version` is a random number for each put; it is the
///   name of the value file when `inFile` is 1. `value` is the last column, so that reading the others does not load
///   its pages. Times are seconds since 2001. The indexes `entry_use` and `entry_expiry` find the entries to remove
///   without examining the others, and `entry_file` finds the entry of a value file.
/// - `total`: one row with the number and total size of the entries, updated in each transaction that changes them.
enum DiskSchema {
    static let statements = [
        "CREATE TABLE entry(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, stored REAL NOT NULL, "
            + "accessed REAL NOT NULL, expires REAL, size INTEGER NOT NULL, checksum INTEGER NOT NULL, "
            + "inFile INTEGER NOT NULL, key BLOB NOT NULL, value BLOB)",
        "CREATE INDEX entry_hash ON entry(hash)",
        "CREATE INDEX entry_use ON entry(accessed, size DESC)",
        "CREATE INDEX entry_expiry ON entry(expires) WHERE expires IS NOT NULL",
        "CREATE INDEX entry_file ON entry(version) WHERE inFile = 1",
        "CREATE TABLE total(count INTEGER NOT NULL, bytes INTEGER NOT NULL)",
    ]

    /// Configures a new connection, and creates the tables in an empty file.
    ///
    /// - Returns: Whether the tables were created.
    /// - Throws: ``SQLiteError/schemaMismatch`` when the file contains other tables.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        // Has an effect only in an empty file, before WAL mode writes the first page. In other files, SQLite would
        // write that page at each opening.
        if try connection.number("PRAGMA page_count") == 0 {
            try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try connection.setUpForSharing()
        if try storedStatements(connection) == statements { return false }
        return try connection.transaction { () throws(SQLiteError) in
            let existing = try storedStatements(connection)
            if existing == statements { return false }
            guard existing.isEmpty else { throw .schemaMismatch }
            for statement in statements { try connection.execute(statement) }
            try connection.execute("INSERT INTO total VALUES(0, 0)")
            return true
        }
    }

    private static func storedStatements(_ connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        let statement = try connection.statement("SELECT sql FROM sqlite_schema ORDER BY rowid")
        defer { statement.reset() }
        var result: [String] = []
        while try statement.step() { result.append(statement.text(at: 0) ?? "") }
        return result
    }
}

/// The paths of the files of a disk store.
///
/// The number in the names is the version of the schema. A release with another schema uses other files, so that two
/// releases can share a folder.
struct DiskLayout: Sendable {
    let folder: String
    /// The names of files and folders that the store's client derives from the entries, such as an index. They count
    /// towards the maximum size and may be removed.
    var companions: [String] = []

    /// The path of the database with all entries, and their values unless they are large.
    var databasePath: String { "\(folder)/\(Self.databaseName)" }
    /// The path of the folder of large values, one per file.
    var valuesPath: String { "\(folder)/\(Self.valuesName)" }
    var companionPaths: [String] { companions.map { "\(folder)/\($0)" } }

    private static let schemaVersion = 1
    static let databaseName = "entries-\(schemaVersion).sqlite"
    static let valuesName = "values-\(schemaVersion)"
    /// The file that is locked while the database is opened, moved aside or removed.
    static let lockName = "lock-\(schemaVersion)"
    /// The last corrupt database, which is retained for diagnosis until the next one replaces it, the maximum size
    /// requires its removal, or all entries are removed.
    static let quarantineName = "corrupt-\(schemaVersion).sqlite"

    func valuePath(version: Int64) -> String { "\(valuesPath)/\(Self.valueName(version: version))" }

    /// Returns the name of a value file: the version of its entry in hexadecimal.
    private static func valueName(version: Int64) -> String { String(UInt64(bitPattern: version), radix: 16) }

    /// Returns the version in the name of a value file; nil for any other name.
    static func version(ofValueNamed name: String) -> Int64? {
        guard let number = UInt64(name, radix: 16) else { return nil }
        let version = Int64(bitPattern: number)
        return valueName(version: version) == name ? version : nil
    }
}

extension DatabaseFile {
    init(_ layout: DiskLayout, _ options: DiskOptions) {
        self.init(
            folder: layout.folder,
            subfolder: DiskLayout.valuesName,
            name: DiskLayout.databaseName,
            lock: DiskLayout.lockName,
            quarantine: DiskLayout.quarantineName,
            busyTimeout: options.busyTimeout,
            maximumRowSize: options.maximumRowSize
        ) { connection throws(SQLiteError) in
            if try DiskSchema.prepare(connection) {
                // Value files left by an earlier database belong to no entry, so they are deleted.
                let folder = layout.valuesPath
                for name in FileSystem.names(in: folder) { FileSystem.remove("\(folder)/\(name)") }
            }
        }
    }
}

/// A row of the table `entry`.
struct DiskRow: Sendable {
    var id: Int64 = 0
    /// A random number for each put, which is also the name of the value file, in hexadecimal.
    var version: Int64
    /// The time of the put, in seconds since 2001 like all times of a row.
    var stored: Double
    var accessed: Double
    var expires: Double?
    var size: Int
    var checksum: UInt64
    var hasFile: Bool
    /// The value; nil if it is in a file.
    var value: Data?

    /// Returns the checksum of an entry: of its key and value, and the times of its put and expiry.
    static func checksum(key: KeyBytes, stored: Double, expires: Double?, value: Data) -> UInt64 {
        var hash = key.withBytes { XXHash64.hash($0) }
        let times = (stored.bitPattern.littleEndian, (expires ?? 0).bitPattern.littleEndian)
        hash = withUnsafeBytes(of: times) { XXHash64.hash($0, seed: hash) }
        // Distinguishes no expiry from an expiry at 0.
        if expires != nil { hash = ~hash }
        return value.withUnsafeBytes { XXHash64.hash($0, seed: hash) }
    }

    private var storedAt: Date { Date(timeIntervalSinceReferenceDate: stored) }

    /// Returns the date from which the entry is no longer returned: ``expires``, or the end of the maximum age, which
    /// can be earlier if the store that put the row had another maximum age.
    private func expiry(_ limits: CacheLimits) -> Date? {
        limits.expiry(of: expires.map { Date(timeIntervalSinceReferenceDate: $0) }, storedAt: storedAt)
    }

    func isExpired(at now: Date, _ limits: CacheLimits) -> Bool { expiry(limits).map { $0 <= now } ?? false }

    func access(of hash: Int64, at time: Double) -> UsageTracker.Access {
        UsageTracker.Access(hash: hash, time: max(time, accessed), writtenTime: accessed)
    }

    /// Returns the entry with a value; nil if the value does not match the size and the checksum.
    func entry(_ value: Data, key: KeyBytes, _ limits: CacheLimits, now: Date) -> CacheEntry? {
        guard value.count == size,
            checksum == Self.checksum(key: key, stored: stored, expires: expires, value: value)
        else { return nil }
        return CacheEntry(
            data: value,
            storedAt: storedAt,
            expiresAt: expiry(limits),
            lastUsedAt: Date(timeIntervalSinceReferenceDate: accessed),
            version: CacheVersion(number: version),
            now: now
        )
    }
}

/// An item with the identity of its row.
struct DiskItem: Sendable {
    var id: Int64
    var version: Int64
    var item: CacheItem
}

/// Returns the time from 2001 to a date in seconds. -0 and NaN become 0: SQLite does not retain them, and the checksum
/// covers every bit.
func secondsSince2001(_ date: Date) -> Double {
    let seconds = date.timeIntervalSinceReferenceDate
    return seconds.isNaN ? 0 : seconds + 0
}
