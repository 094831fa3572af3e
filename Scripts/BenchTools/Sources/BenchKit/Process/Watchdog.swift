/// Runs work and returns its result. After a time limit, or if the caller is cancelled, cancels the work and returns
/// nil.
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
    }
    defer {
        watch.cancel()
        worker.cancel()
    }
    for await result in results { return result }
    return nil
}
