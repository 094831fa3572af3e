import SeekNetworking

extension WebApplication {
    /// Creates the app with all its routes.
    ///
    /// - Parameters:
    ///   - service: Performs the searches.
    ///   - access: The rules for the requests that the app accepts.
    init(_ service: WebSearchService, access: AccessRules = AccessRules()) {
        let routes =
            PageRoutes(service: service, access: access).routes + APIRoutes(service: service).routes
            + ThumbnailRoutes(client: service.client).routes + Self.health
        self.init(routes: routes, access: access, metrics: service.metrics)
    }

    /// The state of the process for a load balancer, without a token and without details.
    private static var health: [Route] {
        [
            Route(.get, "/health") { _, _ in
                var response = WebResponse("ok\n", type: "text/plain; charset=utf-8")
                response.headerFields[.cacheControl] = "no-store"
                return response
            }
        ]
    }
}
