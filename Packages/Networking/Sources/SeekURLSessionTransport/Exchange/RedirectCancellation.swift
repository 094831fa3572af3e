/// Prevents the delegate from responding to the redirect of a cancelled task. The delegate's lock guards it.
///
/// URLSession on Linux traps if the delegate responds to a redirect after its task was cancelled
/// (FoundationNetworking, HTTPURLProtocol: "Received callback for HTTP redirection, but we're not waiting for it").
/// The delegate does not respond to the redirect of a task that has ended, and if a task ends during the response, its
/// cancellation is delayed until afterwards.
struct RedirectCancellation: Sendable, Hashable {
    /// The identifiers of the tasks to whose redirect the delegate is responding.
    private var responding: Set<Int> = []
    /// The identifiers of the tasks to cancel after that response.
    private var toCancel: Set<Int> = []

    /// Returns whether a task that has ended may be cancelled now. If not, the cancellation is recorded, and
    /// ``endResponse(_:)`` returns true later.
    mutating func mayCancel(_ id: Int) -> Bool {
        guard responding.contains(id) else { return true }
        toCancel.insert(id)
        return false
    }

    mutating func beginResponse(_ id: Int) {
        responding.insert(id)
    }

    /// Returns whether the task must be cancelled after the response to its redirect.
    mutating func endResponse(_ id: Int) -> Bool {
        responding.remove(id)
        return toCancel.remove(id) != nil
    }
}
