import SeekNetworking

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
