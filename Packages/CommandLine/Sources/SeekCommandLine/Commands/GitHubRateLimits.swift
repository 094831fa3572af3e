import Seek
import SeekBasics
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SeekClient {
    /// Fetches GitHub's rate limits. The request does not count against them.
    ///
    /// - Throws: ``SearchError/unauthorized(_:_:)`` for the status 401, ``SearchError/unavailable(_:_:)`` for a failure
    ///   of the server, otherwise ``SearchError/network(_:)``.
    func gitHubRateLimits(at baseURL: URL) async throws(SearchError) -> GitHubRateLimits {
        let request = HTTPRequest(method: .get, url: baseURL.appending(path: "rate_limit"))
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await send(request)
        } catch {
            throw .network(error)
        }
        var context = NetworkError.Context(request: request, response: response)
        if response.status.code == 401 { throw .unauthorized(.gitHub, context.response?.apiMessage ?? "status 401") }
        guard response.status.isSuccessful else {
            let error = NetworkError.unacceptableStatus(response.status.code, context)
            throw (500...599).contains(response.status.code) ? .unavailable(.gitHub, error) : .network(error)
        }
        guard response.mediaType == "application/json" else {
            throw .network(.unacceptableMediaType(response.mediaType, context))
        }
        do {
            return try JSONDecoder().decode(GitHubRateLimits.self, from: response.body)
        } catch {
            context.underlyingError = error
            throw .network(.undecodable("it contains no valid limits", context))
        }
    }
}

/// The rate limits of GitHub. Numbers are clamped to valid ranges, because a server may send any value.
struct GitHubRateLimits: Decodable {
    struct Limit: Decodable {
        var limit: Int64
        var used: Int64
        var reset: Date

        private enum CodingKeys: String, CodingKey {
            case limit, used, remaining, reset
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func count(_ key: CodingKeys) throws -> Int64 { max(0, try container.decode(Int64.self, forKey: key)) }
            limit = try count(.limit)
            // Not every version of GitHub Enterprise Server returns `used`.
            used =
                try container.decodeIfPresent(Int64.self, forKey: .used).map { max(0, $0) }
                ?? max(0, limit - count(.remaining))
            let seconds = try container.decode(Double.self, forKey: .reset)
            reset = Date(timeIntervalSince1970: max(0, min(UTCTime.validSeconds.upperBound, seconds)))
        }
    }
    var resources: [String: Limit]
}
