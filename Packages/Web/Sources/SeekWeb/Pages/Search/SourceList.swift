import Seek
import SeekBasics

/// The state of each source above the results.
struct SourceList {
    var sources: [SourceStatus]
    /// The URL that repeats the search.
    var address: String

    var html: HTML {
        "<ul class=\"sources\" id=\"sources\" aria-label=\"Sources\">\(each: sources, item)</ul>"
    }

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
        let message: HTML? = source.message.map { "\($0) " }
        let retry: HTML = "<a href=\"\(address)\" class=\"retry\">Retry</a>"
        return """
            \(message)\(if: source.state == .failed, retry)\
            \(if: source.state != .failed, "<small>\(facts(of: source))</small>")
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
