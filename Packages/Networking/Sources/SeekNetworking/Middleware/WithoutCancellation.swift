/// Runs an operation to its end even if the current task is cancelled.
func withoutCancellation<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Task(operation: operation).value
}
