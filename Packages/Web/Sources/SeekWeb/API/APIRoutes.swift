import Seek
import SeekBasics
import SeekNetworking

/// The routes of the JSON API, version 1. `openapi.json` describes them.
struct APIRoutes: Sendable {
    let service: WebSearchService
    var access = AccessRules()

    /// The OpenAPI description of the API.
    static let description = Data(PackageResources.openapi_json)

    static let descriptionResponse = WebResponse(
        headerFields: [
            .contentType: "application/vnd.oai.openapi+json;version=3.1", .cacheControl: "private, max-age=3600",
        ],
        body: .data(description)
    )

    var routes: [Route] { searchRoutes + savedRoutes + historyRoutes + stateRoutes }

    /// A successful response of the API.
    struct Reply: Sendable {
        /// The content of the body; nil for a response without a body.
        var json: JSONValue?
        var status: HTTPResponse.Status = .ok
        /// The JSON from which the entity tag is computed: the body without the values that change with each response.
        /// Nil to compute the tag from the whole body.
        var content: JSONValue?
        /// Additional header fields. They replace default ones with the same names.
        var headerFields: HTTPFields = [:]
    }

    /// Creates a route that responds with JSON or a problem. A browser may store JSON, but must validate it before each
    /// use.
    private func route(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ reply: @escaping @Sendable (WebRequest, Route.Parameters) async throws -> Reply
    ) -> Route {
        Route(method, path) { request, parameters in
            do {
                let reply = try await reply(request, parameters)
                var response = WebResponse(status: reply.status, headerFields: [.cacheControl: "private, no-cache"])
                if let json = reply.json {
                    response.headerFields[.contentType] = "application/json"
                    response.body = .data(json.data(.sorted))
                }
                for field in reply.headerFields { response.headerFields[field.name] = field.value }
                return response.validated(for: request, content: reply.content?.data)
            } catch {
                return Problem(reason: error).response(at: service.now)
            }
        }
    }
}

// MARK: - Search and details

extension APIRoutes {
    private var searchRoutes: [Route] {
        [
            route(.get, "/api/v1/search") { request, _ in
                let results = await service.search(try parameters(in: request.query))
                if let problem = Problem(results.sources) { throw problem }
                var reply = Reply(json: results.json, content: results.contentJSON)
                if results.hasMore {
                    reply.headerFields[.link] = "<\(results.search.next.apiTarget)>; rel=\"next\""
                }
                return reply
            },
            Route(.get, "/api/v1/search/events") { request, _ in
                do {
                    let updates = service.updates(for: try parameters(in: request.query))
                    return WebResponse(updates) { ServerEvent(name: "results", data: $0.json.text(.sorted)) }
                } catch {
                    return Problem(reason: error).response(at: service.now)
                }
            },
            route(.get, "/api/v1/details") { request, _ in
                let details = try await service.details(of: id(of: request.query))
                return Reply(json: details.json, content: details.contentJSON)
            },
            route(.get, "/api/v1/details/cost") { request, _ in
                guard let cost = await service.detailsCost(of: try id(of: request.query)) else {
                    throw SearchError.noDetails
                }
                return Reply(json: cost.json)
            },
        ]
    }

    /// Returns the search that a query describes. Throws if a parameter is invalid, or the search text or `kinds` empty.
    private func parameters(in query: QueryParameters) throws(SearchParametersError) -> SearchParameters {
        let search = try SearchParameters(query)
        let problem: SearchParametersError.Problem? =
            if search.isEmpty {
                .init(parameter: .text, rule: "is empty; enter a search text")
            } else if search.kinds.isEmpty {
                .init(parameter: .kinds, rule: "is empty; select at least one kind, or omit the parameter")
            } else {
                nil
            }
        if let problem { throw SearchParametersError(problems: [problem], search: search) }
        return search
    }

    private func id(of query: QueryParameters) throws(Problem) -> String {
        guard let id = query["id"], ResultID(id) != nil else {
            let detail = "The parameter “id” must be the id of a result, such as youtube:video:gQ_1zX-F_No."
            throw Problem(kind: .invalidParameter, detail: detail, parameter: "id")
        }
        return id
    }
}

// MARK: - Saved searches and history

extension APIRoutes {
    private var savedRoutes: [Route] {
        [
            route(.get, "/api/v1/saved") { _, _ in
                Reply(json: ["searches": .array(try await service.savedSearches().map(\.json))])
            },
            route(.get, "/api/v1/saved/:name") { _, parameters in
                Reply(json: try await service.savedSearch(named: parameters["name"] ?? "").json)
            },
            route(.put, "/api/v1/saved/:name") { request, parameters in
                let (name, search) = (parameters["name"] ?? "", try savedParameters(in: request))
                let mustBeNew = request.headerFields[.ifNoneMatch] == "*"
                let replaced = try await service.save(search, as: name, replacing: !mustBeNew)
                let saved = try await service.savedSearch(named: name)
                return Reply(json: saved.json, status: replaced == nil ? 201 : 200)
            },
            route(.delete, "/api/v1/saved/:name") { _, parameters in
                let name = parameters["name"] ?? ""
                guard try await service.removeSavedSearch(named: name) else { throw SavedSearchError.notFound(name) }
                await access.store.removeFeed(of: name)
                return Reply(status: 204)
            },
            route(.post, "/api/v1/saved/:name/run") { _, parameters in
                let run = try await service.runSavedSearch(named: parameters["name"] ?? "")
                if let problem = Problem(run.result.sources.map { SourceStatus($0) }) { throw problem }
                return Reply(json: run.json)
            },
        ]
    }

    private var historyRoutes: [Route] {
        [
            route(.get, "/api/v1/history") { _, _ in
                Reply(json: ["searches": .array(await service.history.entries.map(\.json))])
            },
            route(.delete, "/api/v1/history") { _, _ in
                await service.history.removeAll()
                return Reply(status: 204)
            },
        ]
    }

    /// Returns the search in the body of a request: `{"query": "q=swift&kinds=video"}`.
    private func savedParameters(in request: WebRequest) throws -> SearchParameters {
        let body = try? JSONValue(json: request.body)
        guard let query = body?["query"].string else {
            throw Problem(
                kind: .invalidBody,
                detail: "Send an object with the member “query”, the parameters of a search: {\"query\": \"q=swift\"}."
            )
        }
        return try parameters(in: QueryParameters(encoded: query))
    }
}

// MARK: - State of the service

extension APIRoutes {
    private var stateRoutes: [Route] {
        [
            route(.get, "/api/v1/quota") { _, _ in Reply(json: await service.quota().json) },
            route(.get, "/api/v1/health") { _, _ in Reply(json: service.health().json) },
            Route(.get, "/api/v1/metrics") { request, _ in
                let text = await service.metrics.text(quota: service.quota())
                var response = WebResponse(text, type: "text/plain; version=0.0.4; charset=utf-8")
                response.headerFields[.cacheControl] = "no-store"
                return response.validated(for: request)
            },
            Route(.get, "/api/v1/openapi.json") { request, _ in Self.descriptionResponse.validated(for: request) },
            route(.get, "/api/v1/problems/:type") { _, parameters in
                guard let kind = Problem.Kind(rawValue: parameters["type"] ?? "") else {
                    throw Problem(kind: .notFound, detail: "There is no problem type with this name.")
                }
                return Reply(json: [
                    "type": .string(kind.path), "title": .string(kind.title), "status": .number(kind.status.code),
                ])
            },
        ]
    }
}
