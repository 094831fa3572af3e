import SeekSQLite

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
