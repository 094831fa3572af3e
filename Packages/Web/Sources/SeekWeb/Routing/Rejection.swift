import SeekBasics
import SeekNetworking

/// The reason for a response with an error status, and what to do.
struct Rejection: Error, Sendable, Hashable {
    /// The status, 400 to 599.
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
                "type": "about:blank", "status": .integer(status.code), "detail": .string(detail),
            ]
            response = WebResponse(status: status, headerFields: [.contentType: "application/problem+json"])
            response.body = .data(problem.data)
        } else if ErrorPage.isAccepted(by: request) {
            response = WebResponse(
                ErrorPage(rejection: self).html.markup,
                type: "text/html; charset=utf-8",
                status: status
            )
        } else {
            response = WebResponse("\(detail)\n", type: "text/plain; charset=utf-8", status: status)
        }
        response.headerFields[.cacheControl] = "no-store"
        response.headerFields.merge(headerFields)
        return response
    }
}
