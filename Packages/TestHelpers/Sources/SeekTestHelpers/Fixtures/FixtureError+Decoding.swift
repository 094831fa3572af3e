extension FixtureError {
    /// What a conversion threw, told of a file.
    init(converting path: String, _ error: any Error) {
        switch error {
        case let error as FixtureError:
            self = error
        case let error as DecodingError:
            let (place, reason) = Self.explain(error)
            self = .malformed(path: path, place: place, reason: reason)
        default:
            self = .malformed(path: path, place: nil, reason: String(describing: error))
        }
    }

    private static func explain(_ error: DecodingError) -> (place: String?, reason: String) {
        switch error {
        case .keyNotFound(let key, let context):
            (place(context.codingPath), "the key '\(key.stringValue)' is missing")
        case .valueNotFound(let type, let context):
            (place(context.codingPath), "null where a \(type) is expected")
        case .typeMismatch(_, let context):
            (place(context.codingPath), context.debugDescription)
        case .dataCorrupted(let context):
            (place(context.codingPath), reason(context))
        @unknown default:
            (nil, String(describing: error))
        }
    }

    /// The decoder's words, and below them the parser's, which on Apple's platforms tell line and column.
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
