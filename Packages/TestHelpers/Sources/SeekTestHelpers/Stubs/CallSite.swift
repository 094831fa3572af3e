/// A place in the source: where a stub was written, so that a failure can be shown there.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// `Module/File.swift`
    public let fileID: String
    /// The file's whole path.
    public let filePath: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Makes a place; without arguments, that of the call.
    public init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// `File.swift:12`
    public var description: String { "\(fileID.split(separator: "/").last ?? "?"):\(line)" }
}
