import Seek
import SeekBasics
import SeekNetworking

/// The saved searches, or one of them with its changes and results.
struct SavedView {
    var entries: [SavedEntry]
    /// The name of the search that is shown with its results. If it is nil or no search has it, the list is shown.
    var name: String?
    /// The keys in the URLs of feeds, by the names of their searches; none if the app requires no token.
    var feedKeys: [String: String] = [:]
    var layout: Layout?
    var now: Date

    var html: HTML {
        if let name, let entry = entries.first(where: { $0.search.name == name }) { return results(of: entry) }
        return """
            <div class="narrow stack"><div class="heading"><h1>Saved searches</h1><div class="tools">\
            \(if: !entries.isEmpty, Self.button(.retry, "Run all", action: "/saved/run", name: ""))</div></div>
            \(if: !entries.isEmpty, price("“Run all”", entries))
            \(entries.isEmpty ? Self.empty : "<ul class=\"stack\">\(each: entries, row)</ul>")</div>
            """
    }

    private static let empty: HTML = """
        <div class="empty">\(Icon.bookmark.html)<h2>No saved searches</h2>
        <p class="muted">Search, and choose “Save”. Each run shows what is new and what has changed.</p></div>
        """

    private func row(_ entry: SavedEntry) -> HTML {
        let search = entry.search
        return """
            <li class="box"><div class="row"><h2 class="grow"><a href="\(Self.address(of: search.name))">\
            \(search.name, limit: 100)</a></h2>\(if: !entry.isSeen, entry.badges)</div>
            \(summary(of: entry))
            \(actions(entry))</li>
            """
    }

    private func summary(of entry: SavedEntry) -> HTML {
        let text = entry.search.query.text
        return """
            <p class="muted">“\(text, limit: 200)” in \(entry.parameters.filterNames) · \(lastRun(entry.search))</p>
            \(price("“Run” or “Search”", [entry]))
            """
    }

    private func price(_ action: String, _ entries: [SavedEntry]) -> HTML {
        "<p class=\"muted\"><small>\(SearchPrice.text(action, entries.map(\.parameters)))</small></p>"
    }

    private func lastRun(_ search: SavedSearch) -> HTML {
        search.lastRunAt.map { "run \(HTML.time($0, now: now)), \(counted(search.lastHits.count, "result"))" }
            ?? "not run yet"
    }

    private func actions(_ entry: SavedEntry) -> HTML {
        let name = entry.search.name
        let question = "Remove the saved search “\(name)” and its results?"
        let feed = Self.feedAddress(of: name, key: feedKeys[name])
        let revocation = "Make the current address of the feed “\(name)” invalid?"
        let help = "Address for a feed reader. Requests of the feed run the search, at most every six hours."
        return """
            <div class="row">\(Self.button(.retry, "Run", action: "/saved/run", name: name))\
            <a class="button quiet" href="\(PageState(search: entry.parameters).address)">\(Icon.search.html)Search</a>\
            <a class="button quiet" href="\(feed)" title="\(help)">\(Icon.feed.html)Feed</a>\
            \(if: feedKeys[name] != nil, Self.button(
                .retry, "New feed address", action: "/saved/feed/revoke", name: name, question: revocation
            ))\
            \(Self.button(.close, "Remove", action: "/saved/remove", name: name, question: question))</div>
            """
    }

    /// Returns a form with one button, which performs an action.
    ///
    /// - Parameters:
    ///   - name: The name of the saved search; empty for all.
    ///   - question: The text of the script's confirmation dialog; nil if no confirmation is needed.
    private static func button(
        _ icon: Icon,
        _ title: String,
        action: String,
        name: String,
        question: String? = nil
    ) -> HTML {
        """
        <form action="\(action)" method="post"\(question.map { " data-confirm=\"\($0)\"" as HTML })>\
        <input type="hidden" name="name" value="\(name)">\
        <button class="button\(if: question != nil, " quiet")">\(icon.html)\(title)\
        \(if: !name.isEmpty, "<span class=\"hide\"> \(name, limit: 80)</span>")</button></form>
        """
    }

