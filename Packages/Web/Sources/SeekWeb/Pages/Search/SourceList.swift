import Seek
import SeekBasics

/// The list above the results, with the state of each source.
struct SourceList {
    var sources: [SourceStatus]
    /// The URL that repeats the search.
    var address: String
    var isAddingDurationsAndAvatars = false
    var now: Date

    var html: HTML {
        """
        <ul class="sources" id="sources" aria-label="Sources">\(each: sources, item)\
        \(if: isAddingDurationsAndAvatars, Self.pendingLookups)</ul>
        """
    }

    private static let pendingLookups: HTML = """
        <li class="source pending"><span class="spinner"></span><span><strong>Durations and avatars</strong> \
        <small>loading…</small></span></li>
        """

    private func item(_ source: SourceStatus) -> HTML {
        """
        <li class="source \(source.state.rawValue)">\(symbol(of: source))<span><strong>\(source.title)</strong> \
        \(text(of: source))</span></li>
        """
    }

    private func symbol(of source: SourceStatus) -> HTML {
        switch source.state {
        case .pending: "<span class=\"spinner\"></span>"
        case .completed: Icon.check.html
        case .partial, .failed: Icon.alert.html
        }
    }

    private func text(of source: SourceStatus) -> HTML {
        guard source.state != .pending else { return "<small>searching…</small>" }
        let message = problem(of: source)
        let retry: HTML = "<a href=\"\(address)\" class=\"retry\">Retry</a>"
        return """
            \(message)\(if: source.state == .failed && source.error?.isPermanent != true, retry)\
            \(if: source.state != .failed, "<small>\(facts(of: source))</small>")
            """
    }

    /// The message, in which the page that authorizes a token is a link.
    private func problem(of source: SourceStatus) -> HTML? {
        guard let text = source.problem(at: now) else { return nil }
        guard case .authorizationRequired(_, _, let url) = source.error,
            let address = text.firstRange(of: url.absoluteString)
        else { return "\(text) " }
        return """
            \(String(text[..<address.lowerBound]))<a href="\(url.absoluteString)" rel="noopener noreferrer">\
            \(url.host() ?? "")</a>\(String(text[address.upperBound...])) 
            """
    }

    private func facts(of source: SourceStatus) -> String {
        let facts = [
            counted(source.resultCount, "result"), source.elapsed.map(Wording.elapsed),
            source.provenance.map(Wording.origin),
            source.quotaCost > 0 ? "cost \(counted(source.quotaCost, "call"))" : nil,
        ]
        return facts.compactMap { $0 }.joined(separator: " · ")
    }
}

extension SearchError {
    /// Whether the same search would fail again today.
    var isPermanent: Bool {
        switch self {
        case .invalidQuery, .missingCredential, .unauthorized, .forbidden, .authorizationRequired, .notFound, .rejected:
            true
        case .limitReached(_, let limit): limit.kind == .daily
        case .emptyResult, .unreadableResults, .unavailable, .network: false
        }
    }
}

extension SourceStatus {
    /// Returns the message of the source, with times relative to `now`; nil if there is none.
    func problem(at now: Date) -> String? { error?.text(at: now, besideSource: true) ?? message }
}
