import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes the cost of each request off a ledger before it is sent, and refuses what the day would not pay.
///
/// It stands inside of the retries, so that each attempt is counted. What was reserved is given back only where nothing was sent: an
/// API counts calls that fail, too.
struct QuotaMiddleware: HTTPMiddleware {
    let store: any QuotaStore
    /// Whose quota it is: a fingerprint, never the key itself.
    let key: String
    /// From which bucket a request is paid. Each costs 1.
    let bucket: @Sendable (HTTPRequest) -> QuotaBucket
    /// Whether an answer says that the day is spent.
    let isExhausted: @Sendable (HTTPResponse, HTTPRequest) -> Bool
    let now: @Sendable () -> Date
    /// Is told where the store fails; the request is then sent uncounted.
    let report: @Sendable (any Error) -> Void

    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let bucket = bucket(request)
        let payment = await pay(from: bucket)
        if case .refused(let until) = payment {
            let context = NetworkError.Context(request: request, attempts: 0)
            throw .refused(.quota(bucket.name, until: until), context)
        }
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await next(request, options)
        } catch {
            if error.isUncharged, case .made(let day) = payment {
                await change { [key] in $0.refund(1, of: bucket, for: key, on: day) }
            }
            throw error
        }
        if isExhausted(response, request) {
            await change { [key, now] in $0.markExhausted(bucket, for: key, at: now()) }
        }
        return response
    }

    private enum Payment {
        case made(QuotaDay)
        case refused(until: Date)
        /// The store failed.
        case uncounted
    }

    private func pay(from bucket: QuotaBucket) async -> Payment {
        let moment = now()
        do {
            let day = try await store.update { [key] in $0.reserve(1, of: bucket, for: key, at: moment) }
            return day.map { .made($0) } ?? .refused(until: QuotaDay(at: moment).end)
        } catch {
            report(error)
            return .uncounted
        }
    }

    private func change(_ body: @Sendable (inout QuotaLedger) -> Void) async {
        do { try await store.update(body) } catch { report(error) }
    }
}
