import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

/// How a test runs the web app.
struct TestAppOptions: Sendable {
    /// The token that requests must contain; nil for none.
    var token: String?
    var publicURL: String?
    /// The limit of requests of a client, which is not refilled during a test.
    var requestsPerMinute: Int?
    /// The path of the file with the sessions and feeds; nil for a store in memory.
    var accessFile: String?
    /// The ID of the user whose browser ``TestApp/loginTarget`` logs in; nil for no such address.
    var oneTimeLoginUser: UInt32?
    /// The time at which sessions end.
    var now: @Sendable () -> Date = { Date() }
    /// The time after which a page is sent with the results so far.
    var pageTime: Duration?
    /// Whether durations and views of videos and avatars of channels are loaded.
    var addsDurationsAndAvatars = true
    var findsPublicResultsOnly = false
}

/// The web app without a server. With ``withServer(_:_:log:perform:)``, it has one.
struct TestApp: Sendable {
    let application: WebApplication
    /// The address that logs a browser in once; nil if there is none, or if it has been used.
    var loginTarget: String? { oneTimeLogin?.target }
    private let oneTimeLogin: OneTimeLogin?
    private let service: WebSearchService?

    /// Creates the app.
    init(_ configuration: SeekConfiguration, _ options: TestAppOptions = TestAppOptions()) {
        var (configuration, serviceOptions) = (configuration, WebSearchService.Options())
        if options.findsPublicResultsOnly { configuration.findPublicResultsOnly() }
        // Long enough for a heavily loaded machine.
        serviceOptions.timeBudget = .seconds(300)
        serviceOptions.pageTime = options.pageTime ?? serviceOptions.pageTime
        serviceOptions.addsDurationsAndAvatars = options.addsDurationsAndAvatars
        let (service, access) = (WebSearchService(configuration, serviceOptions), AccessRules(options))
        self.init(WebApplication(service, access: access), access, service)
    }

    /// Creates an app with simple routes, for the tests of the server and of what it accepts.
    ///
    /// - Parameters:
    ///   - gate: The response of `/slow` waits at it.
    ///   - events: The events of `/events`.
    init(_ options: TestAppOptions = TestAppOptions(), gate: Gate = Gate(), events: EventSource = EventSource()) {
        let access = AccessRules(options)
        let routes = [
            Route(.get, "/") { _, _ in WebResponse("home", type: "text/plain") },
            Route(.get, "/search", acceptsLinks: true) { _, _ in WebResponse("results", type: "text/plain") },
            Route(.get, "/echo") { request, _ in
                WebResponse(request.query.items.map(\.value).joined(separator: ","), type: "text/plain; charset=utf-8")
            },
            Route(.post, "/echo") { request, _ in
                WebResponse(String(decoding: request.body, as: UTF8.self), type: "text/plain; charset=utf-8")
            },
            Route(.get, "/saved/new") { _, _ in WebResponse("form", type: "text/plain") },
            Route(.get, "/saved/:name") { _, parameters in
                WebResponse(parameters["name"] ?? "", type: "text/plain; charset=utf-8")
            },
            Route(.delete, "/saved/:name") { _, _ in WebResponse("deleted", type: "text/plain") },
            Route(.post, "/saved") { _, _ in WebResponse("saved", type: "text/plain") },
            Route(.get, "/api/v1/search") { _, _ in WebResponse("{}", type: "application/json") },
            Route(.get, "/large") { _, _ in WebResponse(body: .data(Data(repeating: 0x61, count: 64 << 20))) },
            Route(.get, "/slow") { _, _ in
                _ = await gate.pass()
                return WebResponse("late", type: "text/plain")
            },
            Route(.get, "/events") { _, _ in
                let (stream, continuation) = AsyncStream<ServerEvent>.makeStream()
                events.add(
                    send: { continuation.yield(ServerEvent(name: $0.name, data: $0.data)) },
                    finish: { continuation.finish() }
                )
                continuation.onTermination = { reason in
                    if case .cancelled = reason { events.countCancelled() }
                }
                return WebResponse(events: stream)
            },
        ]
        self.init(WebApplication(routes: routes, access: access), access)
    }

