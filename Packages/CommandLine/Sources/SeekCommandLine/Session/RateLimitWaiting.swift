import Seek
import SeekBasics
import SeekNetworking

extension Invocation {
    /// The maximum time to wait for a rate limit; `nil` without `--wait`.
    var maximumRateLimitWait: Duration? { has(.wait) ? duration(.timeout) ?? .seconds(3_600) : nil }
}

extension ClientConfiguration {
    /// With `--wait`, adds the middleware that waits for rate limits.
    mutating func addWaiting(of invocation: Invocation, _ settings: CommandSettings) {
        guard let limit = invocation.maximumRateLimitWait else { return }
        additionalMiddleware.append(RateLimitWaiting(maximumWait: limit, configuration: self, settings: settings))
    }
}

/// `--wait`: waits until a rate limit resets, and sends the request again.
///
/// The middleware is outside the cache, retries and limits, so that it also receives the rejection of a request that
/// would exceed a known limit.
struct RateLimitWaiting: HTTPMiddleware {
    /// The maximum time that a request waits.
    fileprivate let maximumWait: Duration
    fileprivate let configuration: ClientConfiguration
    fileprivate let settings: CommandSettings

    private var console: Console { settings.console }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        var options = options
        var waited = Duration.zero
        while true {
            let wait: Duration
            do throws(NetworkError) {
                let response = try await next(request, options)
                guard let delay = delay(after: response), delay <= maximumWait - waited else { return response }
                wait = delay
            } catch {
                guard case .rejected(.rateLimit(_, let date), _) = error else { throw error }
                let delay = delay(until: date)
                guard delay <= maximumWait - waited else { throw error }
                wait = delay
            }
            waited += wait
            try await sleep(for: wait, request)
            options.deadline = .now + configuration.timeout
        }
    }

    /// Returns how long to wait after a response; `nil` if no rate limit rejected the request, or if the time at which
    /// the limit resets is not known.
    private func delay(after response: HTTPResponse) -> Duration? {
        guard [403, 429].contains(response.status.code) else { return nil }
        let (fields, now) = (response.headerFields, configuration.now())
        if let delay = fields.retryAfter(at: now) { return max(delay, .seconds(1)) }
        return fields.hasUsedUpRateLimit ? fields.rateLimitReset(at: now).map(delay(until:)) : nil
    }

    /// Returns the whole seconds until a date, at least one.
    private func delay(until date: Date) -> Duration {
        let seconds = date.timeIntervalSince(configuration.now()).rounded(.up)
        // The upper limit, about 32 years, is within the range of `Duration` for every date.
        return .seconds(max(1, min(1e9, seconds)))
    }

    /// Waits. If progress is shown, the line contains the remaining time; otherwise, reports when the command
    /// continues.
    private func sleep(for time: Duration, _ request: HTTPRequest) async throws(NetworkError) {
        let name = settings.service(at: request.url).map { "\($0)" } ?? request.url.host() ?? "the server"
        if !console.progress.isEnabled {
            let seconds = time.components.seconds
            let start = LocalTime(date: configuration.now(), offset: console.context.secondsFromGMT)
            let end = start.date.addingTimeInterval(Double(seconds))
            console.report("\(name): the rate limit is used up; continuing \(Timestamp.upcoming(end, after: start))")
        }
        do {
            try await console.wait(for: time, on: configuration.clock) { remaining in
                "\(name): the rate limit is used up; waiting \(remaining.waitText)"
            }
        } catch {
            throw .cancelled(NetworkError.Context(request: request, attempts: 0))
        }
        console.progress.update("waiting for \(name)")
    }
}
