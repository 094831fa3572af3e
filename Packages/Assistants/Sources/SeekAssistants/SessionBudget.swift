import SeekBasics

/// The number of YouTube searches that the calls of a server may cost.
final class SessionBudget: Sendable {
    let limit: Int
    private let used = Mutex(0)

    init(_ limit: Int) { self.limit = max(0, limit) }

    var remaining: Int { used.withLock { max(0, limit - $0) } }

    /// Reserves the searches of a call.
    ///
    /// - Throws: The cost and the way to allow it, if the call may not cost as much.
    func reserve(_ cost: Int, maximumCost: Int?) throws(ToolError) {
        let price = "This call costs \(counted(cost, "YouTube search"))"
        let free = "A question that was answered before and search_offline cost nothing."
        if let maximumCost, cost > maximumCost {
            throw ToolError(
                "\(price), and maximumCost is \(maximumCost). To allow it, set maximumCost to \(cost). \(free)"
            )
        }
        let remaining = used.withLock { used in
            let remaining = max(0, limit - used)
            if cost <= remaining { used += cost }
            return remaining
        }
        guard cost <= remaining else {
            throw ToolError(
                "\(price), and \(remaining) of the session's \(limit) are left. To allow more, start seek mcp with a "
                    + "greater --budget. \(free)"
            )
        }
    }

    /// Replaces a reservation with the searches that a call has cost.
    func settle(_ reserved: Int, actual: Int) { used.withLock { $0 += actual - reserved } }
}
