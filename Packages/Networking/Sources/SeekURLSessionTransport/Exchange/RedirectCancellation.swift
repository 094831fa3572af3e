/// Keeps a task's cancellation and the answer to its redirect in order. A value; the delegate's lock guards it.
///
/// URLSession on Linux traps where a redirect is answered after its task was cancelled (FoundationNetworking,
/// HTTPURLProtocol: "Received callback for HTTP redirection, but we're not waiting for it"). So a task that has ended gets
/// no answer, and one that ends while it is being answered is cancelled behind the answer.
struct RedirectGate: Sendable, Hashable {
    private var returning: Set<Int> = []
    private var toCancel: Set<Int> = []

    /// Whether a task that has ended may be cancelled now; if not, `endResponse` says so later.
    mutating func mayCancel(_ id: Int) -> Bool {
        guard returning.contains(id) else { return true }
        toCancel.insert(id)
        return false
    }

    mutating func beginResponse(_ id: Int) {
        returning.insert(id)
    }

    /// Whether the task must be cancelled now that its redirect is answered.
    mutating func endResponse(_ id: Int) -> Bool {
        returning.remove(id)
        return toCancel.remove(id) != nil
    }
}
