/// The reason why JSON could not be decoded, and the path of the invalid value.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
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

    /// The path and the reason, such as `items[3].snippet.channelId: is empty`.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension ModelError {
    init(_ error: any Error) {
        switch error {
        case let error as ModelError:
            self = error
        case DecodingError.keyNotFound(let key, let context):
            self.init(path: Self.path(context.codingPath + [key]), reason: "is missing")
        case DecodingError.valueNotFound(_, let context):
            self.init(path: Self.path(context.codingPath), reason: "is null")
        case DecodingError.typeMismatch(let type, let context):
            self.init(path: Self.path(context.codingPath), reason: "is not \(Self.name(of: type))")
        case DecodingError.dataCorrupted(let context):
            let path = Self.path(context.codingPath)
            self.init(path: path, reason: path.isEmpty ? "is not valid JSON" : context.debugDescription)
        default:
            self.init(path: "", reason: "\(error)")
        }
    }

    /// Returns a coding path as text: `items[3].id`.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Int.Type, is Int64.Type, is Double.Type: "a number"
        case is Bool.Type: "a Boolean"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "a \(type)"
        }
    }
}
