import Seek
import SeekBasics

/// A result in a list of results.
struct Card {
    var result: SearchResult
    /// The state of the page, for the link to the details.
    var state: PageState
    var now: Date
    /// A label, such as *New*.
    var badge: HTML?
    /// The ID of the element, for links that scroll to it; nil for none.
    var anchor: String?
    /// The titles of the sources by name, for the reasons.
    var sourceTitles: [String: String] = [:]

    private var hit: SearchHit { result.hit }

    /// Returns a list of cards. The layout changes their style only.
    static func list(_ cards: HTML, _ layout: Layout) -> HTML {
        "<ol class=\"cards\(if: layout == .list, " list")\">\n\(cards)</ol>"
    }

    var html: HTML {
        """
        <li class="card\(if: isSelected, " selected")"\(anchor.map { " id=\"\($0)\"" as HTML }) \
        data-key="\(hit.id)" tabindex="-1"\(if: isSelected, " aria-current=\"true\"")>\(media)<div class="body">\
        \(badge.map { "<p>\($0)</p>" as HTML })
        <h3 dir="auto"><a href="\(address)" rel="noreferrer"\(tooltip)>\(HTML.highlighted(result.title))</a></h3>
        \(Byline(hit: hit, now: now).html)\
        \(HTML.labels(of: hit))\
        \(if: !result.snippet.text.isEmpty, snippet)
        <div class="actions"><a class="info" href="\(state.showing(hit.id).address)">\(Icon.info.html)Details\
        <span class="hide"> of \(hit.displayTitle, limit: 80)</span></a>\(reasonList)</div></div></li>

        """
    }

    /// The snippet: for a file, lines of code.
    private var snippet: HTML {
        "<p class=\"text\(if: hit.kind == .code, " code")\" dir=\"auto\">\(HTML.highlighted(result.snippet))</p>"
    }

    private var isSelected: Bool { state.details == hit.id }

    /// The title as a tooltip, if a narrow card may show only its beginning.
    private var tooltip: HTML? {
        result.title.text.utf8.count > 40 ? " title=\"\(result.title.text, limit: 300)\"" : nil
    }

    private var address: String { hit.url?.absoluteString ?? state.showing(hit.id).address }

    private var media: HTML {
        """
        <a class="media\(if: hit.thumbnail == nil || hit.kind == .user, " plain")" href="\(address)" rel="noreferrer" \
        tabindex="-1" aria-hidden="true">\(HTML.picture(of: hit))\
        <span class="kind">\(hit.kind.icon.html)<span>\(hit.kind.singular)</span></span>\
        \(HTML.durationLabel(of: hit))</a>
        """
    }

    private var reasonList: HTML? {
        guard !hit.reasons.isEmpty else { return nil }
        let text = hit.reasons.map { "\(PageWording.ordinal($0.rank)) on \(sourceTitles[$0.source] ?? $0.source)" }
            .joined(separator: ", ")
        return """
            <details class="why"><summary>Why here?</summary>\
            <p>\(text.prefix(1).uppercased() + text.dropFirst())</p></details>
            """
    }
}

/// The repository, creator, count, language and date of a result, as far as it has them, on one line.
struct Byline {
    var hit: SearchHit
    var now: Date
    /// Whether the line contains the meaning of the date, such as *published*.
    var namesDate = false

    var html: HTML { "<p class=\"by\">\(state)\(repository)\(author)\(count)\(language)\(date)</p>" }

    private var state: HTML? {
        hit.state.map { "<span class=\"state \($0)\">\($0.prefix(1).uppercased() + $0.dropFirst())</span>" }
    }

    /// Whether the subtitle is the repository of the result.
    private var isInRepository: Bool { [.issue, .pullRequest, .code, .commit].contains(hit.kind) }

