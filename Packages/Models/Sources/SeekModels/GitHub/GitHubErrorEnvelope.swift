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
