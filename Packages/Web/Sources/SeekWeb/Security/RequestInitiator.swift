import SeekBasics
import SeekNetworking

/// What has caused a request, according to its header.
enum RequestInitiator: Sendable {
    /// The user, or a page of the app.
    case user
    /// A program, or a browser that sends no metadata: over `http` from another machine, or without a referrer.
    case unknown
    /// A page of another origin, which has opened a page of the app. The request must cost nothing and change nothing.
    case otherSite
}

/// Determines what has caused a request, and rejects requests that neither the user, nor a page of the app, nor a
/// program sends.
///
/// A browser sends requests to 127.0.0.1 on behalf of any web page. `Host` detects a page whose own name resolves to
/// this machine (DNS rebinding); `Origin`, the fetch metadata (https://www.w3.org/TR/fetch-metadata/) and, without
/// them, `Referer` detect the pages of all other origins. Programs send none of these fields.
struct OriginPolicy: Sendable {
    /// The only origin under which users reach the app, usually through a proxy; nil if they use an address of the
    /// machine.
    var publicOrigin: Origin?

    /// Returns the initiator. Throws if the request is not accepted.
    func initiator(of request: WebRequest) throws(Rejection) -> RequestInitiator {
        let ownOrigin = try ownOrigin(of: request)
        guard !request.isSpeculative else { throw Rejection(503, "This page is loaded when it is opened.") }
        if let field = request.headerFields[.origin] {
            guard let ownOrigin, Self.origin(field) == ownOrigin else { throw Self.otherOrigin }
        }
        switch request.headerFields[.secFetchSite] {
        case "same-origin", "none":
            return .user
        case nil:
            guard let referrer = request.headerFields[.referer] else { return .unknown }
            if let ownOrigin, Self.origin(referrer) == ownOrigin { return .user }
            guard request.isSafe else { throw Self.otherOrigin }
        default:
            guard request.opensPage else { throw Self.otherOrigin }
        }
        return .otherSite
    }

    /// Returns the app's origin as the client sees it; nil for the state of the process if its name is not that of
    /// ``publicOrigin``. Throws if the host is not the app's.
    private func ownOrigin(of request: WebRequest) throws(Rejection) -> Origin? {
        let field = request.headerFields[.host]?.lowercased() ?? ""
        let authority = Authority(field)
        // DNS rebinding needs a name, so any address is accepted.
        let isAddress = authority.map { $0.host == "localhost" || IPAddress($0.host) != nil } ?? false
        if let publicOrigin {
            // Proxies may omit the port, as `$host` of nginx does.
            if let authority, authority.host == publicOrigin.host, [nil, publicOrigin.port].contains(authority.port) {
                return publicOrigin
            }
            // Load balancers use addresses.
            if isAddress, request.path == WebApplication.healthPath { return nil }
            throw Rejection(421, "This host is not the server's; use the address of --public-url.")
        }
        guard isAddress else {
            throw Rejection(
                421,
                "This host name is not the server's; use an address that seek-web printed, or start seek-web with this "
                    + "name: --public-url http://NAME:PORT."
            )
        }
        return Self.origin("http://\(field)")
    }

    /// Returns the origin of a URL; nil for a string that is not a URL with an origin, such as `null`.
    private static func origin(_ url: String) -> Origin? { URL(string: url).flatMap(Origin.init) }

    private static let otherOrigin = Rejection(403, "Pages of other sites cannot send this request.")

    /// The rejection of a link on another site to anything but a page.
    static let otherTarget = Rejection(403, "Pages of other sites can open the pages of Seek only.")
}

/// The value of a `Host` field in lower case: a name or an address, and a port (RFC 9110 §7.2).
private struct Authority {
    /// The name or address. An IPv6 address has no brackets and is formatted according to RFC 5952.
    let host: String
    /// Nil if there is none.
    let port: Int?

    /// Parses a field strictly; nil if it contains anything else, such as a user name.
    init?(_ field: String) {
        let rest: Substring
        if field.first == "[" {
            guard let end = field.firstIndex(of: "]"), let address = IPAddress(String(field[..<end].dropFirst())),
                "\(address)".contains(":")
            else { return nil }
            (host, rest) = ("\(address)", field[end...].dropFirst())
        } else {
            host = String(field.prefix { $0 != ":" })
            rest = field.dropFirst(host.count)
            guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
        }
        let digits = rest.dropFirst()
        port = Int(digits)
        guard rest.isEmpty || rest.first == ":" && digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            (port != nil) != rest.isEmpty, (0...65_535).contains(port ?? 0)
        else { return nil }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._".utf8.contains(byte)
        }
    }
}

extension WebRequest {
    /// Whether a browser opens the target as a page, for example by following a link: pages of other origins may cause
    /// only such requests. False over `http` from another machine, where browsers send none of these fields.
    var opensPage: Bool {
        isSafe && headerFields[.secFetchMode] == "navigate" && headerFields[.secFetchDest] == "document"
    }

    /// Whether the browser prepares a page that the user may never open.
    fileprivate var isSpeculative: Bool {
        HTTPField.Name.purposes.contains { name in
            let purpose = headerFields[name]?.lowercased() ?? ""
            return ["prefetch", "prerender", "preview"].contains { purpose.contains($0) }
        }
    }

    fileprivate var isSafe: Bool { method == .get || method == .head }

    /// The target, without what a link on another site must not do: a search becomes a preview of its first page.
    var previewTarget: String {
        guard path.isEmpty, !query.items.isEmpty else { return target }
        let removed = ["pages", "cursor", "load", "complete", "part", "preview"]
        var request = self
        request.query.items.removeAll { removed.contains($0.name) }
        request.query.items.append(.init(name: "preview", value: "1"))
        return request.target
    }
}

extension HTTPField.Name {
    static let host = HTTPField.Name("Host")
    static let origin = HTTPField.Name("Origin")
    static let referer = HTTPField.Name("Referer")
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")

    /// The names of the field with which browsers mark a page that is prepared; all but the first are obsolete.
    fileprivate static let purposes = [
        HTTPField.Name("Sec-Purpose"), HTTPField.Name("Purpose"),
        HTTPField.Name("X-Purpose"), HTTPField.Name("X-Moz"),
    ]
}
