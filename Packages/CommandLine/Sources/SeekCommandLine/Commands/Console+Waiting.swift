extension Console {
    /// Waits, and on a terminal shows the remaining time each second.
    ///
    /// - Parameter text: Returns the progress for the remaining time.
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(for time: Duration, on clock: any Clock<Duration>, _ text: (_ rest: Duration) -> String) async throws {
        var rest = time
        while rest > .zero {
            progress.update(text(rest))
            // A clock cannot wait for several centuries at once.
            let step = min(rest, .seconds(context.messagesGoToTerminal ? 1 : 86_400))
            try await clock.sleep(for: step)
            rest -= step
        }
    }
}
