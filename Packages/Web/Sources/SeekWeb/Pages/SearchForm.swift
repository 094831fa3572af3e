import Seek
import SeekBasics
import SeekNetworking

/// The search field and the filters, which are one form.
struct SearchForm {
    var search: SearchParameters
    /// Invalid values, which the fields show so that they can be corrected.
    var invalidValues: [SearchParameters.Parameter: String] = [:]
    var isHome = false
    /// The texts of the latest searches.
    var suggestions: [String] = []

    var field: HTML {
        """
        <div class="find">\(Icon.search.html)<label class="hide" for="q">Search videos and code</label>\
        <input id="q" name="q" type="search" value="\(invalidValues[.text] ?? search.text)" \
        placeholder="Search videos and code" \
        maxlength="\(SearchParameters.maximumTextLength)" autocomplete="off" autocapitalize="off" spellcheck="false" \
        enterkeyhint="search"\(if: !suggestions.isEmpty, " list=\"recent\"")\(if: isHome, " autofocus")>\
        <button class="button primary">Search</button></div>\
        \(if: !suggestions.isEmpty, "<datalist id=\"recent\">\(each: suggestions, { suggestion($0) })</datalist>")
        """
    }

    private func suggestion(_ text: String) -> HTML { "<option value=\"\(text, limit: 100)\">" }

    private static let mainKinds: [SearchHit.Kind] = [.video, .repository, .issue, .channel]

    func filters(at now: Date) -> HTML {
        let moreKinds = SearchParameters.allKinds.filter { !Self.mainKinds.contains($0) }
        let count = search.kinds.count { moreKinds.contains($0) }
        return """
            <div class="filters" role="group" aria-label="Filters"><input type="hidden" name="kinds" value="">\
            \(each: Self.mainKinds, chip)
            <details class="pop"><summary class="chip">More\(if: count > 0, " <span class=\"badge\">\(count)</span>")\
            </summary>
            <div class="panel"><div class="kinds">\(each: moreKinds, chip)</div></div></details>
            <span class="gap"></span>
            <label class="chip"><span>Sort</span> \
            <select name="sort">\(each: SearchSort.allCases, option)</select></label>
            \(dates)\(each: otherFilters, filterChip)
            <span class="gap"></span>
            \(toggle("view", SearchParameters.View.grouped.rawValue, "By source", isOn: search.view == .grouped, nil))
            \(toggle("offline", "1", "Offline", isOn: search.isOffline, .offline))
            </div>
            """
    }

    /// The filters without a field of their own. Their chips remove them.
    private var otherFilters: [(parameter: SearchParameters.Parameter, value: String)] {
        search.filters.filter { ![.since, .until].contains($0.parameter) }
    }

    private func filterChip(_ filter: (parameter: SearchParameters.Parameter, value: String)) -> HTML {
        let name = filter.parameter.rawValue
        return toggle(name, filter.value, "\(name) \(filter.value)", isOn: true, nil)
    }

    private func chip(_ kind: SearchHit.Kind) -> HTML {
        toggle("kinds", kind.rawValue, kind.plural, isOn: search.kinds.contains(kind), kind.icon)
    }

    private func toggle(_ name: String, _ value: String, _ title: String, isOn: Bool, _ icon: Icon?) -> HTML {
        """
        <label class="chip"><input type="checkbox" name="\(name)" value="\(value)"\(if: isOn, " checked")>\
        \(icon?.html)\(title)</label>
        """
    }

    private func option(_ sort: SearchSort) -> HTML {
        let value = sort == .relevance ? "" : sort.rawValue
        return "<option value=\"\(value)\"\(if: sort == search.sort, " selected")>\(sort.title)</option>"
    }

    private var dates: HTML {
        """
        <details class="dates pop"><summary class="chip">\(Icon.calendar.html)\(search.period ?? "Any time")</summary><div class="panel">
        <div class="presets">\(each: Self.presets, preset)</div>
        \(field("From", .since, search.since))
        \(field("To", .until, search.until))
        <p class="muted"><small>YouTube: the date of publication. GitHub: the last push or update.</small></p>
        <button class="button">Apply</button></div></details>
        """
    }

    /// Returns the field of a bound of the period. A relative date or a time is shown as text.
    private func field(_ title: String, _ parameter: SearchParameters.Parameter, _ date: SearchDate?) -> HTML {
        if invalidValues[parameter] == nil, let text = date?.description, CalendarDate(text) == nil {
            return """
                <label>\(title) <input class="field" type="text" name="\(parameter.rawValue)" value="\(text)" \
                autocomplete="off"></label>
                """
        }
        return """
            <label>\(title) <input class="field" type="date" name="\(parameter.rawValue)" \
            value="\(value(parameter, date))"></label>
            """
    }

    private func value(_ parameter: SearchParameters.Parameter, _ date: SearchDate?) -> String {
        // Browsers log an error for a value that is not a date.
        (invalidValues[parameter] ?? date?.description).flatMap { CalendarDate($0) }?.description ?? ""
    }

    private static let presets: [(title: String, days: Int?)] = [
        ("Any time", nil), ("Past day", 1), ("Past week", 7), ("Past month", 30), ("Past year", 365),
    ]

