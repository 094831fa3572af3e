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
