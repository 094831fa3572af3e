#if os(Linux)
import SeekBasics

@testable import SeekWeb

/// Runs a server for routes during an operation.
func withServer<Result>(
    routes: [Route],
    limits: ServerLimits = ServerLimits(),
    log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
    perform operation: (WebServer) async throws -> Result
) async throws -> Result {
    try await withServer(WebApplication(routes: routes), limits: limits, log: log, perform: operation)
}

/// Runs a server during an operation.
func withServer<Result>(
    _ application: WebApplication,
    limits: ServerLimits = ServerLimits(),
    log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in },
    perform operation: (WebServer) async throws -> Result
) async throws -> Result {
    let server = try WebServer(application, limits: limits, log: log)
    do {
        let result = try await operation(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// Records the entries of an access log.
final class EntryList: Sendable {
    private let state = Mutex<[AccessLogEntry]>([])

    var entries: [AccessLogEntry] { state.withLock { $0 } }

    func append(_ entry: AccessLogEntry) { state.withLock { $0.append(entry) } }
}
#endif
