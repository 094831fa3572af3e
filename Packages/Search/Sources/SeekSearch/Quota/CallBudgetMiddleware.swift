import SeekBasics
public import SeekNetworking

/// A limit on the number of calls of all clients that share it.
///
/// ```swift
/// configuration.budget = CallBudgetMiddleware(10)
/// ```
/// Stored responses are free. Each attempt to send a request counts, except an attempt that could not reach the server, or
/// whose credential has expired (401).
/// A request beyond the limit is rejected with ``SearchLimit/Kind/budget`` before it is sent.
public final class CallBudgetMiddleware: HTTPMiddleware {
    /// The number of calls allowed.
    public let limit: Int
    private let usedCount = Mutex(0)

    /// Creates a budget.
    public init(_ limit: Int) {
        self.limit = max(0, limit)
    }

    /// The number of calls left.
    public var remaining: Int { usedCount.withLock { limit - $0 } }

    /// False: stubbed requests are not counted.
    public var interceptsStubs: Bool { false }

    /// Sends the request if a call is left.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let isWithinLimit = usedCount.withLock { usedCount in
            guard usedCount < limit else { return false }
            usedCount += 1
            return true
        }
        guard isWithinLimit else {
            throw .rejected(.budget(limit: limit), NetworkError.Context(request: request, attempts: 0))
        }
        do throws(NetworkError) {
            let response = try await next(request, options)
            if response.status.code == 401 { usedCount.withLock { $0 -= 1 } }
            return response
        } catch {
            if error.isUncharged { usedCount.withLock { $0 -= 1 } }
            throw error
        }
    }
}

extension NetworkError {
    /// Whether the request did not reach the server, so that it was not counted there.
    var isUncharged: Bool {
        switch self {
        case .invalidRequest, .rejected, .transport(.hostNotFound, _), .transport(.cannotConnect, _): true
        default: false
        }
    }
}
