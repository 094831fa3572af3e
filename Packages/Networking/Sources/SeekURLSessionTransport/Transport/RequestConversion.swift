import Foundation
import SeekNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Converts requests into URLSession's types.
enum RequestConversion {
    /// A week, in seconds: `.infinity` traps on Linux.
    static let withoutTimeout: TimeInterval = 7 * 24 * 3600

    /// The fields that the transport sets itself (RFC 9110 §7.2, §8.6; RFC 9112 §6.1).
    private static let ownFields: Set<String> = ["host", "content-length", "transfer-encoding", "expect"]

    static func urlRequest(of request: HTTPRequest) -> URLRequest {
        var converted = URLRequest(
            url: request.url,
            cachePolicy: .reloadIgnoringLocalCacheData,
            timeoutInterval: withoutTimeout
        )
        converted.httpMethod = request.method.rawValue
        converted.httpShouldHandleCookies = false
        for field in request.headerFields where !ownFields.contains(field.name.canonicalName) {
            converted.addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        converted.httpBody = body(of: request)
        return converted
    }

    /// Returns the body to send, or `nil` for none. A POST, PUT or PATCH request without a body has an empty one (RFC
    /// 9110 §8.6).
    static func body(of request: HTTPRequest) -> Data? {
        switch request.method {
        case .head: nil
        case .post, .put, .patch: request.body ?? Data()
        default: request.body
        }
    }
}
