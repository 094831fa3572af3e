import SeekBasics

/// The quotas and rate limits, with what remains of each.
struct QuotaView {
    var report: QuotaReport
    var now: Date

    /// The menu in the header. While closed, it shows what remains of the first quota of the report. If YouTube's
    /// quotas are counted, this is the one for searches, usually the scarcest.
    var menu: HTML {
        guard !report.usages.isEmpty || !report.messages.isEmpty else { return "" }
        return """
            <details class="quota pop"><summary class="button quiet"\(tooltip)>\(Icon.chart.html)\(summary)</summary>
            <div class="panel"><h2 class="hide">Quota</h2>\(meters)</div></details>
            """
    }

    private var tooltip: HTML? {
        report.usages.first.map {
            " title=\"\("\($0.remaining.grouped) of \($0.limit.grouped) \($0.title) left")\""
        }
    }

    private var summary: HTML {
        guard let usage = report.usages.first else { return "<span class=\"hide\">Quota</span>" }
        return """
            <span>\(usage.remaining.grouped)\
            <span class="label"> of \(usage.limit.grouped)</span></span>\
            <span class="hide"> \(usage.title) left</span>
            """
    }

    var page: HTML { "<section class=\"box narrow stack\"><h1>Quota</h1>\(meters)</section>" }

    var meters: HTML {
        """
        <div class="meters">\(each: report.usages, { meter($0) })\
        \(each: report.messages, { "<p class=\"muted\">\($0)</p>" })</div>
        """
    }

    private func meter(_ usage: QuotaReport.Usage) -> HTML {
        """
        <div><p class="line"><strong>\(usage.title)</strong><span>\(usage.remaining.grouped) of \
        \(usage.limit.grouped) left</span></p>\
        <meter min="0" max="\(max(1, usage.limit))" low="\(usage.limit / 4)" high="\(usage.limit / 2)" \
        optimum="\(usage.limit)" \
        value="\(usage.remaining)" aria-label="\(usage.title) left"></meter>\
        <p class="line muted"><span>\(if: usage.isExhausted, "Used up")</span>\
        \(if: usage.resetsAt > now, "<span>resets \(HTML.time(usage.resetsAt, now: now))</span>")</p></div>
        """
    }
}

extension QuotaReport.Usage {
    /// The name of the quota on pages: `YouTube searches`.
    var title: String { Self.title(service, name) }

    static func title(_ service: String, _ name: String) -> String {
        switch name {
        case "youtube.search", "search": "\(service) searches"
        case "youtube.units": "\(service) units"
        case "youtube.stats": "\(service) statistics"
        case "core": "\(service) requests"
        case "code_search": "\(service) code searches"
        default: "\(service) \(name)"
        }
    }
}
