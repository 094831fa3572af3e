import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts each request against a daily quota before it is sent, and rejects requests beyond it.
///
/// It runs inside the retry middleware, so that each attempt is counted. A reservation is refunded only if nothing was
/// sent: APIs count failed calls, too.
struct QuotaMiddleware: HTTPMiddleware {
    let store: any QuotaStore
    /// A fingerprint of the API key, never the key itself.
    let key: String
    /// Returns the bucket of a request. Each request costs 1.
    let bucket: @Sendable (HTTPRequest) -> QuotaBucket
    /// Returns whether a response reports that the quota is used up.
    let isExhausted: @Sendable (HTTPResponse, HTTPRequest) -> Bool
    let now: @Sendable () -> Date
    /// Receives errors of the store; the request is then sent uncounted.
    let report: @Sendable (any Error) -> Void

    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let bucket = bucket(request)
        let reservation = await reserve(bucket)
        if case .rejected(let until) = reservation {
            let context = NetworkError.Context(request: request, attempts: 0)
            throw .rejected(.quota(bucket.name, until: until), context)
        }
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await next(request, options)
        } catch {
            if error.isUncharged, case .made(let day) = reservation {
                await update { [key] in $0.refund(1, of: bucket, for: key, on: day) }
            }
            throw error
        }
        if isExhausted(response, request) {
            await update { [key, now] in $0.markExhausted(bucket, for: key, at: now()) }
        }
        return response
    }

    private enum Reservation {
        case made(QuotaDay)
        case rejected(until: Date)
        /// The store failed.
        case uncounted
    }

    private func reserve(_ bucket: QuotaBucket) async -> Reservation {
        let date = now()
        do {
            let day = try await store.update { [key] in $0.reserve(1, of: bucket, for: key, at: date) }
            return day.map { .made($0) } ?? .rejected(until: QuotaDay(at: date).end)
        } catch {
            report(error)
            return .uncounted
        }
    }

    private func update(_ change: @Sendable (inout QuotaLedger) -> Void) async {
        do { try await store.update(change) } catch { report(error) }
    }
}
