import Seek
import SeekBasics
import SeekNetworking

/// The cost of a part of a command, for `--dry-run`.
struct PartialCost<Value> {
    /// The maximum number of calls that would be sent.
    var calls: Int
    /// The number of responses that the part takes from the cache.
    var cachedCount: Int
    /// The result of the part; `nil` if a response is not in the cache.
    var value: Value?
}

extension Session {
    /// Checks that there is a token for a search that GitHub rejects without one.
    func requireGitHubToken() throws(SearchError) {
        if configuration.gitHubToken == nil { throw .missingCredential(.gitHub) }
    }

    /// Determines the cost of a part of a command by running it with the cache alone: it fails at the first response
    /// that is not in the cache. With an empty cache, the part needs `maximumCalls`. An invalid query or a missing
    /// credential is thrown.
    func cost<Value>(
        maximumCalls: Int,
        _ work: () async throws -> Value
    ) async throws(SearchError) -> PartialCost<Value> {
        var value: Value?
        do {
            value = try await work()
        } catch let error as SearchError {
            switch error {
            case .invalidQuery, .missingCredential: throw error
            default: break
            }
        } catch {
            // The value remains unknown, as it does without a cached response.
        }
        let cachedCount = probe?.takeCount() ?? 0
        let calls = value == nil ? max(1, maximumCalls - cachedCount) : 0
        return PartialCost(calls: calls, cachedCount: cachedCount, value: value)
    }
}

extension ClientConfiguration {
    /// Restricts the clients to the cache, and returns the middleware that counts the responses that the cache serves.
    mutating func restrictToCache() -> CacheProbe {
        let probe = CacheProbe()
        additionalMiddleware.append(probe)
        transport = RejectingTransport()
        return probe
    }
}

/// Serves requests for which the cache has a fresh response, and rejects all other requests.
final class CacheProbe: HTTPMiddleware {
    private let count = Mutex(0)

    /// Returns the number of responses served since this method was last called.
    func takeCount() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        // `--refresh` sends a request even if the cache has a fresh response.
        guard [.default, .onlyIfCached].contains(options.cacheMode) else { throw .notCached(request) }
        var options = options
        (options.cacheMode, options.allowsStale) = (.onlyIfCached, false)
        let response = try await next(request, options)
        count.withLock { $0 += 1 }
        return response
    }
}

/// Rejects the requests of a client that has no cache.
private struct RejectingTransport: HTTPTransport {
    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        throw .notCached(request)
    }
}

extension NetworkError {
    fileprivate static func notCached(_ request: HTTPRequest) -> NetworkError {
        .rejected(.notCached, Context(request: request, attempts: 0))
    }
}
