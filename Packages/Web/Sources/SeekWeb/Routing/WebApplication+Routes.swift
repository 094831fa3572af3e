import Seek

extension WebApplication {
    /// Creates the app with all its routes.
    ///
    /// - Parameters:
    ///   - service: The searches.
    ///   - access: The requests that the app accepts.
    init(_ service: WebSearchService, access: AccessRules = AccessRules()) {
        self.init(routes: ThumbnailRoutes(client: service.client).routes + Self.pages + Self.health, access: access)
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

    private static var pages: [Route] {
        [
            Route(.get, "/") { _, _ in
                WebResponse(
                    "<!doctype html><html lang=en><title>Seek</title><h1>Seek</h1></html>\n",
                    type: "text/html; charset=utf-8"
                )
            }
        ]
    }
}
