import SeekBasics

/// Lets identical concurrent reads share one request.
///
/// Reads are `GET` and `HEAD` requests without a body. They are identical if method, URL, header fields, maximum body
/// size and the options of the cache are equal. Fields that only identify a request (``identifyingFields``) do not
/// matter: the callers share the request of the first one. Only one caller reports the attempts, so that each is counted once. A
/// caller that is cancelled or times out stops waiting; the request continues for the others, and is cancelled when no
/// caller waits any longer.
public final class CoalescingMiddleware: HTTPMiddleware {
    private let inFlight = SharedOperations<Key, Exchange>()

    /// The fields that differ for each request and do not change its response: identifiers of requests and traces
    /// (W3C Trace Context, Zipkin's B3 and those of common proxies).
    public static let identifyingFields: Set<HTTPField.Name> = [
        "X-Request-ID", "Request-ID", "X-Correlation-ID", "X-Client-Request-ID", "Client-Request-ID", "traceparent",
        "tracestate", "b3", "X-B3-TraceId", "X-B3-SpanId", "X-B3-ParentSpanId", "X-Amzn-Trace-Id",
        "X-Cloud-Trace-Context",
    ]

    private let ignoredFields: Set<HTTPField.Name>

    /// Creates the middleware.
    ///
    /// - Parameter ignoredFields: The header fields that may differ between identical requests.
    public init(ignoring ignoredFields: Set<HTTPField.Name> = identifyingFields) {
        self.ignoredFields = ignoredFields
    }

    private struct Key: Hashable {
        let request: HTTPRequest
        let cacheMode: RequestOptions.CacheMode
        let allowsStale: Bool
        let timeToLive: Duration?
        let maximumBodySize: Int
        /// A response from before an invalidation must not be returned to a request made after it.
        let generation: UInt64?

        init(_ request: HTTPRequest, _ options: RequestOptions, ignoring ignoredFields: Set<HTTPField.Name>) {
            var request = request
            if request.headerFields.contains(where: { ignoredFields.contains($0.name) }) {
                request.headerFields = HTTPFields(request.headerFields.filter { !ignoredFields.contains($0.name) })
            }
            self.request = request
            cacheMode = options.cacheMode
            allowsStale = options.allowsStale
            timeToLive = options.timeToLive
            maximumBodySize = options.maximumBodySize
            generation = options.generation
        }

        /// Hashes the URL only, which distinguishes most requests.
        func hash(into hasher: inout Hasher) { hasher.combine(request.url) }
    }

    /// The outcome of a request, and the deadline of the caller that sent it.
    private struct Exchange {
        var result: Result<HTTPResponse, NetworkError>
        let deadline: ContinuousClock.Instant
    }

    /// False: stubs are not shared with live requests.
    public var interceptsStubs: Bool { false }

    /// Sends the request, or waits for the response to an identical one in flight.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.method == .get || request.method == .head, request.body == nil else {
            return try await next(request, options)
        }
        let key = Key(request, options, ignoring: ignoredFields)
        // The attempts that this caller reports.
        var attempts = 0
        while true {
            let outcome = await inFlight.value(for: key, until: options.deadline) {
                let result = await Result { () async throws(NetworkError) in try await next(request, options) }
                return Exchange(result: result, deadline: options.deadline)
            }
            switch outcome {
            case .value(var exchange, let isFirstRecipient):
                if isFirstRecipient { attempts += exchange.result.attempts }
                // The deadline of the caller that sent the request has passed, but not this caller's.
                if case .failure(.timedOut) = exchange.result, max(exchange.deadline, .now) < options.deadline {
                    continue
                }
                exchange.result.attempts = attempts
                return try exchange.result.get()
            case .abandoned(let isLast):
                // The request is cancelled with its last caller, which reports it as one attempt.
                let context = NetworkError.Context(request: request, attempts: attempts + (isLast ? 1 : 0))
                throw Task.isCancelled ? .cancelled(context) : .timedOut(context)
            }
        }
    }

    /// The number of callers that wait for the response to a request. For tests.
    @_spi(Seek) public func waiterCount(of request: HTTPRequest) -> Int {
        inFlight.waiterCount { $0.request == request }
    }
}
