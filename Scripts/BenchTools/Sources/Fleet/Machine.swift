#if os(Linux)
import Foundation
import Seek
import SeekRedis
import Synchronization

/// A machine of a fleet: performs searches with a client of its own.
package final class Machine: Sendable {
    private let settings: MachineSettings
    private let client = Mutex<Client?>(nil)
    private let progress = Mutex(Progress(MachineWork(prefix: "", texts: [])))

    private struct Client: Sendable {
        var prefix: String
        var seek: SeekClient
        var redis: Redis?
    }

    package init(_ settings: MachineSettings) { self.settings = settings }

    /// Performs searches, with the client of the previous work if the prefix is the same.
    ///
    /// - Throws: An error if the URL of Redis is invalid.
    package func perform(_ work: MachineWork) async throws -> MachineReport {
        let progress = Progress(work)
        self.progress.withLock { $0 = progress }
        let client = try await client(prefix: work.prefix)
        let commandsBefore = client.redis?.counters.commands ?? 0
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<work.concurrency {
                group.addTask {
                    while let text = progress.nextText() { progress.add(await self.search(text, with: client.seek)) }
                }
            }
        }
        var report = progress.report
        report.commands = (client.redis?.counters.commands ?? 0) - commandsBefore
        return report
    }

    private func client(prefix: String) async throws -> Client {
        let previous = client.withLock { $0 }
        if let previous, previous.prefix == prefix { return previous }
        await previous?.seek.close()
        let redis = try settings.redis.map { url in
            try Redis(url: url) {
                $0.prefix = prefix
                if settings.hasLongTimeout { $0.timeout = .seconds(10) }
            }
        }
        var configuration = configuration
        configuration.sharedBackend = redis
        let new = Client(prefix: prefix, seek: SeekClient(configuration), redis: redis)
        client.withLock { $0 = new }
        return new
    }

    /// The texts that are left and the results so far.
    private final class Progress: Sendable {
        private let work: MachineWork
        private let state = Mutex((next: 0, report: MachineReport()))

        init(_ work: MachineWork) { self.work = work }

        var report: MachineReport { state.withLock { $0.report } }

        func nextText() -> String? {
            state.withLock { state in
                let hasEnded = work.endsWithQuota && state.report.rejected > 0
                guard state.next < work.texts.count, !hasEnded else { return nil }
                defer { state.next += 1 }
                return work.texts[state.next]
            }
        }

        func add(_ part: MachineReport) { state.withLock { $0.report = $0.report + part } }

        func add(storeFailure: any Error) {
            var part = MachineReport()
            part.storeFailures = 1
            part.storeErrors = ["\(storeFailure)"]
            add(part)
        }
    }

    private func search(_ text: String, with seek: SeekClient) async -> MachineReport {
        var report = MachineReport()
        let start = ContinuousClock.now
        do throws(SearchError) {
            let page = try await seek.youTube.search(text)
            let isCorrect =
                page.items.count == FleetPage.itemCount
                && page.items.allSatisfy { item in
                    item.title == FleetPage.title(for: text)
                }
            if isCorrect {
                report.sources["\(page.provenance.source)", default: 0] += 1
            } else {
                report.wrong += 1
                report.errors.append("\(text): \(page.items.first?.title ?? "no items")")
            }
        } catch {
            if case .limitReached(_, let limit) = error, [.daily, .outageShare].contains(limit.kind) {
                report.rejected += 1
            } else {
                report.failed += 1
                report.errors.append("\(text): \(error)")
            }
        }
        report.longest = start.duration(to: .now) / .seconds(1)
        return report
    }

    private var configuration: SeekConfiguration {
        var configuration = SeekConfiguration(youTubeAPIKey: "fleet")
        configuration.youTubeBaseURL = settings.upstream
        configuration.cacheFolder = settings.folder?.appending(path: "cache")
        configuration.stateFolder = settings.folder?.appending(path: "state")
        configuration.client.youTubeSearchBucket.limit = settings.quota
        configuration.client.decodingMode = .strict
        configuration.client.onStoreFailure = { [weak self] error in
            self?.progress.withLock { $0 }.add(storeFailure: error)
        }
        return configuration
    }
}
#endif
