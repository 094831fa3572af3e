import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

extension HTTPTransport {
    /// Sends a request, by default with a generous deadline and body size limit, and returns the outcome.
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

    /// The kind of the outcome, without its details.
    var kind: OutcomeKind {
        switch self {
        case .success(let response): .response(response.status.code)
        case .failure(let error): error.kind
        }
    }
}

extension NetworkError {
    /// The kind of the error, without its details.
    var kind: OutcomeKind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .bodyTooLarge: .bodyTooLarge
        case .transport(let failure, _): OutcomeKind(failure)
        default: .other("\(self)")
        }
    }
}

/// The kinds of outcomes that tests expect.
enum OutcomeKind: Sendable, Hashable {
    case response(Int)
    case invalidRequest, timedOut, cancelled, bodyTooLarge
    case hostNotFound, cannotConnect, connectionLost, insecure, malformedResponse, unsupportedContentCoding
    case publicKeyNotPinned, proxy, proxyAuthenticationRequired, invalidConfiguration
    case other(String)

    init(_ failure: TransportFailure) {
        switch failure {
        case .hostNotFound: self = .hostNotFound
        case .cannotConnect: self = .cannotConnect
        case .connectionLost: self = .connectionLost
        case .insecure: self = .insecure
        case .publicKeyNotPinned: self = .publicKeyNotPinned
        case .proxy: self = .proxy
        case .proxyAuthenticationRequired: self = .proxyAuthenticationRequired
        case .invalidConfiguration: self = .invalidConfiguration
        case .malformedResponse: self = .malformedResponse
        case .unsupportedContentCoding: self = .unsupportedContentCoding
        case .other(let reason): self = .other(reason)
        }
    }
}

extension LoopbackServer {
    /// Creates a server that sends the same reply to every request.
    convenience init(always reply: Reply) throws(Failure) {
        try self.init { _ in reply }
    }

    /// Returns the URL of a target, without normalizing it.
    func url(_ target: String) throws -> URL {
        try #require(URL(string: baseURL.absoluteString + target))
    }

    /// Returns a GET request for a target.
    func get(_ target: String = "/", _ fields: HTTPFields = [:]) throws -> HTTPRequest {
        HTTPRequest(url: try url(target), headerFields: fields)
    }
}

extension HTTPField.Name {
    /// Returns a field name; an invalid one fails the test.
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

/// Records values.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock(\.self) }
    func record(_ value: Value) { values.withLock { $0.append(value) } }
}

/// Expects equal bodies. `#expect(a == b)` would compute the difference, which takes gigabytes of memory for bodies of
/// one megabyte.
func expectSame(
    _ body: Data?,
    _ expected: Data,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let isSame = body == expected
    #expect(isSame, comment ?? "\(body?.count ?? 0) bytes, not \(expected.count)", sourceLocation: sourceLocation)
}

/// Returns bytes in which no two blocks of 4 KiB are equal, so that lost, repeated and reordered parts are detected.
/// Only the start of each block is computed, because a long computation would delay other tests.
func patternedData(_ size: Int) -> Data {
    let filling = Data((0..<1_022).flatMap { Array("\($0 % 10)x\($0 % 7)y".utf8) })
    var data = Data(capacity: size + 4_096)
    var block: UInt64 = 0
    while data.count < size {
        withUnsafeBytes(of: block.bigEndian) { data.append(contentsOf: $0) }
        data.append(filling)
        block += 1
    }
    return data.prefix(size)
}
