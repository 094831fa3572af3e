import BenchKit
import Foundation
import Seek
import SeekTestHelpers

/// The measurement of a simulated day of searches.
extension SearchBench {
    /// `upstream-calls`: the calls sent, and their ratio to the searches, on a day of 1,000 searches by 8 processes
    /// with one key whose quota suffices, with responses stored for the day. The same day is then simulated with the
    /// default quota of 100 calls and the default time to live: the quota must not be exceeded, and a process must not
    /// have a search rejected for which it has received a response.
    func upstreamCalls() async throws -> BenchResult {
        let unrestrictedDay = try await day(limit: 1_000, timeToLive: 86_400)
        guard unrestrictedDay.outcome.rejected == 0, unrestrictedDay.used == unrestrictedDay.outcome.sent else {
            throw BenchFailure(description: "a day of 1,000 calls: \(unrestrictedDay)")
        }
        let limitedDay = try await day(limit: 100, timeToLive: nil)
        guard limitedDay.outcome.sent <= 100, limitedDay.used == limitedDay.outcome.sent,
            limitedDay.outcome.rejectedAfterResponse == 0
        else {
            throw BenchFailure(description: "a day of 100 calls: \(limitedDay)")
        }
        let (sent, searches) = (Double(unrestrictedDay.outcome.sent), Double(unrestrictedDay.outcome.searches))
        return BenchResult(
            "upstream-calls",
            sent,
            "calls",
            baseline: "searches",
            ratio: sent / searches,
            goal: .ratioAtMost(0.3)
        )
    }

    /// Returns the results of a simulated day, and the number of calls recorded in the ledger of the used quota.
    func day(limit: Int, timeToLive: Int?) async throws -> (outcome: SearchDay.Outcome, used: Int) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let day = SearchDay(
            folder: folder.url.path,
            // Leaves time to start the processes.
            startTime: Date().timeIntervalSince1970 + (load.dayStartsProcesses ? 0.5 : 0),
            duration: load.dayDuration,
            limit: limit,
            timeToLive: timeToLive
        )
        let outcome = try await load.dayStartsProcesses ? SearchDayProcess.all(of: day) : tasks(of: day)
        let ledger = await day.client(PageTransport(page: Data())).youTube.quota()
        // −1 differs from every number of calls, so that a missing ledger is a failure.
        return (outcome, ledger.first?.used ?? -1)
    }

    private func tasks(of day: SearchDay) async throws -> SearchDay.Outcome {
        try await withThrowingTaskGroup(of: SearchDay.Outcome.self) { group in
            for process in 0..<SearchDay.processCount { group.addTask { try await day.run(process: process) } }
            return try await group.reduce(SearchDay.Outcome(), +)
        }
    }
}
