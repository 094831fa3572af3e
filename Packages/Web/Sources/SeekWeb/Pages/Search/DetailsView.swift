import Seek
import SeekBasics

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
        \(Byline(hit: hit, now: now, namesDate: true).html)
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
