import SeekBasics
import SeekNetworking

/// The rules for the requests that the app accepts: those of its own pages, of programs, and of links that open a page.
/// If there is a token, requests must contain the token, the cookie of a session or the key of a feed, except those for
/// the login form, its assets and the state of the process.
struct AccessRules: Sendable {
    /// The origin under which users reach the app by name, usually through a proxy: `https://seek.example.com`.
    var publicOrigin: Origin?
    /// The token; nil on a machine whose users are all trusted.
    var token: AccessToken?
    /// The limit of requests per client, except for images and assets; nil for none.
    var limiter: RequestLimiter?
    /// The limit of images and assets per client; nil for none. A page of results has about 40 of them.
    var imageLimiter: RequestLimiter?

    /// The first segments of the paths that need no token: the login form, its assets, and the state of the process for
    /// a load balancer.
    private static let openPaths: Set<String> = ["login", "assets", "favicon.ico", "health"]

    /// The first segments of the paths of images and assets.
    private static let imagePaths: Set<String> = ["thumbnails", "assets", "favicon.ico"]

    /// Returns the response to a request that is not accepted; nil if the request is accepted.
    func rejection(of request: WebRequest) -> WebResponse? {
        do throws(Rejection) {
            try OriginPolicy(publicOrigin: publicOrigin).check(request)
        } catch {
            return error.response(to: request)
        }
        if let token, !Self.openPaths.contains(request.path.first ?? ""), !token.admits(request) {
            return Self.loginRequired(request)
        }
        let limiter = Self.imagePaths.contains(request.path.first ?? "") ? imageLimiter : limiter
        guard let limiter, let delay = limiter.countRequest(from: limitKey(of: request)) else { return nil }
        return Rejection(429, "Too many requests. Try again in \(counted(delay, "second")).")
            .response(to: request, adding: [.retryAfter: String(delay)])
    }

    /// Returns the address of the client. Behind a proxy on this machine, it is the last one in `X-Forwarded-For`: a
    /// client can only add addresses before it.
    func client(of request: WebRequest) -> String {
        guard publicOrigin != nil, request.clientAddress.hasPrefix("127.") || request.clientAddress == "::1",
            let last = request.headerFields[values: .forwardedFor].last?.split(separator: ",").last,
            let address = IPAddress(last.filter { $0 != " " })
        else { return request.clientAddress }
        return "\(address)"
    }

    /// Returns the key of the limit that applies to a client: its address, or with IPv6 its network, because a host may
    /// use every address that begins with the same 64 bits (RFC 4291 §2.5.4).
    func limitKey(of request: WebRequest) -> String {
        let client = client(of: request)
        // IPv4 addresses in the form of IPv6, such as ::ffff:10.0.0.1, all have the same first 64 bits: each is counted
        // by itself.
        guard client.contains(":"), !client.contains("."), let address = IPAddress(client) else { return client }
        return "\(address.network(prefixLength: 64))/64"
    }

    /// Returns the origin at which the client of a request reaches the app: `https://seek.example.com`.
    func baseURL(for request: WebRequest) -> String {
        guard let publicOrigin else { return "http://\(request.headerFields[.host] ?? "localhost")" }
        let host = publicOrigin.host.contains(":") ? "[\(publicOrigin.host)]" : publicOrigin.host
        let isUsualPort = publicOrigin.port == (publicOrigin.scheme == "https" ? 443 : 80)
        return "\(publicOrigin.scheme)://\(host)\(isUsualPort ? "" : ":\(publicOrigin.port)")"
    }

    /// Returns a redirection to the login form if a browser loads a page, otherwise status 401. A browser that follows
    /// a link from another origin first receives a page that loads the target again.
    private static func loginRequired(_ request: WebRequest) -> WebResponse {
        guard request.method == .get, request.path.first != "api", request.acceptsHTML else {
            return Rejection(401, "Send the server's token: Authorization: Bearer TOKEN.")
                .response(to: request, adding: [.wwwAuthenticate: "Bearer realm=\"seek-web\""])
        }
        // A browser may omit the cookie when it follows a link from another origin, but sends it when a page of the app
        // loads the target.
        if ["cross-site", "same-site"].contains(request.headerFields[.secFetchSite]) {
            return LoginPage.reloading(request.target)
        }
        return .redirection(to: "/login?next=\(PercentEncoding.encode(request.target))")
    }
}

extension WebResponse {
    /// Creates a response that redirects a browser to another page of the app (303).
    static func redirection(to target: String, adding headerFields: HTTPFields = [:]) -> WebResponse {
        var response = WebResponse(status: 303, headerFields: [.location: target, .cacheControl: "no-store"])
        response.headerFields.merge(headerFields)
        return response
    }
}

extension WebRequest {
    /// The target in origin form, encoded from the decoded path and query.
    var target: String {
        let query = query.items.isEmpty ? "" : "?\(query.encoded)"
        return "/" + path.map(PercentEncoding.encode).joined(separator: "/") + query
    }
}

extension HTTPField.Name {
    static let forwardedFor = HTTPField.Name(constant: "X-Forwarded-For")
}
