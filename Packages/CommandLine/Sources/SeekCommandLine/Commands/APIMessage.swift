import Seek
import SeekBasics
import SeekNetworking

extension ResponseExcerpt {
    /// The message in an error response of GitHub or YouTube, on one line, without secrets and limited to 400
    /// characters; `nil` if there is none.
    var apiMessage: String? {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: body),
            let message = envelope.error?.message ?? envelope.message
        else { return nil }
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : Redaction.redacted(text: String(line.prefix(400)))
    }

    /// The JSON of an error: `{"message": …}` of GitHub, `{"error": {"message": …}}` of YouTube.
    private struct Envelope: Decodable {
        struct Failure: Decodable {
            var message: String?
        }

        var message: String?
        var error: Failure?
    }
}

extension HTTPResponse {
    /// The messages of the errors in a GraphQL response. The response has the status 200 even if there are errors.
    var graphQLErrors: [String] {
        struct Envelope: Decodable {
            struct Failure: Decodable {
                var message: String
            }

            var errors: [Failure]?
        }
        return (try? JSONDecoder().decode(Envelope.self, from: body))?.errors?.map(\.message) ?? []
    }
}
