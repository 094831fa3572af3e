/// A page of HTML whose size, requests and results are measured.
struct WebPage {
    var html: String

    /// The number of requests before the browser can paint the page: the page itself, its stylesheets, and the scripts
    /// that the parser waits for.
    var requestsBeforePaint: Int {
        let tags = html.split(separator: "<").map { $0.prefix { $0 != ">" } }
        let stylesheets = tags.filter { $0.hasPrefix("link ") && $0.contains("stylesheet") }
        let scripts = tags.filter { tag in
            tag.hasPrefix("script ") && tag.contains(" src=")
                && !["type=\"module\"", " defer", " async"].contains { tag.contains($0) }
        }
        return 1 + stylesheets.count + scripts.count
    }

    var resultCount: Int { html.split(separator: "<li class=\"card\"").count - 1 }
}
