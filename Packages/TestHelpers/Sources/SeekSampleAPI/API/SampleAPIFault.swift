import SeekBasics
package import SeekNetworking
package import SeekTestHelpers

/// A fault that affects every response.
public enum SampleAPIFault: String, Sendable, Hashable, CaseIterable {
    /// 200 with a web page, like the login page of a captive portal.
    case html
    /// A complete HTTP message with only the first half of the body, so that its JSON is malformed. The status is
    /// unchanged.
    case malformed
    /// The connection is closed after half of the body.
    case truncated
    /// 500 with an error envelope.
    case serverError = "500"
    /// No response; the connection remains open.
    case stall
    /// The connection is reset before a response.
    case reset
    /// The connection is closed without a response.
    case empty
    /// Bytes that are not HTTP.
    case garbage
    /// The correct response, sent byte by byte over about ten seconds; one of more than 10 KB takes 1 ms per byte.
    case slow

    /// Returns the reply that results from applying the fault to a response.
    package func reply(_ response: HTTPResponse) -> LoopbackServer.Reply {
        switch self {
        case .html: .response(Self.page)
        case .malformed: .response(Self.half(response))
        case .truncated: .fault(.truncatedBody(response))
        case .serverError: .response(Self.failure)
        case .stall: .fault(.stall)
        case .reset: .fault(.resetBeforeResponse)
        case .empty: .fault(.emptyResponse)
        case .garbage: .fault(.garbage)
        case .slow:
            // The header fields have about 500 bytes.
            .fault(.slow(response, byteInterval: max(.seconds(10) / (response.body.count + 500), .milliseconds(1))))
        }
    }

    private static let page = HTTPResponse(
        headerFields: [.contentType: "text/html; charset=utf-8"],
        body: Data("<!DOCTYPE html>\n<title>Welcome</title>\n<p>Please accept the terms of this network.\n".utf8)
    )

    private static let failure = HTTPResponse(
        .internalServerError,
        [
            "error": ["code": 500, "message": "Internal error encountered.", "status": "INTERNAL"],
            "message": "Server Error",
        ]
    )

    private static func half(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.body = Data(response.body.prefix(response.body.count / 2))
        return response
    }
}
