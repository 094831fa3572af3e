import Seek
import SeekBasics

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
            <div class="filters" role="group" aria-label="Filters">\(each: Self.mainKinds, chip)
            <details class="pop"><summary class="chip">More\(if: count > 0, " <span class=\"badge\">\(count)</span>")\
            </summary>
            <div class="panel"><div class="kinds">\(each: moreKinds, chip)</div></div></details>
            <span class="gap"></span>
            <label class="chip"><span>Sort</span> \
            <select name="sort">\(each: SearchSort.allCases, option)</select></label>
            \(dates(at: now))
            <span class="gap"></span>
            \(toggle("view", SearchParameters.View.grouped.rawValue, "By source", isOn: search.view == .grouped, nil))
            \(toggle("offline", "1", "Offline", isOn: search.isOffline, .offline))
            </div>
            """
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

    private func dates(at now: Date) -> HTML {
        """
        <details class="dates pop"><summary class="chip">\(Icon.calendar.html)\(search.period ?? "Any time")</summary><div class="panel">
        <div class="presets">\(each: Self.presets, { preset($0, now) })</div>
        <label>From <input class="field" type="date" name="since" value="\(value(.since, search.since))"></label>
        <label>To <input class="field" type="date" name="until" value="\(value(.until, search.until))"></label>
        <p class="muted"><small>YouTube: the date of publication. GitHub: the last push or update.</small></p>
        <button class="button">Apply</button></div></details>
        """
    }

    private func value(_ parameter: SearchParameters.Parameter, _ date: CalendarDate?) -> String {
        // Browsers log an error for a value that is not a date.
        (invalidValues[parameter].flatMap { CalendarDate($0) } ?? date)?.description ?? ""
    }

    private static let presets: [(title: String, days: Int?)] = [
        ("Any time", nil), ("Past day", 1), ("Past week", 7), ("Past month", 30), ("Past year", 365),
    ]

    private func preset(_ preset: (title: String, days: Int?), _ now: Date) -> HTML {
        let state = PageState(search: search).with {
            let today = UTCTime(now).date.daysSince1970
            ($0.since, $0.until) = (preset.days.map { CalendarDate(daysSince1970: today - $0) }, nil)
            $0.pages = 1...1
        }
        return "<a class=\"chip\" href=\"\(state.address)\">\(preset.title)</a>"
    }
}
