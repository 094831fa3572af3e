extension Console {
    /// Waits, and on a terminal shows the remaining time each second.
    ///
    /// - Parameter message: Returns the progress message for the remaining time.
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(for time: Duration, on clock: any Clock<Duration>, _ message: (_ remaining: Duration) -> String)
        async throws
    {
        var remaining = time
        while remaining > .zero {
            progress.update(message(remaining))
            // A clock cannot wait for several centuries in one step.
            let step = min(remaining, .seconds(context.messagesGoToTerminal ? 1 : 86_400))
            try await clock.sleep(for: step)
            remaining -= step
        }
    }
}
