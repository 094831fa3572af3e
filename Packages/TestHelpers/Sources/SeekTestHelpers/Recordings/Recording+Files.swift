public import SeekBasics
public import SeekNetworking

extension Recording {
    /// Reads a recording from a file.
    ///
    /// - Parameter sizeLimit: The maximum size of the file, in bytes. Reading requires about three times as much
    ///   memory.
    /// - Throws: ``FixtureError/tooLarge(path:size:limit:)`` before the file is read,
    ///   ``FixtureError/unreadable(path:reason:)``, or ``FixtureError/malformed(path:place:reason:)``, whose place is
    ///   the location in the HAR file if it is known.
    public init(contentsOf file: URL, sizeLimit: Int = Self.sizeLimit) throws(FixtureError) {
        let bytes = try Fixtures.read(file, sizeLimit: sizeLimit)
        do throws(ParseError) {
            try self.init(har: bytes)
        } catch {
            throw .malformed(
                path: file.path,
                place: error.location.isEmpty ? nil : error.location,
                reason: error.reason
            )
        }
    }
}
