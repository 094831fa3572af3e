/// Orders the cancellation of a task and the response to its redirect. The delegate's lock guards it.
///
/// URLSession on Linux traps if a redirect is answered after its task was cancelled (FoundationNetworking, HTTPURLProtocol: "Received
/// callback for HTTP redirection, but we're not waiting for it"). A task that has ended receives no response, and the cancellation of
/// one that ends during the response is delayed until afterwards.
struct RedirectCancellation: Sendable, Hashable {
    private var returning: Set<Int> = []
    private var toCancel: Set<Int> = []

    /// Whether a task that has ended may be cancelled now; otherwise ``endResponse(_:)`` requests the cancellation.
    mutating func mayCancel(_ id: Int) -> Bool {
        guard returning.contains(id) else { return true }
        toCancel.insert(id)
        return false
    }

    mutating func beginResponse(_ id: Int) {
        returning.insert(id)
    }

    /// Returns whether the task must be cancelled after the response to its redirect.
    mutating func endResponse(_ id: Int) -> Bool {
        returning.remove(id)
        return toCancel.remove(id) != nil
    }
}
