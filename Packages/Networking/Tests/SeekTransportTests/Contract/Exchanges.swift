import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// A small language for the contract's rows.
extension HTTPTransport {
    /// Sends a request with a generous deadline and limit, and returns whatever comes of it.
    func outcome(
        of request: HTTPRequest,
        within time: Duration = .seconds(120),
        limit: Int = 8 << 20
    ) async -> Result<HTTPResponse, NetworkError> {
        do {
            return .success(try await send(request, deadline: .now + time, maximumBodySize: limit))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == HTTPResponse, Failure == NetworkError {
    var response: HTTPResponse? { try? get() }

    var error: NetworkError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }

    /// What it comes down to, in one word: what the rows of a table expect.
    var word: Word {
        switch self {
        case .success(let response): .response(response.status.code)
        case .failure(.invalidRequest): .invalidRequest
        case .failure(.timedOut): .timedOut
        case .failure(.cancelled): .cancelled
        case .failure(.bodyTooLarge): .bodyTooLarge
        case .failure(.transport(let failure, _)): Word(failure)
        case .failure(let error): .other("\(error)")
        }
    }
}

/// The kinds of outcomes.
enum Word: Sendable, Hashable {
    case response(Int)
    case invalidRequest, timedOut, cancelled, bodyTooLarge
    case hostNotFound, cannotConnect, connectionLost, insecure, malformedResponse
    case other(String)

    init(_ failure: TransportFailure) {
        switch failure {
        case .hostNotFound: self = .hostNotFound
        case .cannotConnect: self = .cannotConnect
        case .connectionLost: self = .connectionLost
        case .insecure: self = .insecure
        case .malformedResponse: self = .malformedResponse
        case .other(let reason): self = .other(reason)
        }
    }
}

extension LoopbackServer {
    /// A server that answers every request alike.
    convenience init(always reply: Reply) throws(Failure) {
        try self.init { _ in reply }
    }

    /// The URL of a target as it is to be sent.
    func url(_ target: String) throws -> URL {
        try #require(URL(string: baseURL.absoluteString + target))
    }

    func get(_ target: String = "/", _ fields: HTTPFields = [:]) throws -> HTTPRequest {
        HTTPRequest(url: try url(target), headerFields: fields)
    }
}

extension HTTPField.Name {
    /// A name in a test, where a wrong one fails the test.
    static func named(_ name: String) throws -> HTTPField.Name {
        try #require(HTTPField.Name(name))
    }
}

extension HTTPResponse {
    init(_ code: Int, _ text: String, _ fields: HTTPFields = [:]) {
        self.init(status: Status(code: code), headerFields: fields, body: Data(text.utf8))
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
