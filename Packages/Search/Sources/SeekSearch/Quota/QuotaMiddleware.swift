import SeekBasics
import SeekNetworking

/// Counts each request against a daily quota before the request is sent, and rejects requests beyond the quota.
///
/// It runs inside the retry middleware, so that each attempt is counted. A reservation is refunded only if nothing was
/// sent, because APIs count failed calls, too, or if the credential has expired (401), because the call belongs to no
/// account. Such a call is sent again with a renewed credential.
struct QuotaMiddleware: HTTPMiddleware {
    let store: any QuotaStore
    /// A fingerprint of the API key or token, never the credential itself.
    let key: String
    /// Returns the bucket of a request. Each request costs 1.
    let bucket: @Sendable (HTTPRequest) -> QuotaBucket
    /// Returns whether the response to a request reports that the day's quota is used up.
    let isExhausted: @Sendable (HTTPResponse, HTTPRequest) -> Bool
    let now: @Sendable () -> Date
    /// Measures the wait for a store that several machines share and that cannot be reached.
    let clock: any Clock<Duration>
    /// Receives errors of the store. A request whose cost could not be reserved because of such an error is sent
    /// uncounted.
    let report: @Sendable (any Error) -> Void

    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let bucket = bucket(request)
        let reservation = try await reserve(request, bucket, until: options.deadline)
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await next(request, options)
        } catch {
            await settle(reservation, isSent: !error.isUncharged)
            throw error
        }
        let (fields, now) = (response.headerFields, now())
        await settle(reservation, isSent: response.status.code != 401, clockOffset: fields.clockOffset(at: now))
        if isExhausted(response, request) {
            // After midnight, a response without `Date` may refer to the quota of the previous day.
            let day = fields.serverDate(at: now).map { QuotaDay(at: $0) } ?? reservation?.day
            await record { try await store.markExhausted(bucket, for: key, on: day, at: now) }
        }
        return response
    }

    /// Reserves the cost of a request. If a shared store cannot be reached and this machine's share is used up, waits
    /// for the delay that the store returned, and tries again. Throws an error if the quota is used up, or if the delay
    /// is unknown or ends after the deadline.
    ///
    /// - Returns: The reservation; nil if the store failed, so that the request is sent uncounted.
    private func reserve(
        _ request: HTTPRequest,
        _ bucket: QuotaBucket,
        until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> QuotaReservation? {
        let context = NetworkError.Context(request: request, attempts: 0)
        while true {
            let admission = await reporting { try await store.reserve(1, of: bucket, for: key, at: now()) }
            switch admission {
            case .reserved(let reservation): return reservation
            case nil: return nil
            case .rejected(let until): throw .rejected(.quota(bucket.name, until: until), context)
            case .limitedToShare(let share, let remaining, let delay):
                guard let delay, delay < deadline - .now else {
                    let date = delay.map { now().addingTimeInterval($0 / .seconds(1)) }
                    throw .rejected(
                        .quotaShare(bucket.name, share: share, remaining: remaining, until: date),
                        context
                    )
                }
                do { try await clock.sleep(for: delay) } catch { throw .cancelled(context) }
            }
        }
    }

    private func settle(_ reservation: QuotaReservation?, isSent: Bool, clockOffset: Duration? = nil) async {
        guard let reservation else { return }
        await record {
            guard isSent else { return try await store.refund(reservation) }
            try await store.commit(reservation, clockOffset: clockOffset, at: now())
        }
    }

    /// Records the outcome of a request. Not interrupted by the cancellation of the request, because the outcome is
    /// known nowhere else.
    private func record(_ operation: @escaping @Sendable () async throws -> Void) async {
        _ = await reporting { try await withoutCancellation(operation) }
    }

    /// Returns the result of an operation of the store. If it fails, reports the error and returns nil.
    private func reporting<Value>(_ operation: () async throws -> Value) async -> Value? {
        do { return try await operation() } catch {
            report(error)
            return nil
        }
    }
}
