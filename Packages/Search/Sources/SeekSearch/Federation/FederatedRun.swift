import SeekBasics

/// One run of a federated search: queries the sources and reports the merged results.
///
/// Its tasks are unstructured, so that a source that ignores cancellation and its time budget does not delay the
/// caller.
final class FederatedRun: Sendable {
    private struct State {
        var reports: [SourceReport]
        /// The request and the timeout of each source; empty before the source is queried.
        var tasks: [[Task<Void, Never>]]
        var listener: Listener?
        /// The results that the listener has not received.
        var undelivered: [FederatedResult] = []
        /// Whether ``deliver()`` is running.
        var isDelivering = false
    }

    /// Receives the results of a run. Its closures may cancel the run.
    struct Listener: Sendable {
        /// Called with each result in turn; the last is final.
        var onResult: @Sendable (FederatedResult) -> Void
        /// Called once, after the final result.
        var onFinish: @Sendable () -> Void = {}
    }

    private let search: FederatedSearch
    private let text: String
    private let state: Mutex<State>

    init(_ search: FederatedSearch, text: String) {
        self.search = search
        self.text = text
        state = Mutex(State(reports: search.pendingReports, tasks: search.sources.map { _ in [] }))
    }

    func start(_ listener: Listener) {
        let isFinal = state.withLock { state in
            state.listener = listener
            appendResult(to: &state)
            // No source is pending if there are none, or if the run was cancelled before it started.
            return !state.reports.contains(where: \.isPending)
        }
        deliver()
        guard !isFinal else { return }
        for index in search.sources.indices { query(index) }
    }

    private func query(_ index: Int) {
        let source = search.sources[index]
        let clock = search.clock
        let request = Task { [text, limit = search.limit] in
            var outcome = SourceReport.State.pending
            let elapsed = await clock.measure {
                do throws(SearchError) {
                    outcome = .completed(try await source.response(for: text, limit: limit))
                } catch {
                    outcome = .failed(error)
                }
            }
            finish(index, outcome, after: elapsed)
        }
        let timeout = Task {
            guard (try? await clock.sleep(for: source.timeBudget)) != nil else { return }
            finish(index, .failed(.timedOut), after: source.timeBudget)
        }
        let isFinished = state.withLock { state in
            state.tasks[index] = [request, timeout]
            return !state.reports[index].isPending
        }
        if isFinished { for task in [request, timeout] { task.cancel() } }
    }

    /// Records the outcome of a source, unless one was recorded before.
    private func finish(_ index: Int, _ outcome: SourceReport.State, after elapsed: Duration) {
        update { state in
            guard state.reports[index].isPending else { return [] }
            state.reports[index].state = outcome
            state.reports[index].elapsed = elapsed
            return state.tasks[index]
        }
    }

    /// Ends the run. Pending sources are reported as cancelled.
    func cancel() {
        update { state in
            for index in state.reports.indices where state.reports[index].isPending {
                state.reports[index].state = .cancelled
            }
            return state.tasks.flatMap { $0 }
        }
    }

    /// Changes the reports. If this finishes a source, delivers the new result and cancels the tasks that `change`
    /// returns.
    private func update(_ change: (inout State) -> [Task<Void, Never>]) {
        let tasks = state.withLock { state -> [Task<Void, Never>] in
            let pendingBefore = state.reports.count(where: \.isPending)
            let tasks = change(&state)
            guard state.reports.count(where: \.isPending) < pendingBefore else { return [] }
            appendResult(to: &state)
            return tasks
        }
        for task in tasks { task.cancel() }
        deliver()
    }

    /// Adds the merged results to those that the listener has not received yet.
    private func appendResult(to state: inout State) {
        guard state.listener != nil else { return }
        let lists = zip(search.sources, state.reports).compactMap { source, report in
            report.response.map { RankedList(source: report.name, weight: source.weight, hits: $0.hits) }
        }
        let ranked = RankFusion().fuse(lists)
        let hits = Array((search.sort == .date ? ranked.mergedByDate() : ranked).prefix(search.limit))
        state.undelivered.append(FederatedResult(hits: hits, sources: state.reports))
    }

    /// Passes the results to the listener, one at a time and in order.
    ///
    /// The lock of the run is not held, to avoid a deadlock. The listener resumes the task that reads the results, and
    /// the runtime locks that task to resume it. If the task is cancelled at the same time, the runtime already holds
    /// the task's lock, and ``cancel()`` waits for the lock of the run.
    private func deliver() {
        let listener = state.withLock { state -> Listener? in
            guard !state.isDelivering, let listener = state.listener else { return nil }
            state.isDelivering = true
            return listener
        }
        guard let listener else { return }
        while let result = state.withLock({ Self.takeNextOrEndDelivery(&$0) }) {
            listener.onResult(result)
            if result.isFinal { listener.onFinish() }
        }
    }

    private static func takeNextOrEndDelivery(_ state: inout State) -> FederatedResult? {
        guard state.undelivered.isEmpty else { return state.undelivered.removeFirst() }
        state.isDelivering = false
        return nil
    }
}
