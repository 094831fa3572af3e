/// A source location, at which a failure is reported.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// `Module/File.swift`
    public let fileID: String
    /// The path of the file.
    public let filePath: String
    /// The line, starting at 1.
    public let line: Int
    /// The column, starting at 1.
    public let column: Int

    /// Creates a location; by default that of the caller.
    public init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// `File.swift:12`
    public var description: String { "\(fileID.split(separator: "/").last ?? "?"):\(line)" }
}
