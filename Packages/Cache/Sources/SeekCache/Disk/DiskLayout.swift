/// Where a disk store keeps what, below its folder.
///
/// The number in the names is that of the schema: a release with another one uses other files, so that two releases can
/// share a folder without taking each other's for damaged.
struct DiskLayout: Sendable {
    let folder: String
    /// The names of files and folders beside the store's own that go with it.
    var companions: [String] = []

    /// All entries, and the values of the small ones.
    var database: String { "\(folder)/\(Self.databaseName)" }
    /// The values of the large ones, a file each.
    var values: String { "\(folder)/values-1" }
    /// Held while the database is opened or set aside.
    var lock: String { "\(folder)/\(Self.lockName)" }
    /// The last database found damaged, kept for diagnosis until the next one is.
    var quarantine: String { "\(folder)/\(Self.quarantineName)" }

    /// Files and folders beside the store's own that go with it.
    var companionPaths: [String] { companions.map { "\(folder)/\($0)" } }

    static let databaseName = "entries-1.sqlite"
    static let lockName = "lock-1"
    static let quarantineName = "damaged-1.sqlite"

    func valueFile(_ number: Int64) -> String {
        "\(values)/\(Self.name(of: number))"
    }

    /// A value file's name: its number in hexadecimal.
    static func name(of number: Int64) -> String {
        String(UInt64(bitPattern: number), radix: 16)
    }

    /// The number a value file's name stands for; nil for any other name.
    static func number(of name: String) -> Int64? {
        guard let number = UInt64(name, radix: 16), self.name(of: Int64(bitPattern: number)) == name else { return nil }
        return Int64(bitPattern: number)
    }
}
