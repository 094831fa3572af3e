import SeekBasics

/// One search under way: who has answered, and what is to be told.
///
/// Its tasks are no children of the caller's: a provider that heeds neither its budget nor a cancellation is left behind, and
/// keeps nobody waiting.
final class FederatedRun: Sendable {
    private struct State {
        var reports: [SourceReport]
        /// The search and the alarm of each source that is still asked.
        var tasks: [[Task<Void, Never>]]
        var listener: Listener?
    }

    /// Who is told.
    struct Listener: Sendable {
        /// Is told each result in turn, never two at once; the last is final. Is called with the run's lock held.
        var tell: @Sendable (FederatedResult) -> Void
        /// Is called after the final result, without the lock; perhaps more than once.
        var end: @Sendable () -> Void = {}
    }

    private let search: FederatedSearch
    private let text: String
    private let limit: Int
    private let state: Mutex<State>

    init(_ search: FederatedSearch, text: String, limit: Int) {
        self.search = search
        self.text = text
        self.limit = max(0, limit)
        state = Mutex(
            State(
                reports: search.sources.map { SourceReport(name: $0.provider.name) },
                tasks: search.sources.map { _ in [] }
            )
        )
    }

    /// Asks everybody.
    func start(_ listener: Listener) {
        let isFinal = state.withLock { state in
            state.listener = listener
            let isFinal = !state.reports.contains(where: \.isPending)
            // Nobody to ask, or cancelled before it began.
            if isFinal { tell(state) }
            return isFinal
        }
        guard !isFinal else { return listener.end() }
        for index in search.sources.indices { ask(index) }
    }

    private func ask(_ index: Int) {
        let source = search.sources[index]
        let clock = search.clock
        let asking = Task { [text, limit] in
            let (outcome, elapsed) = await clock.timed { () async -> SourceReport.State in
                do throws(SearchError) {
                    return .answered(try await source.provider.answer(for: text, limit: limit))
                } catch {
                    return .failed(.failed(error))
                }
            }
            settle(index, outcome, after: elapsed)
        }
        let alarm = Task {
            guard (try? await clock.sleep(for: source.timeBudget)) != nil else { return }
            settle(index, .failed(.timedOut(source.timeBudget)), after: source.timeBudget)
        }
        let isSettled = state.withLock { state in
            state.tasks[index] = [asking, alarm]
            return !state.reports[index].isPending
        }
        if isSettled { for task in [asking, alarm] { task.cancel() } }
    }

    /// Takes in what became of a source, unless that is known already.
    private func settle(_ index: Int, _ outcome: SourceReport.State, after elapsed: Duration) {
        change { state in
            guard state.reports[index].isPending else { return [] }
            state.reports[index].state = outcome
            state.reports[index].elapsed = elapsed
            return state.tasks[index]
        }
    }

    /// Ends the search; who has not answered by now will not.
    func cancel() {
        change { state in
            guard state.reports.contains(where: \.isPending) else { return [] }
            for index in state.reports.indices where state.reports[index].isPending {
                state.reports[index].state = .failed(.cancelled)
            }
            return state.tasks.flatMap { $0 }
        }
    }

    /// Changes what is known of the sources, tells of it, and cancels the tasks that are of no use any more.
    private func change(_ body: (inout State) -> [Task<Void, Never>]) {
        let (useless, end) = state.withLock { state in
            let before = state.reports.count(where: \.isPending)
            let useless = body(&state)
            let after = state.reports.count(where: \.isPending)
            if after < before { tell(state) }
            return (useless, after == 0 ? state.listener?.end : nil)
        }
        for task in useless { task.cancel() }
        end?()
    }

    private func tell(_ state: State) {
        guard let listener = state.listener else { return }
        let lists = zip(search.sources, state.reports).compactMap { source, report in
            report.answer.map { RankedList(provider: report.name, weight: source.weight, hits: $0.hits) }
        }
        let hits = Array(search.fusion.fuse(lists).prefix(limit))
        listener.tell(FederatedResult(hits: hits, sources: state.reports))
    }
}

extension Clock where Duration == Swift.Duration {
    /// Does work, and tells how long it took by this clock.
    fileprivate func timed<Value>(_ work: () async -> Value) async -> (Value, Duration) {
        let start = now
        let value = await work()
        return (value, start.duration(to: now))
    }
}
