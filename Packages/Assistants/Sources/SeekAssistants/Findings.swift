import Seek
import SeekBasics
import SeekNetworking

/// The results of one question, before they are cut to a size.
struct Findings: Sendable {
    /// A result, and values that hits do not have.
    struct Entry: Sendable {
        var hit: SearchHit
        var extra: JSONObject = [:]
    }

    /// What a source contributed, or why it did not.
    struct Source: Sendable {
        var name: String
        var service: SearchService
        var provenance: Provenance?
        var cost = 0
        var error: SearchError?

        var isNotCached: Bool {
            if case .network(.rejected(.notCached, _)) = error { true } else { false }
        }
    }

    var entries: [Entry]
    var sources: [Source]
    var next: PageCursor?
    var total: Int64?
    var notes: [String] = []
    /// Whether the calls of YouTube are searches; otherwise they are of another, larger quota.
    var countsSearches = true

    /// The error of a question to which no source has responded.
    var error: SearchError? {
        sources.allSatisfy { $0.error != nil } && entries.isEmpty ? sources.first?.error : nil
    }

    func cost(of service: SearchService) -> Int { sources.reduce(0) { $0 + ($1.service == service ? $1.cost : 0) } }

    /// Creates the findings of one source.
    init<Item: SearchHitConvertible>(
        _ service: SearchService,
        _ name: String,
        _ fetch: () async throws(SearchError) -> SearchPage<Item>
    ) async {
        do throws(SearchError) {
            let page = try await fetch()
            self.init(
                entries: page.items.compactMap { $0.searchHit.map { Entry(hit: $0) } },
                sources: [Source(name: name, service: service, provenance: page.provenance, cost: page.quotaCost)]
            )
            (next, total) = (page.next, page.totalCount)
            if page.isIncomplete { notes.append("The results are incomplete.") }
            if !page.skipped.isEmpty { notes.append("\(counted(page.skipped.count, "result")) could not be read.") }
            if let type = page.searchType, !page.lexicalFallbackReasons.isEmpty {
                let reasons = page.lexicalFallbackReasons.map(\.rawValue).joined(separator: ", ")
                notes.append("GitHub searched \(cleaned(type.rawValue, to: 30)): \(cleaned(reasons, to: 200)).")
            }
        } catch {
            self.init(entries: [], sources: [Source(name: name, service: service, error: error)])
        }
    }

    init(entries: [Entry], sources: [Source]) {
        self.entries = entries
        self.sources = sources
    }

    /// Creates the findings of a federated search.
    init(_ result: FederatedResult) {
        entries = result.hits.map { Entry(hit: $0) }
        sources = result.sources.map { source in
            Source(
                name: source.name,
                service: source.service ?? .gitHub,
                provenance: source.response?.provenance,
                cost: source.response?.quotaCost ?? 0,
                error: source.error ?? source.response?.error
            )
        }
        notes = result.notices.map { cleaned($0, to: 300) + "." }
    }
}
