import Seek
import SeekBasics
import SeekNetworking

extension ResponseExcerpt {
    /// The message in an error response of GitHub or YouTube, on one line, without secrets and limited to 400
    /// characters; `nil` if there is none.
    var apiMessage: String? {
        let decoder = ModelDecoder()
        guard
            let message = (try? decoder.decode(YouTubeErrorEnvelope.self, from: body))?.message
                ?? (try? decoder.decode(GitHubErrorEnvelope.self, from: body))?.message
        else { return nil }
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : Redaction.redacted(text: String(line.prefix(400)))
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
        return (try? ModelDecoder().decode(Envelope.self, from: body))?.errors?.map(\.message) ?? []
    }
}
