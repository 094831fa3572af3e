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

    let request: HTTPRequest
    let maximumBodySize: Int
    private let configuration: URLSessionTransport.Configuration
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
        configuration: URLSessionTransport.Configuration,
        continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>
    ) {
        self.request = request
        self.maximumBodySize = maximumBodySize
        self.configuration = configuration
        self.continuation = continuation
        meter = ProgressMeter(bodySize: request.body?.count ?? 0)
    }

    /// Stores the status and the header fields. Returns the reason why the exchange must end, or `nil`.
    mutating func receive(_ head: ResponseHead) -> EndReason? {
        let (maximumSize, maximumCount) = (configuration.maximumHeaderSize, configuration.maximumHeaderFieldCount)
        guard head.fields.count <= maximumCount else {
            return .failed(.malformedResponse("there are more than \(maximumCount) header fields"))
        }
        let size = head.fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard size <= maximumSize else {
            return .failed(.malformedResponse("the header fields are larger than \(maximumSize) bytes"))
        }
        if let problem = head.fields.framingProblem { return .failed(.malformedResponse(problem)) }
        self.head = head
        guard let length = head.fields.plainBodyLength(of: head.status, to: request.method) else { return nil }
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
            return .failure(FailureMapping.networkError(of: error, request: request, fields: head?.fields))
        }
        guard let head else {
            return .failure(.transport(.malformedResponse("no status line"), context))
        }
        // URLSession returns a body whose coding it does not know without decoding it.
        let codings = head.fields.contentCodings
        if !body.isEmpty, request.headerFields[.acceptEncoding] != "identity",
            !Self.decodedCodings.isSuperset(of: codings)
        {
            return .failure(.transport(.unsupportedCoding(codings.joined(separator: ", ")), context))
        }
        // URLSession reports most truncated bodies as errors, but not all.
        if let length = head.fields.plainBodyLength(of: head.status, to: request.method), body.count < length {
            return .failure(.transport(.connectionLost, context))
        }
        return .success(HTTPResponse(status: head.status, headerFields: head.fields, body: body))
    }

    private static let decodedCodings: Set<String> = ["gzip", "x-gzip", "deflate", "br", "zstd"]

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

struct ResponseHead: Sendable, Hashable {
    let status: HTTPResponse.Status
    let fields: HTTPFields

    init?(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return nil }
        status = HTTPResponse.Status(code: response.statusCode)
        // A dictionary has no order; sorting makes the result deterministic.
        let pairs = response.allHeaderFields.compactMap { key, value -> HTTPField? in
            guard let name = (key as? String).flatMap(HTTPField.Name.init), let value = value as? String else {
                return nil
            }
            return HTTPField(name: name, value: value)
        }
        fields = HTTPFields(pairs.sorted { $0.name.canonicalName < $1.name.canonicalName })
    }
}
