import SeekBasics
import SeekTestHelpers

/// Runs blocking work on a new thread: the tasks that compute responses need the threads of Swift's pool.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = SystemThread { continuation.resume(with: Result { try work() }) }
        guard let thread else { return continuation.resume(throwing: CancellationError()) }
        thread.detach()
    }
}

/// Runs blocking work with a client on a new thread.
func onThread<Value: Sendable>(
    _ client: RawClient,
    _ work: @escaping @Sendable (RawClient) throws -> Value
) async throws -> Value {
    // The caller does not use the client until the work has ended.
    nonisolated(unsafe) let client = client
    return try await onThread { try work(client) }
}

extension RawClient {
    /// Returns the received text up to the end of the connection.
    func readToEnd() -> String { read(until: "\u{0}never received") }
}

/// Sends text to a server, and returns the responses that it sends until it closes the connection.
func exchange(_ text: String, port: UInt16) async throws -> RawClient.Response {
    try await onThread { try RawClient(port: port).exchange(text) }
}
