import SeekSQLite

/// The paths of the files of a disk store.
///
/// The number in the names is the version of the schema. A release with another schema uses other files, so that two
/// releases can share a folder.
struct DiskLayout: Sendable {
    let folder: String
    /// The names of files and folders that can be generated from the entries, such as an index.
    var companions: [String] = []

    /// The database with all entries, and their values unless they are large.
    var database: String { "\(folder)/\(Self.databaseName)" }
    /// The folder of large values, one per file.
    var values: String { "\(folder)/\(Self.valuesName)" }
    /// The file that is locked while the database is opened or moved aside.
    var lock: String { "\(folder)/\(Self.lockName)" }
    /// The last corrupt database, which is retained for diagnosis until the next one replaces it.
    var quarantine: String { "\(folder)/\(Self.quarantineName)" }

    /// The paths of the companions.
    var companionPaths: [String] { companions.map { "\(folder)/\($0)" } }

    static let databaseName = "entries-1.sqlite"
    static let valuesName = "values-1"
    static let lockName = "lock-1"
    static let quarantineName = "corrupt-1.sqlite"

    func valueFile(_ number: Int64) -> String {
        "\(values)/\(Self.name(of: number))"
    }

    /// Returns the name of a value file: its number in hexadecimal.
    static func name(of number: Int64) -> String {
        String(UInt64(bitPattern: number), radix: 16)
    }

    /// Returns the number in the name of a value file; nil for any other name.
    static func number(of name: String) -> Int64? {
        guard let number = UInt64(name, radix: 16), self.name(of: Int64(bitPattern: number)) == name else { return nil }
        return Int64(bitPattern: number)
    }
}

extension DatabaseFile {
    /// Describes the database of a disk store.
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
            // A new database has no entries that use the existing value files.
            if try DiskSchema.prepare(connection) {
                for name in FileSystem.names(in: layout.values) { FileSystem.remove("\(layout.values)/\(name)") }
            }
        }
    }
}
