import SeekBasics

struct HistoryView {
    var entries: [HistoryEntry]
    var now: Date

    var html: HTML {
        """
        <div class="narrow stack"><div class="heading"><h1>History</h1><div class="tools">\
        \(if: !entries.isEmpty, Self.clearButton)</div></div>
        \(entries.isEmpty ? Self.empty : "<ul class=\"box lines\">\(each: entries, row)</ul>")</div>
        """
    }

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
