import SeekBasics
import SeekNetworking

/// The web app: maps each request to a response. It has no socket, so that tests need none.
struct WebApplication: Sendable {
    private let router: Router
    private let access: AccessRules
    private let metrics: Metrics

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - routes: The routes, to which those for logging in and out are added in front. The first matching route
    ///     responds.
    ///   - access: The rules for the requests that the app accepts.
    ///   - metrics: Counts the requests.
    init(routes: [Route], access: AccessRules = AccessRules(), metrics: Metrics = Metrics()) {
        router = Router(routes: LoginRoutes(access: access).routes + routes)
        self.access = access
        self.metrics = metrics
    }

    func respond(to request: WebRequest) async -> WebResponse {
        let elapsed = ContinuousClock().stopwatch()
        let response = await admitted(request)
        metrics.record(request.method, response.status, after: elapsed())
        return secured(response)
    }

    private func admitted(_ request: WebRequest) async -> WebResponse {
        var request = request
        do throws(Rejection) {
            request.initiator = try access.origins.initiator(of: request)
        } catch {
            return error.response(to: request)
        }
        let match = router.match(request)
        // A feed reader may send the address of a page, which contains the feed, as the referrer.
        if case .route(let route, _) = match, request.initiator == .otherSite, !route.acceptsLinks,
            !access.hasFeedKey(request)
        {
            return OriginPolicy.otherTarget.response(to: request)
        }
        if let rejection = access.rejection(of: request) { return rejection }
        switch match {
        case .route(let route, let parameters):
            return await route.respond(request, parameters)
        case .otherMethods(let allowed):
            return Rejection(405, "The method \(request.method) is not supported here; use \(allowed).")
                .response(to: request, adding: [.allow: allowed])
        case .notFound:
            return Rejection(404, "There is nothing at this address.").response(to: request)
        }
    }

    /// Returns the response to a request that could not be read.
    ///
    /// - Parameter request: What is known about the request; nil if nothing is known.
    func respond(with rejection: Rejection, to request: WebRequest?) -> WebResponse {
        secured(rejection.response(to: request))
    }

    /// Returns the address of the client of a request, which a proxy may have reported.
    func client(of request: WebRequest) -> String { access.client(of: request) }

    /// Returns the key of the limit of connections from an address; nil for the address of the proxy.
    func connectionLimitKey(of address: String) -> String? {
        access.isProxy(address) ? nil : RequestLimit.key(of: address)
    }

    private func secured(_ response: WebResponse) -> WebResponse {
        var response = response
        SecurityHeaders.add(to: &response.headerFields)
        return response
    }
}

extension WebApplication {
    /// Creates the app with all its routes.
    ///
    /// - Parameters:
    ///   - service: Performs the searches.
    ///   - access: The rules for the requests that the app accepts.
    init(_ service: WebSearchService, access: AccessRules = AccessRules()) {
        let routes =
            PageRoutes(service: service, access: access).routes + APIRoutes(service: service, access: access).routes
            + ThumbnailRoutes(client: service.client).routes + [Self.health]
        self.init(routes: routes, access: access, metrics: service.metrics)
    }

    static let healthPath = ["health"]

    /// The state of the process for a load balancer. Contains no details, and needs no token.
    private static let health = Route(.get, "/\(healthPath[0])") { _, _ in
        var response = WebResponse("ok\n", type: "text/plain; charset=utf-8")
        response.headerFields[.cacheControl] = "no-store"
        return response
    }
}

extension HTTPField.Name {
    static let allow = HTTPField.Name("Allow")
}

struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The segments of the path. A segment such as `:id` matches any one segment, which becomes a parameter.
    let pattern: [String]
    /// Whether links on other sites may open it: true for pages only.
    let acceptsLinks: Bool
    let respond: @Sendable (WebRequest, Parameters) async -> WebResponse

    /// The segments that matched a parameter of the pattern, by name.
    typealias Parameters = [String: String]

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - method: The method. A route for GET responds to HEAD as well: the server omits the body.
    ///   - path: The path: `/api/v1/saved/:name`.
    ///   - acceptsLinks: Whether links on other sites may open it. The response to such a request
    ///     (``RequestInitiator/otherSite``) must cost nothing and change nothing.
    ///   - respond: Returns the response.
    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        acceptsLinks: Bool = false,
        respond: @escaping @Sendable (WebRequest, Parameters) async -> WebResponse
    ) {
        (self.method, self.acceptsLinks) = (method, acceptsLinks)
        pattern = path.split(separator: "/").map(String.init)
        self.respond = respond
    }

    fileprivate func parameters(of path: [String]) -> Parameters? {
        guard path.count == pattern.count else { return nil }
        var parameters: Parameters = [:]
        for (segment, expected) in zip(path, pattern) {
            if expected.first == ":" {
                parameters[String(expected.dropFirst())] = segment
            } else if segment != expected {
                return nil
            }
        }
        return parameters
    }
}

/// Finds the first route that matches a request.
struct Router: Sendable {
    let routes: [Route]

    enum Match: Sendable {
        case route(Route, Route.Parameters)
        /// The path exists for other methods only: the value of `Allow` in the response with status 405.
        case otherMethods(allowed: String)
        case notFound
    }

    func match(_ request: WebRequest) -> Match {
        let candidates = routes.compactMap { route in
            route.parameters(of: request.path).map { (route, $0) }
        }
        let method = request.method == .head ? .get : request.method
        if let (route, parameters) = candidates.first(where: { $0.0.method == method }) {
            return .route(route, parameters)
        }
        guard !candidates.isEmpty else { return .notFound }
        var methods = Set(candidates.map(\.0.method.rawValue))
        if methods.contains("GET") { methods.insert("HEAD") }
        return .otherMethods(allowed: methods.sorted().joined(separator: ", "))
    }
}

/// The reason for a response with an error status, and what to do.
struct Rejection: Error, Sendable, Hashable {
    /// 400 to 599.
    var status: HTTPResponse.Status
    /// One or two user-facing sentences.
    var detail: String

    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    /// Returns the response: problem details (RFC 9457) for a request of the API, a page for a browser, a line of text
    /// otherwise.
    ///
    /// - Parameters:
    ///   - request: The request; nil if it could not be read.
    ///   - headerFields: More header fields.
    func response(to request: WebRequest?, adding headerFields: HTTPFields = [:]) -> WebResponse {
        var response: WebResponse
        if request?.path.first == "api" {
            let problem: JSONValue = [
                "type": "about:blank", "status": .number(status.code), "detail": .string(detail),
            ]
            response = WebResponse(status: status, headerFields: [.contentType: "application/problem+json"])
            response.body = .data(problem.data(.sorted))
        } else if request?.acceptsHTML == true {
            response = WebResponse(page.markup, type: "text/html; charset=utf-8", status: status)
        } else {
            response = WebResponse("\(detail)\n", type: "text/plain; charset=utf-8", status: status)
        }
        response.headerFields[.cacheControl] = "no-store"
        response.headerFields.merge(headerFields)
        return response
    }

    /// A page whose header has no quota and no history, because no service is available here to load them.
    private var page: HTML {
        let title =
            switch status.code {
            case 404: "Not found"
            case 429: "Too many requests"
            case 500...: "Seek failed"
            default: "Not possible"
            }
        let content: HTML = """
            <div class="empty">\(Icon.alert.html)<h1>\(title)</h1><p class="muted">\(detail)</p>\
            <p><a class="button primary" href="/">Search</a></p></div>
            """
        return Page(title: title, section: nil, header: HeaderContent(), content: content).html
    }
}
