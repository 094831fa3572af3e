import SeekBasics
import SeekNetworking

/// Rejects requests unless, according to their header, a page of the app or a program sends them, or a link opens a
/// page.
///
/// A browser sends requests to 127.0.0.1 on behalf of any web page. `Host` detects a page whose own name resolves to
/// this machine (DNS rebinding); `Origin` and the fetch metadata (https://www.w3.org/TR/fetch-metadata/) detect other
/// pages. Programs send neither `Origin` nor the metadata.
struct RequestOrigin: Sendable {
    /// The origin under which users reach the app by name, usually through a proxy; nil without one.
    var publicOrigin: Origin?

    /// Throws the reason why a request is not accepted.
    func check(_ request: WebRequest) throws(Rejection) {
        let host = request.headerFields[.host]?.lowercased() ?? ""
        guard accepts(host: Self.withoutPort(host)) else {
            throw Rejection(
                421,
                "This host name is not the server's; use an address that seek-web printed, or start seek-web with this "
                    + "name: --public-url http://NAME:PORT."
            )
        }
        if let origin = request.headerFields[.origin], !isAccepted(Self.origin(origin), host: host) {
            throw Self.otherSite
        }
        switch request.headerFields[.secFetchSite] {
        case nil, "same-origin", "none": break
        // A link on another site may open a page; nothing else on another site may send a request.
        case _ where request.opensPage: break
        default: throw Self.otherSite
        }
    }

    /// Any IP address is accepted, because DNS rebinding needs a name.
    private func accepts(host: String) -> Bool {
        host == "localhost" || host == publicOrigin?.host || IPAddress(host) != nil
    }

    private func isAccepted(_ origin: Origin?, host: String) -> Bool {
        guard let origin else { return false }
        return origin == Self.origin("http://\(host)") || origin == publicOrigin
    }

    /// Returns the origin of a URL; nil for `null` and anything else that is not one.
    private static func origin(_ url: String) -> Origin? { URL(string: url).flatMap(Origin.init) }

    /// Returns the host of a `Host` field, without the brackets of an IPv6 address.
    private static func withoutPort(_ host: String) -> String {
        if host.first == "[" { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    private static let otherSite = Rejection(403, "Pages of other sites cannot send this request.")
}

extension WebRequest {
    /// Whether a browser opens the target as a page, as when a link is followed: the only request of another site that
    /// is accepted. Browsers send these fields to `https` and to this machine only.
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
