/// Runs work and returns its result, or nil after a time limit.
///
/// Work that ignores cancellation continues to run until the program ends.
package func withWatchdog<Value: Sendable>(
    _ limit: Duration,
    _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    let (results, continuation) = AsyncStream.makeStream(of: Value?.self)
    let worker = Task { continuation.yield(await work()) }
    let watch = Task {
        try await Task.sleep(for: limit)
        continuation.yield(nil)
        worker.cancel()
    }
    defer { watch.cancel() }
    for await result in results { return result }
    return nil
}
