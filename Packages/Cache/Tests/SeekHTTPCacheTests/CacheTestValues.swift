import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// Returns the URL of a string. If the string is not a URL, returns a file URL, to which no request can be sent.
func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/not/a/url/\(text)") }

/// Returns a request without a body.
func request(_ text: String, _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(method: method, url: url(text), headerFields: fields)
}

/// Returns a handler that sends requests through middleware to a transport.
func chain(_ middleware: [any HTTPMiddleware], to transport: any HTTPTransport) -> HTTPHandler {
    transport.handler(through: middleware)
}

/// Returns a response with a JSON body.
func json(_ body: String, _ fields: HTTPFields = [:], status: HTTPResponse.Status = .ok) -> HTTPResponse {
    var fields = fields
    fields[.contentType] = "application/json; charset=utf-8"
    return HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8))
}

/// Returns a transport that returns the given responses in order and then fails to connect.
func scripted(_ responses: HTTPResponse...) -> StubTransport { scripted(responses) }

func scripted(_ responses: [HTTPResponse]) -> StubTransport {
    // The last stub that matches is used; a complete sequence matches no further request.
    StubTransport([
        stub(.any, "/{+path}", times: .any, returning: .failure(.cannotConnect)),
        stub(.any, "/{+path}", times: .any, returning: .sequence(responses.map { .response($0) })),
    ])
}

extension RequestOptions {
    /// Options with a deadline after the given time and a maximum body size of 1 MiB.
    static func within(_ time: Duration = .seconds(60)) -> RequestOptions {
        RequestOptions(deadline: .now + time, maximumBodySize: 1 << 20)
    }
}

/// The result of a call.
struct Outcome {
    var response: HTTPResponse?
    var error: NetworkError?

    init(_ work: () async throws(NetworkError) -> HTTPResponse) async {
        do throws(NetworkError) { response = try await work() } catch { self.error = error }
    }

    /// Sends a GET request through a handler.
    init(of url: String, through handler: HTTPHandler, within time: Duration = .seconds(60)) async {
        await self.init { () async throws(NetworkError) in try await handler(request(url), .within(time)) }
    }
}

extension APIClient {
    /// Sends the request of an endpoint and returns the outcome.
    func outcome<Value>(of endpoint: Endpoint<Value>) async -> Result<Response<Value>, NetworkError> {
        do throws(NetworkError) { return .success(try await send(endpoint)) } catch { return .failure(error) }
    }
}

extension SeededGenerator {
    mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &self) }
}

/// Records values.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    func record(_ value: Value) { values.withLock { $0.append(value) } }
}

/// A clock that is a microsecond later at each reading, so that no two requests are sent at the same time.
final class AdvancingClock: Sendable {
    private let readings = Atomic(0)

    var now: Date {
        let count = readings.add(1, ordering: .relaxed).oldValue
        return CacheTestClient.start.addingTimeInterval(Double(count) / 1_000_000)
    }
}

/// Counts live requests and rejects those beyond a limit.
final class CountingBudget: HTTPMiddleware {
    let interceptsStubs = false
    let limit: Int
    private let used = Atomic(0)
    var count: Int { min(limit, used.load(ordering: .sequentiallyConsistent)) }

    init(_ limit: Int = 1_000) { self.limit = limit }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard used.add(1, ordering: .sequentiallyConsistent).oldValue < limit else {
            throw .rejected(.budget(limit: limit), NetworkError.Context(request: request, attempts: 0))
        }
        return try await next(request, options)
    }
}

extension HTTPField.Name {
    static let cacheStatus = HTTPField.Name("Cache-Status")
    static let connection = HTTPField.Name("Connection")
    static let contentRange = HTTPField.Name("Content-Range")
    static let ifMatch = HTTPField.Name("If-Match")
    static let ifUnmodifiedSince = HTTPField.Name("If-Unmodified-Since")
    static let pragma = HTTPField.Name("Pragma")
    static let range = HTTPField.Name("Range")
}
