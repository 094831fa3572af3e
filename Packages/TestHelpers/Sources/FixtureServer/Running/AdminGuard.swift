import SeekNetworking
import SeekTestHelpers

/// Decides who may change a running server: programs on this machine, and no web page. A pure value.
///
/// A browser sends requests to 127.0.0.1 for any page. It names the page in `Origin`; a page that resolves its own name to
/// 127.0.0.1 is named in `Host`; and without being asked first it sends forms and text, but no JSON.
struct AdminGuard {
    /// The largest body that is taken, in bytes: 1 MiB.
    static let maximumBodySize = 1 << 20
    /// How many stubs there may be at one time, replaced ones included: 1,000. A reset makes room.
    static let stubLimit = 1_000

    private static let host = HTTPField.Name(constant: "Host")
    private static let origin = HTTPField.Name(constant: "Origin")

    /// The response to a request that is refused; nil where it is allowed.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let host = request.headerFields[Self.host]?.lowercased() ?? ""
        guard ["127.0.0.1", "localhost", "[::1]"].contains(Self.withoutPort(host)) else {
            return Self.refusal(403, "the admin interface is for 127.0.0.1 and localhost, not for the host '\(host)'")
        }
        if let origin = request.headerFields[Self.origin], origin.lowercased() != "http://\(host)" {
            return Self.refusal(403, "the admin interface is not for the web page '\(origin)'")
        }
        guard let body = request.body, !body.isEmpty else { return nil }
        guard body.count <= Self.maximumBodySize else {
            return Self.refusal(413, "the body is larger than \(Self.maximumBodySize) bytes")
        }
        guard HTTPResponse(headerFields: request.headerFields).mediaType == "application/json" else {
            return Self.refusal(415, "send JSON, as Content-Type: application/json")
        }
        return nil
    }

    private static func withoutPort(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return host
        }
        return String(host[..<colon])
    }

    static func refusal(_ status: HTTPResponse.Status, _ text: String) -> HTTPResponse {
        HTTPResponse(json: ["error": .string(text)], status: status)
    }
}