    static func address(of name: String) -> String { "/saved?" + (["name": name] as QueryParameters).encoded }

    static let feedPath = ["saved", "feed"]

    /// Returns the URL of the feed of a saved search.
    ///
    /// - Parameter key: The key of the feed; nil if the app requires no token.
    static func feedAddress(of name: String, key: String?) -> String {
        let query: QueryParameters = ["name": name, "key": key]
        return "/\(feedPath.joined(separator: "/"))?\(query.encoded)"
    }

    // MARK: One search

    private func results(of entry: SavedEntry) -> HTML {
        let new = Set(entry.changes?.new.map(\.id) ?? [])
        let changed = Dictionary(entry.changes?.changed.map { ($0.after.id, $0.before) } ?? []) { first, _ in first }
        let missing = (entry.changes?.removed ?? []) + (entry.changes?.dropped ?? [])
        func card(_ hit: SearchHit) -> HTML {
            let badge: HTML? =
                new.contains(hit.id)
                ? "<span class=\"badge good\">New</span>"
                : changed[hit.id].map { Self.changeBadge(from: $0, to: hit) }
            let state = PageState(search: entry.parameters)
            return Card(result: SearchResult(hit), state: state, now: now, badge: badge).html
        }
        let hits = entry.search.lastHits
        let cards: HTML = """
            \(each: hits.filter { new.contains($0.id) || changed[$0.id] != nil }, card)\
            \(each: hits.filter { !new.contains($0.id) && changed[$0.id] == nil }, card)
            """
        return """
            <div class="stack"><p><a href="/saved">Saved searches</a></p>
            <div class="heading"><h1>\(entry.search.name, limit: 100)</h1>\(entry.badges)</div>
            \(summary(of: entry))
            \(actions(entry))
            \(if: entry.changes?.isEmpty == true, HTML.notice(.check, "Nothing has changed since the previous run."))
            \(Card.list(cards, PageState(layout: layout).layout(of: Set(hits.map(\.kind)))))
            \(if: !missing.isEmpty, Self.missingSection(missing))</div>
            """
    }

    private static func changeBadge(from old: SearchHit, to hit: SearchHit) -> HTML {
        let change =
            old.title != hit.title
            ? "Title was “\(old.displayTitle)”" : old.text != hit.text ? "The description has changed" : "Updated"
        return "<span class=\"badge warn\" title=\"\(change, limit: 200)\">Changed</span>"
    }

    private static func missingSection(_ hits: [SearchHit]) -> HTML {
        """
        <section class="box"><h2>No longer among the results</h2>\
        <ul class="lines">\(each: hits, { "<li>\($0.displayTitle, limit: 200)</li>" })</ul></section>
        """
    }
}

struct HistoryView {
    var entries: [HistoryEntry]
    var now: Date

    var html: HTML {
        """
        <div class="narrow stack"><div class="heading"><h1>History</h1><div class="tools">\
        \(if: !entries.isEmpty, Self.clearButton)</div></div>
        \(if: !entries.isEmpty, Self.price)
        \(entries.isEmpty ? Self.empty : "<ul class=\"box lines\">\(each: entries, row)</ul>")</div>
        """
    }

    private static let price: HTML = """
        <p class="muted"><small>A link searches again: up to 1 YouTube search for each of videos, channels and playlists, \
        or nothing if the results are stored.</small></p>
        """

    private static let clearButton: HTML = """
        <form action="/history/clear" method="post" data-confirm="Remove all searches from the history?">\
        <button class="button">\(Icon.close.html)Clear</button></form>
        """

    private static let empty: HTML = """
        <div class="empty">\(Icon.history.html)<h2>No searches yet</h2>
        <p class="muted">Searches appear here, and as suggestions in the search field.</p></div>
        """

    private func row(_ entry: HistoryEntry) -> HTML {
        """
        <li class="row"><a class="grow" href="\(PageState(search: entry.search).address)">\
        \(entry.search.text, limit: 200)</a>\
        <span class="muted">\(entry.search.filterNames)</span>\
        <span class="muted">\(HTML.time(entry.date, now: now))</span></li>
        """
    }
}
