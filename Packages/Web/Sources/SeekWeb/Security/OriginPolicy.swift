import SeekBasics
import SeekNetworking

/// Accepts the requests that, according to their header, are sent by the app's own pages or by programs, or open a page
/// from a link. Rejects all others.
///
/// A browser sends requests to 127.0.0.1 on behalf of any web page. `Host` detects a page whose own name resolves to
/// this machine (DNS rebinding); `Origin` and the fetch metadata (https://www.w3.org/TR/fetch-metadata/) detect the
/// pages of all other origins. Programs send neither `Origin` nor the metadata.
struct OriginPolicy: Sendable {
    /// The origin under which users reach the app by name, usually through a proxy; nil if there is none.
    var publicOrigin: Origin?

    func check(_ request: WebRequest) throws(Rejection) {
        let host = request.headerFields[.host]?.lowercased() ?? ""
        let hostName = Self.withoutPort(host)
        // Any IP address is accepted, because DNS rebinding needs a name.
        guard hostName == "localhost" || hostName == publicOrigin?.host || IPAddress(hostName) != nil else {
            throw Rejection(
                421,
                "This host name is not the server's; use an address that seek-web printed, or start seek-web with this "
                    + "name: --public-url http://NAME:PORT."
            )
        }
        if let field = request.headerFields[.origin] {
            guard let origin = Self.origin(field), [Self.origin("http://\(host)"), publicOrigin].contains(origin) else {
                throw Self.otherOrigin
            }
        }
        switch request.headerFields[.secFetchSite] {
        case nil, "same-origin", "none": break
        // A link in a page of another origin may open a page; all other requests of such pages are rejected.
        case _ where request.opensPage: break
        default: throw Self.otherOrigin
        }
    }

    /// Returns the origin of a URL; nil for a string that is not a URL with an origin, such as `null`.
    private static func origin(_ url: String) -> Origin? { URL(string: url).flatMap(Origin.init) }

    /// Returns the host of a `Host` field, without the brackets of an IPv6 address.
    private static func withoutPort(_ host: String) -> String {
        if host.first == "[" { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    private static let otherOrigin = Rejection(403, "Pages of other sites cannot send this request.")
}

extension WebRequest {
    /// Whether a browser opens the target as a page, for example by following a link: pages of other origins may cause
    /// only such requests. False over `http` from another machine, where browsers send none of these fields.
    var opensPage: Bool {
        (method == .get || method == .head) && headerFields[.secFetchMode] == "navigate"
            && headerFields[.secFetchDest] == "document"
    }
}

extension HTTPField.Name {
    static let host = HTTPField.Name(constant: "Host")
    static let origin = HTTPField.Name(constant: "Origin")
    static let secFetchSite = HTTPField.Name(constant: "Sec-Fetch-Site")
    static let secFetchMode = HTTPField.Name(constant: "Sec-Fetch-Mode")
    static let secFetchDest = HTTPField.Name(constant: "Sec-Fetch-Dest")
}
