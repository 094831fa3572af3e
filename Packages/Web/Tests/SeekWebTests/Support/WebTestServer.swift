#if os(Linux)
import SeekBasics

@testable import SeekWeb

/// A running server of the web app.
struct WebTestServer: Sendable {
    let port: UInt16
    private let server: WebServer

    /// Starts a server, which must be stopped.
    init(_ app: TestApp, _ limits: WebTestServerLimits = WebTestServerLimits(), log: ClientList? = nil) throws {
        server = try WebServer(app.application, limits: ServerLimits(limits)) { log?.append($0.client) }
        port = server.port
    }

    /// Stops the server. Can be called several times.
    ///
    /// - Parameter limit: The time after which responses in progress are abandoned.
    func stop(drainingFor limit: Duration = .zero) async { await server.stop(drainingFor: limit) }
}

/// Runs a server during an operation.
func withServer<Result>(
    _ app: TestApp = TestApp(),
    _ limits: WebTestServerLimits = WebTestServerLimits(),
    log: ClientList? = nil,
    perform operation: (WebTestServer) async throws -> Result
) async throws -> Result {
    let server = try WebTestServer(app, limits, log: log)
    do {
        let result = try await operation(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// The limits of a server. Times that a test does not shorten are long enough for a heavily loaded machine.
struct WebTestServerLimits: Sendable {
    var headerTime = Duration.seconds(300)
    var requestTime = Duration.seconds(300)
    var responseTime = Duration.seconds(300)
    var eventTime = Duration.seconds(300)
    var eventInterval = Duration.seconds(15)
    var connectionCount: Int?
    var connectionCountPerClient: Int?
}

extension ServerLimits {
    fileprivate init(_ limits: WebTestServerLimits) {
        self.init()
        (headerTime, requestTime, responseTime) = (limits.headerTime, limits.requestTime, limits.responseTime)
        (eventTime, eventInterval) = (limits.eventTime, limits.eventInterval)
        maximumConnectionCount = limits.connectionCount ?? maximumConnectionCount
        maximumConnectionCountPerClient = limits.connectionCountPerClient ?? maximumConnectionCountPerClient
    }
}

/// The address of the client of each request, in the order of the access log.
final class ClientList: Sendable {
    private let state = Mutex<[String]>([])

    var clients: [String] { state.withLock { $0 } }

    func append(_ client: String) { state.withLock { $0.append(client) } }
}
#endif
