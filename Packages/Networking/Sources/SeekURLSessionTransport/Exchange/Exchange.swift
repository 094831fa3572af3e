import Foundation
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An in-flight request: what has arrived so far, and the continuation to resume. The delegate's lock guards it.
struct Exchange: Sendable {
    /// The reason why this transport ends an exchange before URLSession does.
    enum EndReason: Sendable, Hashable {
        case cancelled
        case timedOut
        case bodyTooLarge
        /// The response or the connection must not be used.
        case failed(TransportFailure)
    }

    /// The limits on the header fields of a response: their total size in bytes, and their number.
    struct HeaderLimits: Sendable, Hashable {
        var size: Int
        var fieldCount: Int
    }

    let request: HTTPRequest
    let maximumBodySize: Int
    let headerLimits: HeaderLimits
    let continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>
    /// The task of the exchange; `nil` until it is created.
    var task: URLSessionTask?
    private var head: ResponseHead?
    private var body = Data()
    private var isChallenged = false
    private var meter: ProgressMeter?

    init(
        request: HTTPRequest,
        maximumBodySize: Int,
        headerLimits: HeaderLimits,
        continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>
    ) {
        self.request = request
        self.maximumBodySize = maximumBodySize
        self.headerLimits = headerLimits
        self.continuation = continuation
        meter = ProgressMeter(bodySize: request.body?.count ?? 0)
    }

    /// Stores the status and the header fields. Returns the reason why the exchange must end, or `nil`.
    mutating func receive(_ head: ResponseHead) -> EndReason? {
        guard head.fields.count <= headerLimits.fieldCount else {
            return .failed(.malformedResponse("there are more than \(headerLimits.fieldCount) header fields"))
        }
        guard
            head.fields.lazy.map({ $0.name.rawName.utf8.count + $0.value.utf8.count }).reduce(0, +) <= headerLimits.size
        else {
            return .failed(.malformedResponse("the header fields are larger than \(headerLimits.size) bytes"))
        }
        if let problem = head.fields.framingProblem { return .failed(.malformedResponse(problem)) }
        self.head = head
        guard let length = head.plainBodyLength(for: request.method) else { return nil }
        meter?.expectToReceive(length)
        return length <= maximumBodySize ? nil : .bodyTooLarge
    }

    /// Appends received bytes to the body. Returns the reason why the exchange must end, or `nil`.
    mutating func receive(_ data: Data) -> EndReason? {
        guard data.count <= maximumBodySize - body.count else { return .bodyTooLarge }
        body.append(data)
        return nil
    }

    /// Records how many bytes of the body were sent. Returns the progress report to make, if one is due.
    mutating func recordSent(_ count: Int64) -> (@Sendable () -> Void)? {
        meter?.update { $0.sent = count }
    }

    /// Records how many bytes of the body were received. Returns the progress report to make, if one is due.
    mutating func recordReceived() -> (@Sendable () -> Void)? {
        meter?.update { [count = body.count] in $0.received = Int64(count) }
    }

    /// The report of the final progress; `nil` if progress is not observed.
    var finalReport: (@Sendable () -> Void)? { meter?.report }

    /// Records that the server requested credentials. URLSession then reports a cancellation, but the response is
    /// complete.
    mutating func recordChallenge(with head: ResponseHead?) {
        isChallenged = true
        if self.head == nil { self.head = head }
    }

    /// Returns the outcome of a task that URLSession ended.
    func outcome(of error: (any Error)?) -> Result<HTTPResponse, NetworkError> {
        let context = NetworkError.Context(request: request)
        if let error, !isChallenged {
            return .failure(FailureMapping.networkError(of: error, request: request, hasHead: head != nil))
        }
        guard let head else {
            return .failure(.transport(.malformedResponse("no status line"), context))
        }
        // URLSession reports most truncated bodies as errors, but not all.
        if let length = head.plainBodyLength(for: request.method), body.count < length {
            return .failure(.transport(.connectionLost, context))
        }
        return .success(HTTPResponse(status: head.status, headerFields: head.fields, body: body))
    }

    /// Returns the outcome of an exchange that this transport ended. Without a task, nothing was sent.
    func outcome(of reason: EndReason) -> Result<HTTPResponse, NetworkError> {
        let context = NetworkError.Context(request: request, attempts: task == nil ? 0 : 1)
        return switch reason {
        case .cancelled: .failure(.cancelled(context))
        case .timedOut: .failure(.timedOut(context))
        case .bodyTooLarge: .failure(.bodyTooLarge(limit: maximumBodySize, context))
        case .failed(let failure): .failure(.transport(failure, context))
        }
    }
}
