import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseExcerpt {
    /// The message in an error response of either API, on one line and without secrets; `nil` if there is none.
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

extension SeekClient {
    /// Requests the rate limits of GitHub, which is free. Returns every response, also an error.
    func gitHubRateLimits(at baseURL: URL) async throws(SearchError) -> (HTTPRequest, HTTPResponse) {
        let request = HTTPRequest(method: .get, url: baseURL.appending(path: "rate_limit"))
        do throws(NetworkError) {
            return (request, try await send(request))
        } catch {
            throw .network(error)
        }
    }
}

extension SearchError {
    /// Creates the error for an unsuccessful response of GitHub to a request that is not a search.
    init(gitHub response: HTTPResponse, to request: HTTPRequest) {
        let context = NetworkError.Context(request: request, response: response)
        self =
            response.status.code == 401
            ? .unauthorized(.gitHub, context.response?.apiMessage ?? "status 401")
            : .network(.unacceptableStatus(response.status.code, context))
    }
}