    private func preset(_ preset: (title: String, days: Int?)) -> HTML {
        let state = PageState(search: search).with {
            ($0.since, $0.until) = (preset.days.map(SearchDate.daysAgo), nil)
            $0.pages = 1...1
        }
        return "<a class=\"chip\" href=\"\(state.address)\">\(preset.title)</a>"
    }
}

/// The buttons that change how results are shown. The script changes the page itself; without it, the page is loaded
/// again.
struct LayoutForm {
    var layout: Layout
    var address: String

    var html: HTML {
        """
        <form class="layout" action="/layout" method="post">\
        <input type="hidden" name="next" value="\(address)">\(each: Layout.allCases, button)</form>
        """
    }

    private func button(_ layout: Layout) -> HTML {
        """
        <button class="button quiet" name="layout" value="\(layout.rawValue)" \
        aria-pressed="\(if: layout == self.layout, "true")\(if: layout != self.layout, "false")" \
        title="\(layout.title)">\(layout == .list ? Icon.list.html : Icon.cards.html)\
        <span class="hide">\(layout.title)</span></button>
        """
    }
}

/// The form that saves a search.
struct SaveForm {
    var search: SearchParameters
    /// The name in the form; nil for the search text.
    var name: String?
    /// Whether the form has a button that replaces the saved search of this name.
    var offersReplacement = false

    /// The form in a menu.
    var html: HTML {
        """
        <details class="pop save"><summary class="button quiet">\(Icon.bookmark.html)Save</summary>\
        \(problem.map { "<div class=\"panel\"><p>\($0)</p></div>" } ?? form("panel"))</details>
        """
    }

    /// Returns a page that explains why the search has not been saved, with the form if the search can be saved.
    func page(_ message: String) -> HTML {
        """
        <div class="narrow stack"><div class="heading"><h1>Save search</h1></div>
        \(HTML.notice(.alert, message, style: "bad"))
        \(if: problem == nil, form("box stack"))
        <p><a href="\(PageState(search: search).address)">Back to the search</a></p></div>
        """
    }

    /// Why the search cannot be saved; nil if it can.
    private var problem: String? {
        do throws(WebSearchService.SavingError) {
            _ = try search.savedQuery()
            return nil
        } catch {
            return error.message
        }
    }

    private func form(_ style: String) -> HTML {
        """
        <form class="\(style)" action="/saved" method="post">\
        \(each: search.first.query.items, { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })\
        <label>Name <input class="field" name="name" value="\(name ?? search.text, limit: 60)" \
        required maxlength="100"></label>\
        \(if: !unsaved.isEmpty, "<p class=\"muted\"><small>Not saved: \(unsaved)</small></p>")\
        <p class="row"><button class="button primary">Save search</button>\
        \(if: offersReplacement, replaceButton(name ?? search.text))</p></form>
        """
    }

    /// The button names the search that it replaces, because the name in the field may be changed.
    private func replaceButton(_ name: String) -> HTML {
        """
        <button class="button" name="replace" value="\(name)">Replace “\(name, limit: 60)”</button>\
        <small class="muted">and remove its results</small>
        """
    }

    /// The settings of the search that a saved search does not have.
    private var unsaved: String {
        [search.view == .grouped ? "by source" : nil, search.isOffline ? "offline" : nil].compactMap { $0 }
            .joined(separator: ", ")
    }
}

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

/// What a control that searches costs, in searches of YouTube, of which the usual quota allows 100 a day. Whether the
/// results are stored, so that the search is free, is known only afterwards.
struct SearchPrice {
    var search: SearchParameters
    var quota: QuotaReport

    /// The line below the filters, which applies to each control of the page that searches.
    var text: String {
        let kinds = "each for videos, channels, playlists"
        guard !search.isOffline else {
            return "Stored results cost nothing. Without “Offline”, a search costs up to 1 YouTube search \(kinds)."
        }
        let action = search.text.isEmpty ? "A search" : "Searching again"
        guard search.cost > 0 else {
            return "\(action) costs no YouTube search; with videos, channels, playlists up to 1 each."
        }
        let cost = counted(search.cost, "YouTube search")
        return "\(action) costs up to \(cost) (\(search.costOfKind) \(kinds)), none if stored.\(remaining)"
    }

    private var remaining: String {
        guard let usage = quota.usages.first(where: { $0.name == "youtube.search" }) else { return "" }
        return " \(usage.remaining.grouped) of \(usage.limit.grouped) left."
    }

    /// The line of a saved search, or of several.
    static func text(_ action: String, _ searches: [SearchParameters]) -> String {
        let cost = searches.reduce(0) { $0 + $1.cost }
        return cost == 0
            ? "\(action) costs no YouTube search." : "\(action) costs up to \(counted(cost, "YouTube search"))."
    }
}

extension SearchParameters {
    /// The maximum number of YouTube searches that the pages cost.
    var cost: Int { isOffline ? 0 : pagedQuery.youTubeCalls }

    /// The maximum number of YouTube searches that the pages cost for each kind on YouTube.
    fileprivate var costOfKind: Int { pagedQuery.calls(for: .video) }
}
