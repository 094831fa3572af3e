import SeekBasics

/// The reason why JSON could not be decoded, and the path of the invalid value.
public struct ModelError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The path in the JSON: `items[3].snippet.channelId`. Empty if the whole document is invalid.
    public let path: String
    /// What is wrong with the value: `is empty`.
    public let reason: String

    /// Creates an error.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The error of strict decoding for a page of a YouTube search without items.
    public static let noItems = ModelError(path: "items", reason: "is empty")

    /// The path and the reason, such as `items[3].snippet.channelId: is empty` or `the document is not valid JSON`.
    public var description: String { path.isEmpty ? "the document \(reason)" : "\(path): \(reason)" }
}

extension ModelError {
    init(_ error: any Error) {
        switch error {
        case let error as ModelError:
            self = error
        case let error as DecodingError:
            let failure = DecodingFailure(error)
            self.init(path: failure.path, reason: failure.reason)
        default:
            self.init(path: "", reason: "cannot be decoded: \(error)")
        }
    }
}
