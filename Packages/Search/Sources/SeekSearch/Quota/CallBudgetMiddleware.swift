import SeekBasics
public import SeekNetworking

/// How many calls may be sent from now on, by all the clients it is given to: "use at most 10".
///
/// ```swift
/// configuration.budget = CallBudgetMiddleware(10)
/// ```
/// Answers from a store are free; each attempt counts. What goes beyond it is refused before it is sent, with
/// ``SearchLimit/Kind/budget``.
public final class CallBudgetMiddleware: HTTPMiddleware {
    /// How many calls there are in all.
    public let limit: Int
    private let used = Mutex(0)

    /// Makes a budget.
    public init(_ limit: Int) {
        self.limit = max(0, limit)
    }

    /// How many calls are left.
    public var remaining: Int { used.withLock { limit - $0 } }

    /// Stubbed requests bypass it.
    public var interceptsStubs: Bool { false }

    /// Sends the request on where a call is left.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let isWithin = used.withLock { used in
            guard used < limit else { return false }
            used += 1
            return true
        }
        guard isWithin else {
            throw .refused(.budget(limit: limit), NetworkError.Context(request: request, attempts: 0))
        }
        do throws(NetworkError) {
            return try await next(request, options)
        } catch {
            if error.isUncharged { used.withLock { $0 -= 1 } }
            throw error
        }
    }
}

extension NetworkError {
    /// Whether nothing of the request reached the server, so that it cannot have counted it.
    var isUncharged: Bool {
        switch self {
        case .invalidRequest, .refused, .transport(.hostNotFound, _), .transport(.cannotConnect, _): true
        default: false
        }
    }
}
