package import SeekBasics
package import SeekCache
import SeekHTTPCache
package import SeekNetworking

/// Sends requests that are described as JSON, through the HTTP cache and a transport only: no retries, budget, sharing
/// or credentials. So a test suite for HTTP caches tests only the cache.
package struct HTTPDriver: Sendable {
    /// The maximum number of concurrent requests. At the limit, the next request is sent when another completes.
    private static let maximumConcurrentRequests = 1_024
    /// The maximum size of a response body, in bytes.
    private static let maximumBodySize = 64 * 1024 * 1024

    private let timeout: Duration
    private let sendWithoutRedirects: HTTPHandler
    private let sendWithRedirects: HTTPHandler

    /// Creates a driver with its own cache.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time for a response.
    ///   - report: Receives each failure of the store.
    package init(
        transport: any HTTPTransport,
        store: any DataStore,
        timeout: Duration = .seconds(30),
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.timeout = timeout
        let cache = HTTPCacheMiddleware(store: store, partition: "", coalescing: nil, now: now, report: report)
        sendWithoutRedirects = transport.handler(through: [cache])
        // The limit of the Fetch standard (HTTP-redirect fetch).
        sendWithRedirects = transport.handler(through: [RedirectMiddleware(RedirectPolicy(limit: 20)), cache])
    }

    /// Sends a request for each line that is not blank, and writes each response in order of completion. Returns when
    /// the lines have ended and all responses are written.
    package func run(
        _ lines: some AsyncSequence<String, Never>,
        output: @escaping @Sendable (String) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            for await line in lines where line.contains(where: { !$0.isWhitespace }) {
                if count == Self.maximumConcurrentRequests {
                    await group.next()
                    count -= 1
                }
                group.addTask { output(await response(to: line)) }
                count += 1
            }
        }
    }

    /// Returns one line of JSON, which describes the response or the error.
    package func response(to line: String) async -> String {
        let json = Data(line.utf8)
        let id = (try? JSONValue(json: json)["id"]) ?? .null
        var members: JSONObject
        do {
            guard id.isNull || id.string != nil || id.integer != nil else {
                throw DriverRequest.Malformed("id must be a string or an integer")
            }
            members = try await response(to: try DriverRequest(json: json))
        } catch {
            members = ["error": .string("\(error)")]
        }
        members["id"] = id
        return JSONValue.object(members).text(.sorted)
    }

    private func response(to line: DriverRequest) async throws -> JSONObject {
        let options = RequestOptions(
            deadline: .now + timeout,
            maximumBodySize: Self.maximumBodySize,
            cacheMode: line.cacheMode
        )
        let send = line.redirect == .follow ? sendWithRedirects : sendWithoutRedirects
        let response = try await send(line.request, options)
        let code = response.status.code
        if line.redirect == .error, [301, 302, 303, 307, 308].contains(code) {
            throw DriverRequest.Malformed("the response is a redirect: status \(code)")
        }
        var members: JSONObject = [
            "status": .number(code),
            "reason": .string(response.status.reasonPhrase),
            "headers": .array(response.headerFields.map { [.string($0.name.rawName), .string($0.value)] }),
        ]
        if let text = String(validating: response.body, as: UTF8.self) {
            members["body"] = .string(text)
        } else {
            members["body_base64"] = .string(response.body.base64EncodedString())
        }
        return members
    }
}
