package import SeekNetworking
package import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A way in which every answer goes wrong.
public enum SampleAPIFault: String, Sendable, Hashable, CaseIterable {
    /// 200 and a web page, as a hotel's network answers.
    case html
    /// 200 and whole as HTTP goes, but the JSON ends in the middle.
    case malformed
    /// Half of the body arrives, then the connection ends.
    case truncated
    /// 500 with an error envelope.
    case serverError = "500"
    /// No answer, ever.
    case stall
    /// The connection is reset.
    case reset
    /// The connection ends without an answer.
    case empty
    /// Bytes that are not HTTP.
    case garbage
    /// The right answer, over about ten seconds.
    case slow

    /// What becomes of an answer.
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
        ],
        pretty: false
    )

    private static func half(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.body = Data(response.body.prefix(response.body.count / 2))
        return response
    }
}
