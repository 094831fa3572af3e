#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A private HTTP cache: answers from a store by the rules of RFC 9111, and asks the server for the rest.
///
/// A fresh answer serves at once; a stale one is asked for with its validators, and a 304 renews it; one that may be served
/// stale is, where the request, the server's `stale-while-revalidate` or a failure allows it. An endpoint's time to live
/// takes the place of the server's word. Entries are partitioned by credential, so that nobody sees what another's key
/// was shown, and by every header field the client sets, so that an answer serves only a request that would have got the
/// same. A store that fails never fails a request: the failure is reported and the server asked.
public struct HTTPCache: HTTPMiddleware {
    private let store: any ResponseStore
    private let partition: String
    private let staleWindow: Double
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void

    /// How long an answer that can be revalidated is kept beyond its lifetime: a week.
    private static let revalidationWindow = 7 * 86_400.0

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - store: where the answers are kept.
    ///   - partition: what tells one credential from another: ``Credential/fingerprint``; empty without a credential.
    ///   - staleIfError: how long an answer under an endpoint's time to live serves beyond it where the server fails or the
    ///     quota is spent. A day unless said otherwise. Other answers serve as long as `stale-if-error` says.
    ///   - now: the time of day.
    ///   - report: is told of every failure of the store.
    public init(
        store: any ResponseStore,
        partition: String,
        staleIfError: Duration = .seconds(86_400),
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.partition = partition
        staleWindow = max(0, staleIfError.seconds)
        self.now = now
        self.report = report
    }

    /// Answers from the store or from what is behind.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard CachePolicy.isCacheable(request), options.cacheMode != .noStore else {
            return try await next(request, options)
        }
        let key = key(for: request)
        let stored = await stored(for: key)
        switch (CachePolicy.use(of: stored, for: request, mode: options.cacheMode, at: now()), stored) {
        case (.serve, let stored?):
            return served(stored)
        case (.serveStale, let stored?):
            return served(stored, isStale: true)
        case (.serveWhileRevalidating, let stored?):
            // Nobody waits for it, and what fails in it fails again when somebody does.
            Task { _ = try? await ask(request, key, stored: stored, validators: stored.validators, options, next) }
            return served(stored, isStale: true)
        case (.ask(let validators), _):
            return try await ask(request, key, stored: stored, validators: validators, options, next)
        case (_, nil), (.refuse, _):
            throw notCached(request)
        }
    }

    /// Asks the server, keeps what it says, and serves what is stored where it fails.
    private func ask(
        _ request: HTTPRequest,
        _ key: String,
        stored: StoredResponse?,
        validators: HTTPFields,
        _ options: RequestOptions,
        _ next: HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        var asking = request
        for field in validators { asking.headerFields.append(field) }
        let sentAt = now()
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await next(asking, options)
        } catch {
            guard let stored, mayServe(stored, inPlaceOf: error) else { throw error }
            return served(stored, isStale: true)
        }
        if let stored, response.status.code == 304, !validators.isEmpty {
            let renewed = CachePolicy.revalidated(
                stored,
                by: response,
                to: request,
                timeToLive: options.timeToLive,
                sentAt: sentAt,
                receivedAt: now()
            )
            await keep(renewed, key)
            var answer = renewed.served(from: store.source, at: now(), isRevalidated: true)
            answer.provenance.attempts = response.provenance.attempts
            return answer
        }
        if let stored, CachePolicy.isFailure(response), servesStale(stored) { return served(stored, isStale: true) }
        let kept = CachePolicy.stored(
            response,
            to: request,
            timeToLive: options.timeToLive,
            sentAt: sentAt,
            receivedAt: now()
        )
        if let kept { await keep(kept, key) }
        return response
    }

    private func mayServe(_ stored: StoredResponse, inPlaceOf error: NetworkError) -> Bool {
        switch error {
        case .transport, .timedOut, .refused: servesStale(stored)
        default: false
        }
    }

    private func servesStale(_ stored: StoredResponse) -> Bool {
        CachePolicy.servesStale(stored, at: now(), overlayWindow: staleWindow)
    }

    private func served(_ stored: StoredResponse, isStale: Bool = false) -> HTTPResponse {
        let now = now()
        let isOver = stored.lifetimeUsed(at: now) >= stored.lifetime
        return stored.served(from: store.source, at: now, isStale: isStale || isOver)
    }

    private func notCached(_ request: HTTPRequest) -> NetworkError {
        var context = NetworkError.Context(request: request)
        context.attempts = 0
        return .refused(.notCached, context)
    }

    // MARK: The store

    private func stored(for key: String) async -> StoredResponse? {
        let bytes = await reporting { try await store.response(for: key) } ?? nil
        return bytes.flatMap(StoredResponse.init(serialized:))
    }

    /// Keeps an answer for as long as it may be of use, fresh or not.
    private func keep(_ stored: StoredResponse, _ key: String) async {
        let control = CacheControl(stored.response.headerFields)
        var window = max(
            control.staleIfError ?? 0,
            control.staleWhileRevalidate ?? 0,
            stored.isOverlay ? staleWindow : 0
        )
        if !stored.validators.isEmpty { window = max(window, Self.revalidationWindow) }
        let left = stored.lifetime - stored.lifetimeUsed(at: stored.storedAt)
        let expiresAt = stored.storedAt.addingTimeInterval(max(0, left) + window)
        await reporting { try await store.put(stored.serialized, for: key, expiresAt: expiresAt) }
    }

    @discardableResult
    private func reporting<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            return try await work()
        } catch {
            report(error)
            return nil
        }
    }

    /// What tells requests apart: partition, method, URL and header fields, a line each. No part can hold a line end. What a
    /// request says to caches is no part of it.
    private func key(for request: HTTPRequest) -> String {
        let fields = request.headerFields.filter { $0.name != .cacheControl && $0.name.canonicalName != "pragma" }
            .map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        return (["http", partition, "\(request.method) \(request.url.absoluteString)"] + fields).joined(separator: "\n")
    }
}
