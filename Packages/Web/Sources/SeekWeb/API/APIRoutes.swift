import Seek
import SeekBasics
import SeekNetworking

/// The routes of the JSON API, version 1. `openapi.json` describes them.
struct APIRoutes: Sendable {
    let service: WebSearchService
    var access = AccessRules()

    /// The OpenAPI description of the API.
    static let description = Data(PackageResources.openapi_json)

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
        _ reply: @escaping @Sendable (WebRequest, Route.Parameters) async throws(Problem) -> Reply
    ) -> Route {
        Route(method, path) { request, parameters in
            do throws(Problem) {
                let reply = try await reply(request, parameters)
                var response = WebResponse(status: reply.status, headerFields: [.cacheControl: "private, no-cache"])
                if let json = reply.json {
                    response.headerFields[.contentType] = "application/json"
                    response.body = .data(json.data(.sorted))
                }
                for field in reply.headerFields { response.headerFields[field.name] = field.value }
                return response.validated(for: request, content: reply.content?.data)
            } catch {
                return error.response(at: service.now)
            }
        }
    }
}

// MARK: - Search and details

extension APIRoutes {
    private var searchRoutes: [Route] {
        [
            route(.get, "/api/v1/search") { request, _ throws(Problem) in
                let results = await service.search(try parameters(in: request.query))
                if let problem = Problem(results.sources) { throw problem }
                var reply = Reply(json: results.json, content: results.contentJSON)
                if results.hasMore {
                    reply.headerFields[.link] = "<\(results.search.next.apiTarget)>; rel=\"next\""
                }
                return reply
            },
            Route(.get, "/api/v1/search/events") { request, _ in
                do throws(Problem) {
                    return events(of: try parameters(in: request.query))
                } catch {
                    return error.response(at: service.now)
                }
            },
            route(.get, "/api/v1/details") { request, _ throws(Problem) in
                let id = try id(of: request.query)
                do throws(SearchError) {
                    let details = try await service.details(of: id)
                    return Reply(json: details.json, content: details.contentJSON)
                } catch {
                    throw Problem(error)
                }
            },
            route(.get, "/api/v1/details/cost") { request, _ throws(Problem) in
                let id = try id(of: request.query)
                guard let cost = await service.detailsCost(of: id) else { throw Problem(SearchError.noDetails) }
                return Reply(json: cost.json)
            },
        ]
    }

    /// Returns a response with an event for each update of the results. A slow client receives the latest update only.
    private func events(of search: SearchParameters) -> WebResponse {
        let updates = service.updates(for: search)
        let events = AsyncStream<ServerEvent>(bufferingPolicy: .bufferingNewest(1)) { continuation in
            for await results in updates {
                let data = results.json.text(.sorted)
                continuation.yield(ServerEvent(name: "results", data: data))
            }
        }
        return WebResponse(events: events)
    }

    /// Returns the search that a query describes. Throws a problem if a parameter is invalid or the search text empty.
    private func parameters(in query: QueryParameters) throws(Problem) -> SearchParameters {
        let search: SearchParameters
        do throws(SearchParametersError) {
            search = try SearchParameters(query)
        } catch {
            throw Problem(error)
        }
        guard !search.text.isEmpty else {
            let problem = SearchParametersError.Problem(parameter: .text, rule: "is empty; enter a search text")
            throw Problem(SearchParametersError(problems: [problem], search: search))
        }
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
            route(.get, "/api/v1/saved") { _, _ throws(Problem) in
                try await convertingErrors { () async throws(SavedSearchError) in
                    Reply(json: ["searches": .array(try await service.savedSearches().map(\.json))])
                }
            },
            route(.get, "/api/v1/saved/:name") { _, parameters throws(Problem) in
                try await convertingErrors { () async throws(SavedSearchError) in
                    Reply(json: try await service.savedSearch(named: parameters["name"] ?? "").json)
                }
            },
            route(.put, "/api/v1/saved/:name") { request, parameters throws(Problem) in
                let (name, search) = (parameters["name"] ?? "", try savedParameters(in: request))
                let mustBeNew = request.headerFields[.ifNoneMatch] == "*"
                let replaced: SavedSearch?
                do throws(WebSearchService.SavingError) {
                    replaced = try await service.save(search, as: name, replacing: !mustBeNew)
                } catch {
                    throw Problem(error)
                }
                return try await convertingErrors { () async throws(SavedSearchError) in
                    let status: HTTPResponse.Status = replaced == nil ? 201 : 200
                    return Reply(json: try await service.savedSearch(named: name).json, status: status)
                }
            },
            route(.delete, "/api/v1/saved/:name") { _, parameters throws(Problem) in
                let name = parameters["name"] ?? ""
                return try await convertingErrors { () async throws(SavedSearchError) in
                    guard try await service.removeSavedSearch(named: name) else { throw .notFound(name) }
                    await access.store.removeFeed(of: name)
                    return Reply(status: 204)
                }
            },
            route(.post, "/api/v1/saved/:name/run") { _, parameters throws(Problem) in
                let run = try await convertingErrors { () async throws(SavedSearchError) in
                    try await service.runSavedSearch(named: parameters["name"] ?? "")
                }
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

    /// Returns the result of an operation on saved searches. Its errors are thrown as problems.
    private func convertingErrors<Value>(
        _ operation: () async throws(SavedSearchError) -> Value
    ) async throws(Problem) -> Value {
        do throws(SavedSearchError) {
            return try await operation()
        } catch {
            throw Problem(error)
        }
    }

    /// Returns the search in the body of a request: `{"query": "q=swift&kinds=video"}`.
    private func savedParameters(in request: WebRequest) throws(Problem) -> SearchParameters {
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
            Route(.get, "/api/v1/openapi.json") { request, _ in
                var response = WebResponse(body: .data(Self.description))
                response.headerFields[.contentType] = "application/vnd.oai.openapi+json;version=3.1"
                response.headerFields[.cacheControl] = "private, max-age=3600"
                return response.validated(for: request)
            },
            route(.get, "/api/v1/problems/:type") { _, parameters throws(Problem) in
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
