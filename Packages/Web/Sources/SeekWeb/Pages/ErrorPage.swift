import SeekNetworking

/// The page that describes a rejection.
struct ErrorPage {
    var rejection: Rejection

    /// The page. Its header has no quota and no history, because no service is available here to load them.
    var html: HTML {
        let content: HTML = """
            <div class="empty">\(Icon.alert.html)<h1>\(title)</h1><p class="muted">\(rejection.detail)</p>\
            <p><a class="button primary" href="/">Search</a></p></div>
            """
        return Page(title: title, section: nil, header: HeaderContent(), content: content).html
    }

    private var title: String {
        switch rejection.status.code {
        case 404: "Not found"
        case 429: "Too many requests"
        case 500...: "Seek failed"
        default: "Not possible"
        }
    }

    /// Whether the `Accept` field of a request contains `text/html`, as that of a browser does. `*/*` is not enough.
    static func isAccepted(by request: WebRequest?) -> Bool {
        request?.headerFields[values: .accept].contains { $0.contains("text/html") } == true
    }
}
