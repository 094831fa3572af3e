package import SeekNetworking
package import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A fault that affects every response.
public enum SampleAPIFault: String, Sendable, Hashable, CaseIterable {
    /// 200 with a web page, as captive portals send it.
    case html
    /// 200 with a complete HTTP message whose JSON is truncated.
    case malformed
    /// The connection is closed after half of the body.
    case truncated
    /// 500 with an error envelope.
    case serverError = "500"
    /// No response at all.
    case stall
    /// The connection is reset.
    case reset
    /// The connection is closed without a response.
    case empty
    /// Bytes that are not HTTP.
    case garbage
    /// The correct response, sent over about ten seconds.
    case slow

    /// Returns the reply for a response.
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
