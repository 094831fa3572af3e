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

    /// What is known about the exchange.
    public var context: Context {
        get {
            switch self {
            case .invalidRequest(_, let context), .transport(_, let context), .timedOut(let context),
                .cancelled(let context), .bodyTooLarge(_, let context), .unacceptableStatus(_, let context),
                .unacceptableMediaType(_, let context), .undecodable(_, let context):
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
            }
        }
    }

    /// The part of the way at which it failed.
    public var stage: Stage {
        switch self {
        case .invalidRequest: .request
        case .transport, .timedOut, .cancelled, .bodyTooLarge: .transport
        case .unacceptableStatus: .status
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

    /// What is known about an exchange. Holds no secret: no request header, and no credential of the URL.
    public struct Context: Sendable, Hashable {
        /// The request's method and URL, credentials in the URL replaced; nil where no request could be made.
        public var request: String?
        /// The response, where one arrived.
        public var response: ResponseExcerpt?

        /// Makes a context of a request and the response to it.
        public init(request: HTTPRequest?, response: HTTPResponse? = nil) {
            self.request = request.map { "\($0.method) \(Redaction.redacted($0.url))" }
            self.response = response.map(ResponseExcerpt.init)
        }
    }
}

/// The ways in which an exchange breaks off.
public enum TransportFailure: Sendable, Hashable, CustomStringConvertible {
    /// The host's name could not be resolved.
    case hostNotFound
    /// No connection could be made: refused, unreachable, or this machine is offline.
    case cannotConnect
    /// The connection ended before the answer did.
    case connectionLost
    /// The secure connection could not be made or the server's certificate is not trusted. The text says which.
    case insecure(String)
    /// What arrived is not HTTP, or breaks its rules. The text says how.
    case malformedResponse(String)
    /// Something else, in the words of the system.
    case other(String)

    /// One line, stable between releases but for the system's own words.
    public var description: String {
        switch self {
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "could not connect"
        case .connectionLost: "the connection was lost before the answer was complete"
        case .insecure(let reason): "no secure connection: \(reason)"
        case .malformedResponse(let reason): "the answer is not valid HTTP: \(reason)"
        case .other(let reason): reason
        }
    }
}

extension NetworkError: CustomStringConvertible {
    /// One line: what failed, for which request, and what the server said.
    public var description: String {
        let place = context.request.map { " (\($0))" } ?? ""
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
        }
    }
}
