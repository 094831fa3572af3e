import Seek
import SeekBasics

/// The failure of each service's latest search, in memory.
final class ServiceFailures: Sendable {
    private let failures = Mutex<[SearchService: SearchError]>([:])

    /// Returns why the latest recorded search of a service failed; nil if it succeeded, if there was none, or if the
    /// limit that caused the failure has reset.
    func message(of service: SearchService, at now: Date) -> String? {
        failures.withLock { failures in
            failures[service].flatMap { $0.retryAt ?? .distantFuture > now ? $0.text(at: now) : nil }
        }
    }

    /// Records the outcome of the sources of a search. Stored responses, cancelled searches and errors that only this
    /// query has, such as an invalid query, are ignored.
    func record(_ sources: [SourceStatus]) {
        failures.withLock { failures in
            for source in sources where source.hasResponded { failures[source.service] = nil }
            // After the successes: one failed source outweighs the other sources of its service.
            for source in sources {
                guard let error = source.error, error.isFailureOfService else { continue }
                failures[source.service] = error
            }
        }
    }
}

extension SourceStatus {
    fileprivate var service: SearchService { name.hasPrefix("youtube") ? .youTube : .gitHub }

    /// Whether the service has responded to this search. A stale response does not count, because the service may have
    /// failed.
    fileprivate var hasResponded: Bool {
        guard error == nil, let provenance else { return false }
        return provenance.attempts > 0 && !provenance.isStale
    }
}

extension SearchError {
    fileprivate var isFailureOfService: Bool {
        switch self {
        case .invalidQuery, .emptyResult, .notFound, .rejected: false
        case .unreadableResults, .missingCredential, .unauthorized, .forbidden, .authorizationRequired, .limitReached,
            .unavailable:
            true
        case .network: !isCancellation
        }
    }
}
