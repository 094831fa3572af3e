import SeekNetworking
import SeekTestHelpers

/// Restricts the admin interface to programs on this machine, and excludes web pages of other origins.
///
/// A browser can send requests to 127.0.0.1 on behalf of any web page. `Origin` identifies the page. If the page's own
/// host name resolves to 127.0.0.1 (DNS rebinding), `Host` contains that name. Without a preflight request, a browser
/// can send forms and text, but not JSON.
enum AdminGuard {
    /// The maximum size of a body, in bytes: 1 MiB.
    static let maximumBodySize = 1 << 20
    /// The maximum number of stubs after an addition, including those that later stubs override: 1,000. A reset removes
    /// the stubs that were added through the admin interface.
    static let maximumStubCount = 1_000

    private static let host = HTTPField.Name(constant: "Host")
    private static let origin = HTTPField.Name(constant: "Origin")

    /// Returns the response to a rejected request; nil if the request is permitted.
    static func rejection(of request: HTTPRequest) -> HTTPResponse? {
        let host = request.headerFields[Self.host]?.lowercased() ?? ""
        guard ["127.0.0.1", "localhost", "[::1]"].contains(withoutPort(host)) else {
            return rejection(403, "the admin interface is for 127.0.0.1 and localhost, not for the host '\(host)'")
        }
        if let origin = request.headerFields[Self.origin], origin.lowercased() != "http://\(host)" {
            return rejection(403, "the admin interface is not for the web page '\(origin)'")
        }
        guard let body = request.body, !body.isEmpty else { return nil }
        guard body.count <= maximumBodySize else {
            return rejection(413, "the body is larger than \(maximumBodySize) bytes")
        }
        guard HTTPResponse(headerFields: request.headerFields).mediaType == "application/json" else {
            return rejection(415, "send JSON, as Content-Type: application/json")
        }
        return nil
    }

    private static func withoutPort(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return host
        }
        return String(host[..<colon])
    }

    static func rejection(_ status: HTTPResponse.Status, _ reason: String) -> HTTPResponse {
        HTTPResponse(json: ["error": .string(reason)], status: status)
    }
}
