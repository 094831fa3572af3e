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

/// The estimated cost of a command, in calls of one quota or rate limit, for `--dry-run`.
struct CostEstimate: Sendable {
    var service: SearchService
    /// The name of the quota or rate limit, as in `seek quota`.
    var quota: String
    /// The maximum number of calls that would be sent; with `--all`, an estimate, or `nil` if unknown.
    var calls: Int?
    /// The minimum number of calls that would be sent, if ``calls`` is unknown.
    var minimumCalls = 0
    /// The number of responses that the command would take from the cache.
    var cachedCount: Int
    /// The number of calls that are left in today's quota; `nil` if it is unknown, as for GitHub.
    var remaining: Int?
    /// Whether ``remaining`` counts the calls of this machine only, because the shared count cannot be read.
    var isLocal = false
    /// The number of calls that `--budget` allows; `nil` without the flag.
    var budget: Int?

    /// Whether ``remaining`` and ``budget`` allow the calls; `nil` if unknown.
    var isAffordable: Bool? {
        let limits = [remaining, budget].compactMap { $0 }
        if limits.contains(where: { $0 < calls ?? minimumCalls }) { return false }
        guard let calls else { return nil }
        return limits.isEmpty && calls > 0 ? nil : true
    }

    static let kind = ResultKind<CostEstimate>(
        singular: "estimate",
        plural: "estimates",
        fields: [
            .column("service", .cyan) { .string($0.service.rawValue) },
            .column("quota", .green, isMain: true) { .string($0.quota) },
            .column("calls", .yellow) { .optional($0.calls) },
            .column("cached") { .number($0.cachedCount) },
            .column("remaining", header: "left") { .optional($0.remaining) },
            .column("affordable", cell: { .string($0.isAffordable.map { $0 ? "yes" : "no" } ?? "") }) {
                $0.isAffordable.map { .bool($0) } ?? .null
            },
            .init("budget") { .optional($0.budget) },
            .init("local") { .bool($0.isLocal) },
        ]
    )

    /// Returns one estimate for each quota, with the sum of the calls; the sum is `nil` if a summand is.
    fileprivate static func merged(_ estimates: [CostEstimate]) -> [CostEstimate] {
        estimates.reduce(into: []) { merged, estimate in
            guard let index = merged.firstIndex(where: { $0.quota == estimate.quota }) else {
                merged.append(estimate)
                return
            }
            merged[index].cachedCount += estimate.cachedCount
            merged[index].calls = merged[index].calls.flatMap { calls in estimate.calls.map { calls + $0 } }
        }
    }
}

extension CostEstimate {
    init(_ service: SearchService, _ quota: String, _ cost: PartialCost<some Any>) {
        self.init(service: service, quota: quota, calls: cost.calls, cachedCount: cost.cachedCount)
    }
}

extension Session {
    func write(_ estimates: [CostEstimate], of invocation: Invocation) async throws(UsageError) -> CommandStatus {
        let options = try OutputOptions(invocation, fieldNames: CostEstimate.kind.fieldNames, console)
        guard options.fields == nil else {
            throw UsageError("--dry-run prints no results, so --json cannot select their fields; remove the fields")
        }
        let quotas = await seek.youTube.quota()
        var rows = CostEstimate.merged(estimates)
        for index in rows.indices {
            let status = quotas.first { $0.bucket.name == rows[index].quota }
            rows[index].remaining = status?.remaining
            rows[index].isLocal = status?.isEstimate == true
            rows[index].budget = invocation.integer(.budget)
        }
        if rows.contains(where: \.isLocal) { settings.warnOfLocalCount() }
        return await write(rows, as: CostEstimate.kind, options, emptyMessage: "no call is needed")
    }
}
