extension Console {
    /// Waits, and on a terminal shows the remaining time each second.
    ///
    /// - Parameter text: Returns the progress for the remaining time.
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(for time: Duration, on clock: any Clock<Duration>, _ text: (_ rest: Duration) -> String) async throws {
        var rest = time
        while rest > .zero {
            progress.update(text(rest))
            let step = context.messagesGoToTerminal ? min(rest, .seconds(1)) : rest
            try await clock.sleep(for: step)
            rest -= step
        }
    }
}
