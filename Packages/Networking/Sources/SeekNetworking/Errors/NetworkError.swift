/// What kept a request from becoming a usable answer, and where.
///
/// Every case carries a ``Context``: the request without its secrets, the response as far as there was one, and how
/// often it was tried. ``description`` is one line, stable between releases.
public enum NetworkError: Error, Sendable, Hashable {
    /// The request cannot be sent: its URL or a header field is not valid. Nothing was sent.
    case invalidRequest(reason: String, Context)
    /// No whole answer arrived.
    case transport(TransportFailure, Context)
    /// The deadline passed first.
    case timedOut(Context)
    /// The task was cancelled.
    case cancelled(Context)
    /// The body grew beyond the limit, in bytes; the transfer was stopped.
    case bodyTooLarge(limit: Int, Context)
    /// The answer's status is not one the endpoint accepts.
    case unacceptableStatus(Int, Context)
    /// The answer's media type is not the one the endpoint accepts; nil where it had none.
    case unacceptableMediaType(String?, Context)
    /// The body is not what the endpoint expects. The text says where and what.
    case undecodable(String, Context)
    /// The server sent the request elsewhere, and it was not followed. The text says where to and why not.
    case redirectRefused(String, Context)
    /// The request was held back on this side: it would have been refused or would have failed. Nothing was sent.
    case refused(RequestRejection, Context)

    /// What is known about the exchange.
    public var context: Context {
        get {
            switch self {
            case .invalidRequest(_, let context), .transport(_, let context), .timedOut(let context),
                .cancelled(let context), .bodyTooLarge(_, let context), .unacceptableStatus(_, let context),
                .unacceptableMediaType(_, let context), .undecodable(_, let context), .redirectRefused(_, let context),
                .refused(_, let context):
                context
            }
        }
        set {
            switch self {
            case .invalidRequest(let reason, _): self = .invalidRequest(reason: reason, newValue)
            case .transport(let failure, _): self = .transport(failure, newValue)
            case .timedOut: self = .timedOut(newValue)
            case .cancelled: self = .cancelled(newValue)
            case .bodyTooLarge(let limit, _): self = .bodyTooLarge(limit: limit, newValue)
            case .unacceptableStatus(let code, _): self = .unacceptableStatus(code, newValue)
            case .unacceptableMediaType(let type, _): self = .unacceptableMediaType(type, newValue)
            case .undecodable(let reason, _): self = .undecodable(reason, newValue)
            case .redirectRefused(let reason, _): self = .redirectRefused(reason, newValue)
            case .refused(let refusal, _): self = .refused(refusal, newValue)
            }
        }
    }

    /// The part of the way at which it failed.
    public var stage: Stage {
        switch self {
        case .invalidRequest, .refused: .request
        case .transport, .timedOut, .cancelled, .bodyTooLarge: .transport
        case .unacceptableStatus, .redirectRefused: .status
        case .unacceptableMediaType: .mediaType
        case .undecodable: .decoding
        }
    }

    /// The parts of the way from a request to a value, in order.
    public enum Stage: String, Sendable, Hashable {
        /// The request was put together.
        case request
        /// The request was sent and the answer awaited.
        case transport
        /// The answer's status was looked at.
        case status
        /// The answer's media type was looked at.
        case mediaType
        /// The body was decoded.
        case decoding
    }

    /// Whether the same request may go well if it is sent again, later: what failed is of the moment, and not of the request.
    ///
    /// It says nothing of whether sending it twice does harm: ``RetryPolicy`` asks the method for that.
    public var isRetryable: Bool {
        switch self {
        case .transport(.insecure, _), .transport(.malformedResponse, _), .transport(.other, _),
            .refused(.addressNotAllowed, _):
            false
        case .transport, .timedOut, .refused: true
        case .unacceptableStatus(let code, _): RetryPolicy.retryableStatuses.contains(code)
        case .invalidRequest, .cancelled, .bodyTooLarge, .unacceptableMediaType, .undecodable, .redirectRefused: false
        }
    }

    /// What is known about an exchange. Holds no secret: no request header, and no credential of the URL.
    public struct Context: Sendable, Hashable {
        /// The request's method and URL, credentials in the URL replaced; nil where no request could be made.
        public var request: String?
        /// The response, where one arrived.
        public var response: ResponseExcerpt?
        /// The number of requests that were sent, retries and redirects included; 0 where none was.
        public var attempts: Int

        /// Creates a context of a request and the response to it.
        ///
        /// - Parameter attempts: the number of requests that were sent; nil takes it from the response, and means 1 without
        ///   a response.
        public init(request: HTTPRequest?, response: HTTPResponse? = nil, attempts: Int? = nil) {
            self.request = request.map { "\($0.method) \(Redaction.redacted($0.url))" }
            self.response = response.map(ResponseExcerpt.init)
            self.attempts = attempts ?? response?.provenance.attempts ?? 1
        }
    }
}

extension NetworkError: CustomStringConvertible {
    /// One line: what failed, for which request, and what the server said.
    public var description: String {
        let tries = context.attempts > 1 ? ", \(context.attempts) attempts" : ""
        let place = context.request.map { " (\($0)\(tries))" } ?? ""
        return switch self {
        case .invalidRequest(let reason, _): "invalid request: \(reason)\(place)"
        case .transport(let failure, _): "\(failure)\(place)"
        case .timedOut: "no answer in time\(place)"
        case .cancelled: "cancelled\(place)"
        case .bodyTooLarge(let limit, _): "the answer is larger than \(limit) bytes\(place)"
        case .unacceptableStatus(let code, let context): "status \(code)\(place)\(context.response?.excerpt ?? "")"
        case .unacceptableMediaType(let type, let context):
            "answer of type \(type ?? "unknown")\(place)\(context.response?.excerpt ?? "")"
        case .undecodable(let reason, _): "answer not understood: \(reason)\(place)"
        case .redirectRefused(let reason, _): "redirect not followed: \(reason)\(place)"
        case .refused(let refusal, _): "\(refusal)\(place)"
        }
    }
}
