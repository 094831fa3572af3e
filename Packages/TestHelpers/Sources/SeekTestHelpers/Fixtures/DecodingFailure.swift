/// A readable description of a decoding error.
package struct DecodingFailure {
    /// The coding path, such as `items[2].snippet`; nil at the top level.
    package let place: String?
    /// The reason, such as `the key 'title' is missing`.
    package let reason: String

    /// Creates the description of an error.
    package init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(context, "the key '\(key.stringValue)' is missing")
        case .valueNotFound(let type, let context):
            self.init(context, "null where a \(type) is expected")
        case .typeMismatch(_, let context):
            self.init(context, context.debugDescription)
        case .dataCorrupted(let context):
            self.init(context, Self.reason(context))
        @unknown default:
            self.init(.init(codingPath: [], debugDescription: ""), String(describing: error))
        }
    }

    private init(_ context: DecodingError.Context, _ reason: String) {
        place = Self.place(context.codingPath)
        self.reason = reason
    }

    /// Returns the decoder's description, followed by the parser's description if there is one, which contains line and
    /// column on Apple platforms.
    private static func reason(_ context: DecodingError.Context) -> String {
        guard let cause = context.underlyingError else { return context.debugDescription }
        return "\(context.debugDescription) \(String(describing: cause))"
    }

    private static func place(_ path: [any CodingKey]) -> String? {
        guard !path.isEmpty else { return nil }
        return path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }
}
