package import SeekNetworking

/// The result of a request, and when it completed relative to its deadline.
package struct RequestOutcome: Sendable, Hashable {
    package var result: Result<HTTPResponse, NetworkError>
    /// The time from the deadline to completion; negative if the request completed before the deadline.
    package var lateness: Duration

    package init(_ result: Result<HTTPResponse, NetworkError>, lateness: Duration) {
        self.result = result
        self.lateness = lateness
    }

    /// The status code of the response, or a short name of the error.
    var label: String {
        switch result {
        case .success(let response): "\(response.status.code)"
        case .failure(.cancelled): "cancelled"
        case .failure(.timedOut): "timedOut"
        case .failure(.bodyTooLarge): "bodyTooLarge"
        case .failure(.invalidRequest): "invalidRequest"
        case .failure(.transport): "transport"
        case .failure: "other"
        }
    }
}

extension HTTPTransport {
    func outcome(
        of request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int = 1 << 20
    ) async -> RequestOutcome {
        let result: Result<HTTPResponse, NetworkError>
        do throws(NetworkError) {
            result = .success(try await send(request, deadline: deadline, maximumBodySize: maximumBodySize))
        } catch {
            result = .failure(error)
        }
        return RequestOutcome(result, lateness: deadline.duration(to: .now))
    }
}

extension Duration {
    /// The duration as text, for example `12.3 ms`.
    var millisecondsText: String {
        "\(Double(Int64((self / .microseconds(100)).rounded())) / 10) ms"
    }
}