    /// The repository of an issue, pull request, file or commit; the first two with their number:
    /// `octocat/Hello-World#1`.
    private var repository: HTML? {
        guard isInRepository, let name = hit.subtitle, !name.isEmpty else { return nil }
        return "<span class=\"name\">\(hit.kind == .code ? avatar : nil)\(name, limit: 120)</span>"
    }

    private var date: HTML? {
        hit.date.map { date in
            let time = HTML.time(date, now: now)
            return namesDate ? "<span>\(hit.kind.dateName) \(time)</span>" : time
        }
    }

    private var author: HTML? {
        // The author of a file is the owner of its repository, which `repository` shows.
        guard hit.kind != .code else { return nil }
        let name = hit.author?.name ?? (hit.kind == .repository || isInRepository ? nil : hit.subtitle)
        return name.flatMap { name in
            // The author of a channel is the channel.
            name.isEmpty || name == hit.title ? nil : "<span class=\"name\">\(avatar)\(name, limit: 80)</span>"
        }
    }

    private var avatar: HTML? { hit.author?.image.map { HTML.image([$0], class: "avatar", width: 22, height: 22) } }

    private var count: HTML? {
        hit.count.map { count in
            let value = PageWording.short(count.value)
            let plural = count.unit.rawValue
            let unit = count.value == 1 && plural.last == "s" ? plural.dropLast() : plural[...]
            guard count.unit == .stars else { return "<span>\(value) \(unit)</span>" }
            return """
                <span title="\(count.value.grouped) \(unit)">\(Icon.star.html) \(value)\
                <span class="hide"> \(unit)</span></span>
                """
        }
    }

    private var language: HTML? {
        guard hit.kind == .repository, let language = hit.subtitle, !language.isEmpty else { return nil }
        let name = language == "C++" ? "cpp" : language.lowercased().filter { $0.isASCII && $0.isLetter }
        return "<span><span class=\"dot \(name)\"></span> \(language, limit: 40)</span>"
    }
}

extension HTML {
    /// Returns the labels of an issue or a pull request; nil if it has none.
    static func labels(of hit: SearchHit) -> HTML? {
        guard !hit.labels.isEmpty else { return nil }
        let labels: HTML = "\(each: hit.labels.prefix(8), { "<li>\($0, limit: 40)</li>" })"
        return "<ul class=\"labels\" aria-label=\"Labels\">\(labels)</ul>"
    }

    /// Returns an image of YouTube or GitHub, which this server fetches for the browser and stores.
    ///
    /// - Parameter urls: The URLs in order of preference; the next one is used if an image does not exist.
    static func image(_ urls: [URL], class name: String? = nil, width: Int, height: Int) -> HTML {
        """
        <img\(name.map { " class=\"\($0)\"" as HTML }) src="\(ThumbnailRoutes.target(of: urls))" alt="" \
        width="\(width)" \
        height="\(height)" loading="lazy" decoding="async">
        """
    }

    /// Returns the duration of a video, to be shown on its picture; nil if the result has none.
    static func durationLabel(of hit: SearchHit) -> HTML? {
        hit.duration.map { "<span class=\"length\">\($0.clockText)</span>" }
    }

    /// Returns the picture of a result: its thumbnail, otherwise its creator's avatar, otherwise an icon.
    static func picture(of hit: SearchHit) -> HTML {
        guard let url = hit.thumbnail ?? hit.author?.image else { return hit.kind.icon.html }
        return image([url] + hit.smallerThumbnails, width: 320, height: 180)
    }
}

/// The details of a result beside the list.
struct DetailsView {
    enum Content {
        /// The result as a search returned it, the cost of loading more, and, if loading has failed, the reason.
        case found(SearchHit, cost: DetailsCost?, problem: String? = nil)
        case loaded(ResultDetails)
        /// The result has not been found yet.
        case pending
        /// Why the details cannot be shown, and the cost of loading them if loading may help.
        case failed(String, cost: DetailsCost?)
    }

    var content: Content
    var state: PageState
    var now: Date

