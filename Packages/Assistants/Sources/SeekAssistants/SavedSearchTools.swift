@_spi(Seek) import Seek
import SeekBasics

/// Saved searches as resources, and the tool `quota`.
extension Toolbox {
    private static let scheme = "seek://saved/"

    /// Returns the saved search with a name.
    func savedSearch(named name: String) async throws(ToolError) -> SavedSearch {
        let searches: [SavedSearch]
        do throws(RPCError) { searches = try await savedSearches() } catch { throw ToolError(error.message) }
        if let search = searches.first(where: { $0.name == name }) { return search }
        let names = searches.prefix(20).map { quoted($0.name, to: 100) }.joined(separator: ", ")
        throw ToolError(
            "There is no saved search with this name. "
                + (names.isEmpty ? "Save one with: seek saved add NAME TEXT" : "The saved searches are \(names).")
        )
    }

    private func savedSearches() async throws(RPCError) -> [SavedSearch] {
        do throws(SavedSearchError) {
            return try await client.saved?.all() ?? []
        } catch {
            throw RPCError(code: -32603, message: "The saved searches cannot be read. Run: seek saved")
        }
    }

    /// The saved searches, in a list of resources.
    func resources() async throws(RPCError) -> [JSONValue] {
        try await savedSearches().map { search in
            [
                "uri": .string(Self.scheme + PercentEncoding.encode(search.name)),
                "name": .string(cleaned(search.name, to: 100)), "mimeType": "application/json",
                "description": .string("A saved search for \(quoted(search.query.text, to: 200))"),
            ]
        }
    }

    /// Returns the query, the time and the first results of the last run of a saved search.
    func resource(_ uri: JSONValue, _ revision: ProtocolRevision) async throws(RPCError) -> JSONValue {
        guard let text = uri.string else { throw .invalidParams("uri must be a string") }
        let searches = try await savedSearches()
        guard let search = searches.first(where: { Self.scheme + PercentEncoding.encode($0.name) == text }) else {
            throw revision.resourceNotFound
        }
        let filters = JSONObject(
            FederatedQuery.Field.allCases.compactMap { field in
                search.query[field].map { (field.rawValue, .string(cleaned($0, to: 200))) }
            }
        )
        let content: JSONValue = [
            "name": .string(cleaned(search.name, to: 100)), "query": .string(cleaned(search.query.text, to: 1_000)),
            "kinds": .array(search.query.kinds.map { .string($0.pluralName) }), "limit": .number(search.query.limit),
            "sort": .string(search.query.sort.rawValue), "filters": .object(filters),
            "lastRunAt": .optional(search.lastRunAt.map { RFC3339.string(from: $0) }),
            "youTubeSearches": .number(search.query.youTubeCalls),
            "lastResults": .array(
                search.lastHits.prefix(Tool.defaultLimit).map { hit in
                    [
                        "kind": .string(hit.kind.rawValue), "url": .optional(hit.url?.absoluteString),
                        "quoted": ["title": .string(cleaned(hit.displayTitle, to: 300))],
                    ]
                }
            ),
        ]
        return ["uri": uri, "mimeType": "application/json", "text": .string(content.withoutNulls.text())]
    }
}

extension Tool {
    private static let limitSchema = Schema.object(
        [
            "service": Schema.text, "name": Schema.text, "limit": Schema.number, "remaining": Schema.number,
            "resetsAt": Schema.text,
        ],
        required: ["service", "name", "limit", "remaining"]
    )

    static let quota = Tool(
        "quota",
        "Show what is left",
        "Returns what is left of the session's budget, of YouTube's daily quotas and of GitHub's rate limits. Costs nothing.",
        [:],
        output: Schema.object(
            [
                "session": limitSchema, "limits": Schema.array(of: limitSchema),
                "problems": Schema.array(of: Schema.text),
            ],
            required: ["session", "limits"]
        )
    ) { tools, _, _ throws(ToolError) in
        func limit(_ service: String, _ name: String, _ limit: Int64, _ remaining: Int64, _ resets: Date?) -> JSONValue
        {
            let value: JSONValue = [
                "service": .string(service), "name": .string(name), "limit": .number(limit),
                "remaining": .number(remaining), "resetsAt": .optional(resets.map { RFC3339.string(from: $0) }),
            ]
            return value.withoutNulls
        }
        var problems: [String] = []
        let statuses = await tools.client.youTube.quota()
        if statuses.isEmpty { problems.append("YouTube's quota is unknown. Set YOUTUBE_API_KEY for seek mcp.") }
        var limits = statuses.map {
            limit("YouTube", $0.bucket.name, Int64($0.bucket.limit), Int64($0.remaining), $0.resetsAt)
        }
        do throws(SearchError) {
            let rateLimits = try await tools.client.gitHub.rateLimitStatus()
            limits += rateLimits.map {
                limit("GitHub", cleaned($0.resource, to: 50), $0.limit, $0.remaining, $0.resetAt)
            }
        } catch {
            problems.append("GitHub's limits are unknown. \(ToolError(error, at: tools.options.now()).text)")
        }
        let budget = tools.budget
        let session = limit(
            "seek",
            "YouTube searches of this session",
            Int64(budget.limit),
            Int64(budget.remaining),
            nil
        )
        let value: JSONValue = [
            "session": session, "limits": .array(limits),
            "problems": problems.isEmpty ? .null : .array(problems.map { .string($0) }),
        ]
        return ToolOutput(structured: value.withoutNulls, text: value.withoutNulls.text())
    }
}
