import SeekNetworking

/// The web app: maps each request to a response. A value without a socket, so that tests need none.
struct WebApplication: Sendable {
    private let router: Router

    /// Creates an app.
    ///
    /// - Parameter routes: The routes. The first matching route responds.
    init(routes: [Route]) {
        router = Router(routes: routes)
    }

    /// Returns the response to a request.
    func respond(to request: WebRequest) async -> WebResponse {
        let response: WebResponse
        switch router.match(request) {
        case .route(let route, let parameters):
            response = await route.respond(request, parameters)
        case .otherMethods(let allowed):
            response = Rejection(405, "The method \(request.method) is not supported here; use \(allowed).")
                .response(to: request, adding: [.allow: allowed])
        case .notFound:
            response = Rejection(404, "There is nothing at this address.").response(to: request)
        }
        return secured(response)
    }

    /// Returns the response to a request that could not be read.
    func respond(to rejection: Rejection) -> WebResponse {
        secured(rejection.response(to: nil))
    }

    private func secured(_ response: WebResponse) -> WebResponse {
        var response = response
        SecurityHeaders.add(to: &response.headerFields)
        return response
    }
}

extension HTTPField.Name {
    static let allow = HTTPField.Name(constant: "Allow")
}
