import Seek
import SeekBasics

/// A complete page: the header with the search form, the content and the footer.
struct Page {
    var title: String
    enum Section { case search, saved, history }
    /// The section that the header marks as current; nil for a page that belongs to none.
    var section: Section? = .search
    /// The state of the search page. Its search fills the search form.
    var state = PageState()
    /// Whether the page is the start page, with the form in its center.
    var isHome = false
    /// Whether the search has not finished: the script then loads the rest, and a browser without scripts loads the
    /// complete page.
    var isIncomplete = false
    /// The address at which the script continues, if it is not that of the request, which another site may have chosen.
    var canonicalAddress: String?
    /// A feed to which the page links, so that browsers and feed readers find it.
    struct Feed {
        var title: String
        var address: String
    }
    var feeds: [Feed] = []
    var header: HeaderContent
    var content: HTML

    var html: HTML {
        let head: HTML = """
            <script type="module" src="\(Asset.script.path)"></script>
            \(each: feeds, link(to:))\(if: isIncomplete, refresh)\(canonicalAddress.map(Self.canonicalLink))
            """
        return Self.document(title, head: head, isHome: isHome, body)
    }

    /// Returns a document: the elements that all pages have, and the content of its head and its body.
    static func document(_ title: String, head: HTML?, isHome: Bool, _ body: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title, limit: 120) · Seek</title>
        <link rel="icon" href="\(Asset.icon.path)" type="image/svg+xml">
        <link rel="stylesheet" href="\(Asset.styleSheet.path)">
        \(head)</head><body\(if: isHome, " class=\"home\"")>
        \(Icon.sprite)
        \(body)
        </body></html>

        """
    }

    private var body: HTML {
        """
        <a class="skip" href="#main">Skip to the results</a>
        \(headerMarkup)
        <main id="main" tabindex="-1">
        \(if: section == .search, price)
        \(content)
        </main>
        \(KeyboardHelp.dialog)
        <footer class="foot"><span>Seek searches YouTube and GitHub.</span>\
        <a href="/help">Keyboard</a><a href="/api/v1">API</a>\
        \(if: header.hasSessions, "<form id=\"logout\" action=\"/logout\" method=\"post\"></form>")</footer>
        """
    }

    private var headerMarkup: HTML {
        """
        <header class="top"><form class="search" id="search" action="/" role="search"><div class="bar">
        <a class="logo" href="/">\(Self.logo)<span>Seek</span></a>
        \(form.field)
        \(if: isHome, "<h1 class=\"claim\">Videos and code, found together.</h1>")
        <nav class="menu" aria-label="Seek">
        \(link("/saved", .bookmark, "Saved", badge: header.changeCount, isCurrent: section == .saved))
        \(link("/history", .history, "History", badge: 0, isCurrent: section == .history))
        \(QuotaView(report: header.quota, now: header.now).menu)
        \(if: header.hasSessions, Self.logOutButton)
        </nav></div>
        \(if: section == .search, form.filters(at: header.now))
        </form></header>
        """
    }

    /// The cost of each control of the page that searches.
    private var price: HTML {
        "<p class=\"price muted\"><small>\(SearchPrice(search: state.search, quota: header.quota).text)</small></p>"
    }

    private var form: SearchForm {
        SearchForm(
            search: state.search,
            invalidValues: state.invalidValues,
            isHome: isHome,
            // Searches of the same text differ in their filters, which a suggestion does not contain.
            suggestions: header.history.map(\.search.text).reduce(into: []) { texts, text in
                if !texts.contains(text) { texts.append(text) }
            }
        )
    }

    private func link(to feed: Feed) -> HTML {
        """
        <link rel="alternate" type="application/atom+xml" title="\(feed.title, limit: 100)" href="\(feed.address)">

        """
    }

    private static func canonicalLink(_ address: String) -> HTML { "<link rel=\"canonical\" href=\"\(address)\">\n" }

    private var refresh: HTML {
        """
        <noscript><meta http-equiv="refresh" content="\("0; url=\(state.completeAddress)")"></noscript>

        """
    }

    /// A button for the form in the footer: the menu is inside the search form, and forms cannot be nested.
    private static let logOutButton: HTML = """
        <button class="button quiet" form="logout">\(Icon.exit.html)<span class="label">Log out</span></button>
        """

    private func link(_ path: String, _ icon: Icon, _ name: String, badge: Int, isCurrent: Bool) -> HTML {
        """
        <a class="button quiet" href="\(path)"\(if: isCurrent, " aria-current=\"page\"")>\(icon.html)\
        <span class="label">\(name)</span>\
        \(if: badge > 0, "<span class=\"badge good\">\(badge)<span class=\"hide\"> changes</span></span>")</a>
        """
    }

    /// The logo: a magnifying glass over a play triangle.
    static let logo: HTML = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">\
        <circle cx="14" cy="14" r="11" fill="#5a3fd6"/>\
        <path d="m22.5 22.5 6 6" stroke="#5a3fd6" stroke-width="4.5" stroke-linecap="round"/>\
        <path d="M11 8.5v11l8.5-5.5z" fill="#fff"/></svg>
        """
}

/// What the header of every page shows.
struct HeaderContent: Sendable {
    /// The current time, to which dates are relative.
    var now = Date()
    var quota = QuotaReport()
    /// The latest searches, which the search field suggests.
    var history: [HistoryEntry] = []
    /// The number of new and changed results of the saved searches that no page has shown yet.
    var changeCount = 0
    /// Whether browsers log in with a token. The header then has a button to log out.
    var hasSessions = false
}

enum KeyboardHelp {
    private static let keys: [(key: String, meaning: String)] = [
        ("/", "Type a search"), ("Enter", "Search; on a result: show its details"),
        ("j", "Next result"), ("k", "Previous result"), ("o", "Open the result"), ("m", "Load more results"),
        ("Esc", "Close the details, stop the search"), ("?", "Show these keys"),
    ]

    static let list: HTML = """
        <dl class="keys">\(each: keys, { row in
            "<dt><kbd>\(row.key)</kbd></dt><dd>\(row.meaning)</dd>"
        })</dl>
        """

    /// The page at `/help`, which the footer links to. With JavaScript, the link opens ``dialog`` instead.
    static let page: HTML = """
        <section class="box narrow stack"><h1>Keyboard</h1><p>These keys need JavaScript.</p>\(list)</section>
        """

    /// The dialog that the script opens with the key `?` and with the link in the footer.
    static let dialog: HTML = """
        <dialog id="help" aria-labelledby="help-title"><div class="inside">
        <h2 id="help-title">Keyboard</h2>
        \(list)
        <label class="row"><input type="checkbox" id="shortcuts" checked> Use single keys as shortcuts</label>
        <form method="dialog"><button class="button primary">Close</button></form>
        </div></dialog>
        """
}

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