    private init(_ application: WebApplication, _ access: AccessRules, _ service: WebSearchService? = nil) {
        (self.application, self.service, oneTimeLogin) = (application, service, access.oneTimeLogin)
    }

    /// Writes what the app has in memory, as at the end of the program.
    func close() async {
        await service?.history.flush()
        await service?.client.close()
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - fields: Header fields, which replace the usual ones.
    ///   - form: The form that a browser sends; nil sends `body`.
    ///   - client: The address of the client.
    ///   - user: The ID of the user of the client's process; nil if it is unknown.
    func response(
        _ target: String,
        _ method: HTTPRequest.Method = .get,
        fields: HTTPFields = [:],
        body: String = "",
        form: QueryParameters? = nil,
        from client: String = "127.0.0.1",
        user: UInt32? = nil
    ) async throws -> TestAppResponse {
        var request = try #require(WebRequest(method, target))
        request.headerFields[.host] = "127.0.0.1:8750"
        if form != nil {
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            request.headerFields[.origin] = "http://127.0.0.1:8750"
        }
        request.headerFields.merge(fields)
        request.body = Data((form?.encoded ?? body).utf8)
        (request.clientAddress, request.clientUserID) = (client, { user })
        return TestAppResponse(await application.respond(to: request))
    }

    /// Returns the text of the response to a `GET` request.
    func page(_ target: String) async throws -> String { try await response(target).text }
}

extension AccessRules {
    fileprivate init(_ options: TestAppOptions) {
        let now = ContinuousClock.now
        self.init(
            publicOrigin: options.publicURL.flatMap { URL(string: $0) }.flatMap(Origin.init),
            token: options.token.flatMap(AccessToken.init),
            limiter: options.requestsPerMinute.map { RequestLimiter(perMinute: $0, now: { now }) },
            store: AccessStore(file: options.accessFile),
            oneTimeLogin: options.oneTimeLoginUser.map { OneTimeLogin(user: $0) },
            now: options.now
        )
    }
}

/// A response of the web app.
struct TestAppResponse: Sendable {
    let status: HTTPResponse.Status
    let headerFields: HTTPFields
    /// The body; empty for events.
    let body: Data
    /// The events; nil for a body of bytes.
    let events: AsyncStream<TestAppEvent>?

    fileprivate init(_ response: WebResponse) {
        (status, headerFields) = (response.status, response.headerFields)
        switch response.body {
        case .data(let data): (body, events) = (data, nil)
        case .events(let stream):
            let events = AsyncStream<TestAppEvent> { continuation in
                for await event in stream { continuation.yield(TestAppEvent(name: event.name, data: event.data)) }
            }
            (body, self.events) = (Data(), events)
        }
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONValue { get throws { try JSONDecoder().decode(JSONValue.self, from: body) } }
}

/// A server-sent event.
struct TestAppEvent: Sendable, Hashable {
    var name: String?
    var data: String
}

/// Sends the same events to all streams of `/events`.
final class EventSource: Sendable {
    private struct Stream {
        let send: @Sendable (TestAppEvent) -> Void
        let finish: @Sendable () -> Void
    }

    private let state = Mutex<(streams: [Stream], cancelled: Int)>(([], 0))

    var count: Int { state.withLock(\.streams.count) }
    var cancelledCount: Int { state.withLock(\.cancelled) }

    fileprivate func add(send: @escaping @Sendable (TestAppEvent) -> Void, finish: @escaping @Sendable () -> Void) {
        state.withLock { $0.streams.append(Stream(send: send, finish: finish)) }
    }

    fileprivate func countCancelled() { state.withLock { $0.cancelled += 1 } }

    func send(name: String? = nil, _ data: String) {
        for stream in state.withLock(\.streams) { stream.send(TestAppEvent(name: name, data: data)) }
    }

    func finish() { for stream in state.withLock(\.streams) { stream.finish() } }
}
