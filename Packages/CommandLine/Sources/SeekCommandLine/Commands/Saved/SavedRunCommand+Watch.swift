import Seek
import SeekBasics

extension SavedRunCommand {
    /// Runs the searches repeatedly, and writes new and changed results, until the command is cancelled, the output is
    /// closed or a write fails. An interval that is too short for a ``WatchLimit`` is reported instead.
    ///
    /// - Throws: ``SavedSearchError/notFound(_:)`` if the search that the command names is removed meanwhile.
    func watch(
        _ searches: [SavedSearch],
        every interval: Duration,
        _ store: SavedSearchStore,
        _ session: Session
    ) async throws(SavedSearchError) -> CommandStatus {
        for limit in WatchLimit.limits(of: searches, session) {
            guard let problem = limit.problem(with: interval) else { continue }
            console.report(problem)
            return .usage
        }
        if console.context.messagesGoToTerminal {
            console.report("running every \(TimeSpan.formatted(interval)); press Ctrl-C to stop")
        }
        await warnIfQuotaIsShort(for: searches, every: interval, session)
        var searches = searches
        while true {
            let reports = await run(searches, session)
            let changed = reports.filter { !$0.changes.isEmpty }
            if !changed.isEmpty {
                let written = await write(changed, session)
                guard written == .success, !console.isOutputClosed else { return written }
            }
            do throws(SavedSearchError) {
                try await storeRuns(of: reports, session)
            } catch {
                console.warn(error.description)
            }
            guard await wait(for: interval, session) else { return Task.isCancelled ? .cancelled : .success }
            // Each round reports its own failures.
            console.forgetWarnings()
            do throws(SavedSearchError) {
                searches = try await current(searches, in: store)
            } catch {
                if case .notFound = error { throw error }
                console.warn(error.description)
            }
        }
    }

    /// Warns if the runs would use up today's YouTube quota before it resets.
    private func warnIfQuotaIsShort(for searches: [SavedSearch], every interval: Duration, _ session: Session) async {
        let calls = searches.reduce(0) { $0 + $1.query.youTubeCalls }
        guard calls > 0, let status = await session.searchQuota else { return }
        let timeLeft = status.resetsAt.timeIntervalSince(session.now)
        let runs = status.remaining / calls
        guard Double(runs) * (interval / .seconds(1)) < timeLeft else { return }
        console.warn(
            "\(status.remaining.grouped) of YouTube's searches are left today, enough for "
                + "\(counted(runs, "run")); see seek quota"
        )
    }

    /// Returns the searches as they are stored now: all, or the one that the command names, even if it was renamed.
    private func current(
        _ searches: [SavedSearch],
        in store: SavedSearchStore
    ) async throws(SavedSearchError) -> [SavedSearch] {
        let stored = try await store.all()
        guard !runsAll, let search = searches.first else { return stored }
        // `saved add --replace` stores another search under the name.
        let sameName = stored.first { $0.name == search.name }
        guard let current = stored.first(where: { $0.id == search.id }) ?? sameName else {
            throw .notFound(search.name)
        }
        if current.name != search.name { console.report("'\(search.name)' was renamed to '\(current.name)'") }
        return [current]
    }

    /// Waits for the next round. Returns `false` if the command was cancelled or the output is closed.
    private func wait(for interval: Duration, _ session: Session) async -> Bool {
        guard !Task.isCancelled, !console.isOutputClosed else { return false }
        console.progress.start("waiting")
        defer { console.progress.end() }
        do {
            try await console.wait(for: interval, on: session.configuration.client.clock) { remaining in
                let now = console.style(at: session.now).now
                let date = now.date.addingTimeInterval(remaining / .seconds(1))
                return "next run \(Timestamp.upcoming(date, after: now))"
            }
            return !console.isOutputClosed
        } catch {
            return false
        }
    }
}

/// A limit of a service that `--watch` must not exceed.
private struct WatchLimit {
    /// The service and its limit: `YouTube's 100 searches a day`.
    var name: String
    /// The maximum number of calls of one run.
    var calls: Int
    /// The number of calls that the service allows in ``period``.
    var allowed: Int
    var period: Duration
    /// The number of searches that one run includes.
    var searchCount: Int

    static func limits(of searches: [SavedSearch], _ session: Session) -> [WatchLimit] {
        let configuration = session.configuration
        // Without a key, no call is sent to YouTube.
        let daily = configuration.youTubeAPIKey == nil ? nil : configuration.client.youTubeSearchBucket.limit
        let perMinute = configuration.gitHubToken == nil ? 10 : 30
        func limit(_ name: String, _ calls: (FederatedQuery) -> Int, _ allowed: Int, per period: Duration) -> WatchLimit
        {
            let sum = searches.reduce(0) { $0 + calls($1.query) }
            return WatchLimit(name: name, calls: sum, allowed: allowed, period: period, searchCount: searches.count)
        }
        return [
            daily.map { limit("YouTube's \($0.grouped) searches a day", \.youTubeCalls, $0, per: .seconds(86_400)) },
            limit("GitHub's \(perMinute) searches a minute", \.gitHubCalls, perMinute, per: .seconds(60)),
        ].compactMap { $0 }
    }

    /// Returns why an interval is too short, with the shortest possible interval, or why even one run exceeds a daily
    /// limit; `nil` if the limit allows the interval.
    func problem(with interval: Duration) -> String? {
        guard calls > 0 else { return nil }
        // One run may need more calls than a minute allows, but not more than a day allows.
        guard calls <= allowed || period < .seconds(86_400) else {
            let alternative = searchCount > 1 ? "watch one search only, or " : ""
            return "one run needs \(calls.grouped) of \(name); \(alternative)reduce the number of results with: "
                + "seek saved edit NAME --limit N"
        }
        let total = period / .seconds(1) * Double(calls)
        guard interval / .seconds(1) * Double(allowed) < total else { return nil }
        let seconds = (total / Double(allowed)).rounded(.up)
        // Intervals of more than a minute are rounded up to whole minutes.
        let shortest = seconds <= 60 ? seconds : (seconds / 60).rounded(.up) * 60
        return "--watch \(TimeSpan.formatted(interval)) would use up \(name) after "
            + "\(TimeSpan.formatted(interval * max(1, allowed / calls))); use --watch "
            + "\(TimeSpan.formatted(.seconds(shortest))) or longer"
    }
}
