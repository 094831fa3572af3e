#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Answers a request from a store while a stored answer is fresh, and stores what may be stored.
///
/// A private cache: its entries are partitioned by credential, so that nobody sees what another's key was shown, and
/// by every header field the client sets, so that an answer serves only a request that would have got the same.
/// A store that fails never fails a request: the failure is reported and the server asked.
public struct HTTPCache: HTTPMiddleware {
    private let store: any ResponseStore
    private let partition: String
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - store: where the answers are kept.
    ///   - partition: what tells one credential from another: ``Credential/fingerprint``; empty without a credential.
    ///   - now: the time of day.
    ///   - report: is told of every failure of the store.
    public init(
        store: any ResponseStore,
        partition: String,
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.partition = partition
        self.now = now
        self.report = report
    }

    /// Answers from the store or from what is behind.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard Freshness.isCacheable(request) else { return try await next(request, options) }
        let key = key(for: request)
        if options.cacheMode == .standard, let response = await stored(for: key) {
            return response
        }
        let response = try await next(request, options)
        let now = now()
        if let storable = Freshness.storable(response, to: request, timeToLive: options.timeToLive, now: now) {
            await reporting { try await store.put(storable.serialized, for: key, expiresAt: storable.freshUntil) }
        }
        return response
    }

    private func stored(for key: String) async -> HTTPResponse? {
        let now = now()
        guard let bytes = await reporting({ try await store.response(for: key) }) ?? nil,
            let stored = StoredResponse(serialized: bytes), stored.isFresh(at: now)
        else { return nil }
        var response = stored.response
        response.provenance = Provenance(source: store.source, age: stored.age(at: now))
        return response
    }

    private func reporting<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            report(error)
            return nil
        }
    }

    /// What tells requests apart: partition, method, URL and header fields, a line each. No part can hold a line end.
    private func key(for request: HTTPRequest) -> String {
        let fields = request.headerFields.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        return (["http", partition, "\(request.method) \(request.url.absoluteString)"] + fields).joined(separator: "\n")
    }
}
