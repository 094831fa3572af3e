import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SeekClient {
    /// Requests the rate limits of GitHub, which is free.
    func gitHubRateLimits(at baseURL: URL) async throws(SearchError) -> GitHubRateLimits {
        let request = HTTPRequest(method: .get, url: baseURL.appending(path: "rate_limit"))
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await send(request)
        } catch {
            throw .network(error)
        }
        let context = NetworkError.Context(request: request, response: response)
        if response.status.code == 401 { throw .unauthorized(.gitHub, context.response?.apiMessage ?? "status 401") }
        guard response.status.isSuccessful else { throw .network(.unacceptableStatus(response.status.code, context)) }
        guard let limits = try? JSONDecoder().decode(GitHubRateLimits.self, from: response.body) else {
            throw .network(.undecodable("it contains no limits", context))
        }
        return limits
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
            used = container.contains(.used) ? try count(.used) : max(0, limit - (try count(.remaining)))
            let seconds = try container.decode(Double.self, forKey: .reset)
            // The end of the year 9999, the last year with four digits.
            reset = Date(timeIntervalSince1970: max(0, min(253_402_300_799, seconds)))
        }
    }
    var resources: [String: Limit]
}
