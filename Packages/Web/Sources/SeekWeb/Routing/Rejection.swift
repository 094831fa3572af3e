import SeekBasics
import SeekNetworking

/// The reason for a response with an error status, and what to do.
struct Rejection: Error, Sendable, Hashable {
    /// 400 to 599.
    var status: HTTPResponse.Status
    /// One or two user-facing sentences.
    var detail: String

    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    /// Returns the response: problem details (RFC 9457) for a request of the API, a page for a browser, a line of text
    /// otherwise.
    ///
    /// - Parameters:
    ///   - request: The request; nil if it could not be read.
    ///   - headerFields: More header fields.
    func response(to request: WebRequest?, adding headerFields: HTTPFields = [:]) -> WebResponse {
        var response: WebResponse
        if request?.path.first == "api" {
            let problem: JSONValue = [
                "type": "about:blank", "status": .number(status.code), "detail": .string(detail),
            ]
            response = WebResponse(status: status, headerFields: [.contentType: "application/problem+json"])
            response.body = .data(problem.data(.sorted))
        } else if request?.acceptsHTML == true {
            response = WebResponse(page.markup, type: "text/html; charset=utf-8", status: status)
        } else {
            response = WebResponse("\(detail)\n", type: "text/plain; charset=utf-8", status: status)
        }
        response.headerFields[.cacheControl] = "no-store"
        response.headerFields.merge(headerFields)
        return response
    }

    /// A page whose header has no quota and no history, because no service is available here to load them.
    private var page: HTML {
        let title =
            switch status.code {
            case 404: "Not found"
            case 429: "Too many requests"
            case 500...: "Seek failed"
            default: "Not possible"
            }
        let content: HTML = """
            <div class="empty">\(Icon.alert.html)<h1>\(title)</h1><p class="muted">\(detail)</p>\
            <p><a class="button primary" href="/">Search</a></p></div>
            """
        return Page(title: title, section: nil, header: HeaderContent(), content: content).html
    }
}
