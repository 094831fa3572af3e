import CSQLite

/// The version of the SQLite library the process runs with.
enum SQLiteVersion {
    /// The first version with all that is used here: 3.37.0. `RETURNING` needs 3.35, `SQLITE_OPEN_EXRESCODE` 3.37
    /// (https://sqlite.org/changes.html).
    static let minimum: Int32 = 3_037_000

    /// - Throws: ``SQLiteError/unsupported(_:)`` where the version is older than ``minimum``.
    static func check(_ number: Int32 = sqlite3_libversion_number()) throws(SQLiteError) {
        guard number < minimum else { return }
        throw .unsupported("SQLite \(name(of: number)) is installed, and \(name(of: minimum)) or later is needed")
    }

    /// A version number as it is written: 3037000 is `3.37.0`.
    private static func name(of number: Int32) -> String {
        "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
    }
}
