/// The body of a YouTube error response.
public struct YouTubeErrorEnvelope: Sendable, Hashable {
    /// The message, in English, without the HTML markup that YouTube sends in some messages.
    public var message: String
    /// The machine-readable reasons, most specific first: for an invalid key, `API_KEY_INVALID`, `badRequest` and
    /// `INVALID_ARGUMENT`.
    public var reasons: [String]

    /// Creates an error response.
    public init(message: String, reasons: [String] = []) {
        self.message = message
        self.reasons = reasons
    }
}

extension YouTubeErrorEnvelope: Codable {
    private enum CodingKeys: String, CodingKey {
        case error
    }

    private enum ErrorKeys: String, CodingKey {
        case message, errors, details, status
    }

    private struct Entry: Codable {
        var reason: String?
    }

    /// Decodes an error response. `error` is an object, or a string in some responses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let message = container.decodeIfValid(String.self, forKey: .error) {
            self.init(message: HTMLEntities.plainText(of: message))
            return
        }
        let error = try container.nestedContainer(keyedBy: ErrorKeys.self, forKey: .error)
        let entries = [ErrorKeys.details, .errors].flatMap { error.validElements(of: Entry.self, forKey: $0) }
        var reasons = entries.compactMap(\.reason)
        if let status = error.decodeIfValid(String.self, forKey: .status) { reasons.append(status) }
        let message = error.decodeIfValid(String.self, forKey: .message) ?? ""
        self.init(message: HTMLEntities.plainText(of: message), reasons: reasons)
    }

    /// Encodes an error response with all reasons in `errors`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var error = container.nestedContainer(keyedBy: ErrorKeys.self, forKey: .error)
        try error.encode(message, forKey: .message)
        try error.encode(reasons.map(Entry.init), forKey: .errors)
    }
}

/// The body of a GitHub error response.
public struct GitHubErrorEnvelope: Sendable, Hashable {
    /// The message, in English.
    public var message: String
    /// The individual errors, such as `Search q missing`.
    public var details: [String]

    /// Creates an error response.
    public init(message: String, details: [String] = []) {
        self.message = message
        self.details = details
    }
}

extension GitHubErrorEnvelope: Codable {
    private enum CodingKeys: String, CodingKey {
        case message
        case details = "errors"
    }

    /// An element of `errors`: an object, or a string in some responses.
    private struct Entry: Decodable {
        var text: String

        private enum CodingKeys: String, CodingKey {
            case resource, field, code, message
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self.text = text
                return
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let parts = [CodingKeys.resource, .field, .code].compactMap {
                container.decodeIfValid(String.self, forKey: $0)
            }
            text = container.decodeIfValid(String.self, forKey: .message) ?? parts.joined(separator: " ")
        }
    }

    /// Decodes an error response. Throws if the message is missing or invalid. The individual errors are objects or
    /// strings, and are encoded as strings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            message: try container.decode(String.self, forKey: .message),
            details: container.validElements(of: Entry.self, forKey: .details).map(\.text)
        )
    }
}