    var html: HTML {
        """
        <aside id="details" aria-label="Details"><article class="details" tabindex="-1">\
        <a class="button close" href="\(state.showing(nil).address)" aria-label="Close the details">\
        \(Icon.close.html)</a>
        \(inside)</article></aside>
        """
    }

    private var inside: HTML {
        switch content {
        case .pending: "<div class=\"inside\"><h2>Details</h2><p class=\"muted\">Searching…</p></div>"
        case .failed(let message, let cost):
            """
            <div class="inside"><h2>Details</h2>\(failure(message))\
            \(state.details.flatMap { ResultID($0)?.url }.map(openLink))\(cost.map(loadLink))</div>
            """
        case .found(let hit, let cost, let problem):
            inside(of: hit, "\(problem.map(failure))\(cost.map(loadLink))")
        case .loaded(let details): inside(of: details.hit, facts(details))
        }
    }

    private func failure(_ message: String) -> HTML { HTML.notice(.alert, message, style: "bad") }

    private func inside(of hit: SearchHit, _ footer: HTML?) -> HTML {
        """
        <div class="media\(if: hit.thumbnail == nil || hit.kind == .user, " plain")">\(HTML.picture(of: hit))\
        \(HTML.durationLabel(of: hit))</div>
        <div class="inside"><h2 dir="auto">\(hit.displayTitle, limit: 500)</h2>
        \(Byline(hit: hit, now: now, namesDate: true).html)\(HTML.labels(of: hit))
        \(hit.url.map(openLink))
        \(if: !hit.text.isEmpty, "<p class=\"description\" dir=\"auto\">\(hit.text, limit: 10_000)</p>")
        \(footer)</div>
        """
    }

    private func openLink(_ url: URL) -> HTML {
        let site = url.host()?.hasSuffix("youtube.com") == true ? "YouTube" : "GitHub"
        return """
            <p class="row"><a class="button primary open" href="\(url.absoluteString)" rel="noreferrer">\
            \(Icon.open.html)\
            Open on \(site)</a></p>
            """
    }

    private func loadLink(_ cost: DetailsCost) -> HTML {
        // `YouTube units`, `GitHub requests`.
        let quota = QuotaReport.Usage.title(cost.service, cost.quota)
        let price =
            cost.remaining.map { "\(cost.cost.grouped) of \($0.grouped) \(quota)" }
            // Without the plural `s`, which `counted` adds as necessary.
            ?? counted(cost.cost, String(quota.dropLast()))
        return """
            <p class="row"><a class="button load" href="\(state.showing(state.details, loads: true).address)">\
            \(Icon.chart.html)Load statistics</a>\
            <small class="muted">Costs \(price)</small></p>
            """
    }

    private func facts(_ details: ResultDetails) -> HTML {
        let cost = details.quotaCost
        let statistics = details.statistics.map { ($0.name, $0.value.grouped) }
        let facts: HTML = "\(each: statistics + details.facts.map { ($0.name, $0.value) }, fact)"
        let topics: HTML = "\(each: details.topics.prefix(40), topic)"
        return """
            \(if: !facts.markup.isEmpty, "<dl class=\"facts\">\(facts)</dl>")
            \(if: !details.topics.isEmpty, "<ul class=\"tags\" aria-label=\"Topics\">\(topics)</ul>")
            \(if: cost > 0, "<p class=\"muted\"><small>Cost: \(counted(cost, "YouTube unit"))</small></p>")
            """
    }

    private func fact(_ name: String, _ value: String) -> HTML {
        "<div><dt>\(name)</dt><dd>\(value, limit: 200)</dd></div>"
    }

    private func topic(_ topic: String) -> HTML {
        let search = state.with { ($0.text, $0.pages) = (topic, 1...1) }
        return "<li><a class=\"chip\" href=\"\(search.address)\">\(topic, limit: 60)</a></li>"
    }
}
