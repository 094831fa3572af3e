import Seek
import SeekBasics

/// The content of the start page: saved searches, and recent searches or examples.
struct WelcomeView {
    var saved: [SavedEntry]
    var history: [HistoryEntry]
    var now: Date

    private static let examples = ["swift concurrency", "sqlite", "night walk", "http client"]

    var html: HTML {
        """
        <div class="welcome">
        \(if: !saved.isEmpty, box(.bookmark, "Saved searches", "\(each: saved.prefix(6), row)", link: "/saved"))
        \(if: !history.isEmpty, box(.history, "Recent searches", "\(each: history.prefix(6), row)", link: "/history"))
        \(if: history.isEmpty, box(.search, "Try", "\(each: Self.examples, example)", link: nil))
        </div>
        """
    }

    private func box(_ icon: Icon, _ title: String, _ rows: HTML, link: String?) -> HTML {
        """
        <section class="box"><h2>\(icon.html)\(title)</h2><ul class="lines">\(rows)</ul>\
        \(link.map { "<p class=\"all\"><a href=\"\($0)\">All \(title.lowercased())</a></p>" as HTML })</section>
        """
    }

    private func row(_ entry: SavedEntry) -> HTML {
        """
        <li class="row"><a class="grow" href="\(PageState(search: entry.parameters).address)">\
        \(entry.search.name, limit: 80)</a>\
        \(if: !entry.isSeen, entry.badges)</li>
        """
    }

    private func row(_ entry: HistoryEntry) -> HTML {
        let kinds = entry.search.kinds == SearchParameters.defaultKinds ? [] : [entry.search.kindNames]
        let filters = (kinds + entry.search.optionNames).joined(separator: ", ")
        return """
            <li class="row"><a class="grow" href="\(PageState(search: entry.search).address)">\
            \(entry.search.text, limit: 80)</a>\
            \(if: !filters.isEmpty, "<span class=\"badge\">\(filters)</span>")\
            <span class="muted">\(HTML.time(entry.date, now: now))</span></li>
            """
    }

    private func example(_ text: String) -> HTML {
        "<li><a href=\"\(PageState().with { $0.text = text }.address)\">\(text)</a></li>"
    }
}

extension SavedEntry {
    /// The numbers of new and changed results of the last run.
    var badges: HTML {
        let (new, changed) = (changes?.new.count ?? 0, changes?.changed.count ?? 0)
        return """
            \(if: new > 0, "<span class=\"badge good\">\(new.grouped) new</span>")\
            \(if: changed > 0, "<span class=\"badge warn\">\(changed.grouped) changed</span>")
            """
    }
}
