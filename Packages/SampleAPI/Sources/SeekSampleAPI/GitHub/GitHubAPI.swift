import SeekBasics
import SeekNetworking

/// The GitHub REST API: repositories by ID, the repositories of a user or an organization, searches, rate limits.
final class GitHubAPI: Sendable {
    private let index: GitHubIndex
    private let contract: ServiceContract
    private let configuration: SampleAPIConfiguration
    private let limits = Mutex(RateLimits())

    init(_ index: GitHubIndex, _ contract: ServiceContract, _ configuration: SampleAPIConfiguration) {
        self.index = index
        self.contract = contract
        self.configuration = configuration
    }

    func resetLimits() { limits.withLock { $0 = RateLimits() } }

    func response(to request: SampleRequest, at date: Date) -> HTTPResponse {
        guard let agent = request[field: .userAgent], !agent.isEmpty else { return Self.missingUserAgent }
        let now = date.timeIntervalSince1970
        do throws(GitHubErrorResponse) {
            let caller = try Caller(request, configuration)
            guard request.isReading, let route = contract.route(of: request) else { throw .notFound() }
            if let type = request[field: .accept],
                !["*/*", "application/*", "json", "vnd.github"].contains(where: type.contains)
            {
                throw .unsupportedMediaType(type)
            }
            if let version = request[field: Self.apiVersion],
                let supported = contract.fields[Self.apiVersion.description], !supported.contains(version)
            {
                throw .unknownVersion(version, supported: supported)
            }
            return route.bucket == nil ? rateLimit(caller, now) : countedResponse(caller, route, now)
        } catch {
            return Self.response(error)
        }
    }

    /// Returns the response to a request that counts against a rate limit.
    private func countedResponse(_ caller: Caller, _ route: ServiceContract.Route, _ now: Double) -> HTTPResponse {
        let resource = contract.bucket(of: caller.request, at: route).flatMap(RateLimits.Resource.init) ?? .core
        let key = caller.key(resource)
        var (budget, isAllowed) = limits.withLock { $0.use(key, now: now) }
        var response: HTTPResponse
        do throws(GitHubErrorResponse) {
            guard isAllowed else { throw .rateLimit(hasToken: caller.hasToken) }
            // GitHub ignores unknown parameters and values.
            let violations = contract.violations(of: caller.request.items, at: route, hasToken: caller.hasToken)
            if let missing = violations.first(where: \.isRefused) { throw .missing(missing.name) }
            let page = route.name == "versions" ? versions : try index.page(for: caller, at: route)
            response = resource == .core ? Self.coreResponse(page, caller) : Self.searchResponse(page)
        } catch {
            response = Self.response(error)
        }
        // With a token, a 304 does not count.
        if response.status == .notModified, caller.hasToken {
            budget = limits.withLock { $0.refund(key, now: now) }
        }
        response.add(budget)
        return response
    }

    /// The supported versions of the API, as `GET /versions` returns them.
    private var versions: GitHubIndex.Page {
        let versions = contract.fields[Self.apiVersion.description] ?? []
        return GitHubIndex.Page(text: JSONValue.array(versions.reversed().map(JSONValue.string)).text())
    }

    private static func response(_ error: GitHubErrorResponse) -> HTTPResponse {
        var fields = fields
        fields[.location] = error.location
        return HTTPResponse(error.status, error.envelope, fields: fields)
    }

    private static func searchResponse(_ page: GitHubIndex.Page) -> HTTPResponse {
        var fields = Self.fields
        fields[.cacheControl] = "no-cache"
        fields[.vary] = "Accept-Encoding, Accept, X-Requested-With"
        fields[.link] = page.link
        return HTTPResponse(.ok, text: page.text, fields: fields)
    }

    private static func coreResponse(_ page: GitHubIndex.Page, _ caller: Caller) -> HTTPResponse {
        var fields = Self.fields
        fields[.cacheControl] = "\(caller.hasToken ? "private" : "public"), max-age=60, s-maxage=60"
        fields[.vary] = "Accept, Authorization, Cookie, X-GitHub-OTP"
        fields[.link] = page.link
        // GitHub's ETags differ between tokens.
        let tag = "W/\"\(EntityTag.digest(of: (caller.request[field: .authorization] ?? "") + page.text))\""
        return HTTPResponse(.ok, text: page.text, fields: fields).tagged(tag, for: caller.request)
    }

    private func rateLimit(_ caller: Caller, _ now: Double) -> HTTPResponse {
        let budget = { (resource: RateLimits.Resource) in
            self.limits.withLock { $0.budget(caller.key(resource), now: now) }
        }
        let core = budget(.core)
        var body: JSONValue = [
            "resources": .object(JSONObject(RateLimits.Resource.allCases.map { ($0.rawValue, budget($0).json) }))
        ]
        // The API version of March 2026 removed `rate`, a copy of `resources.core`.
        if caller.request[field: Self.apiVersion].map({ $0 < "2026-03-10" }) ?? true {
            body = body.adding(["rate": core.json])
        }
        var fields = Self.fields
        fields[.cacheControl] = "no-cache"
        var response = HTTPResponse(.ok, body, fields: fields)
        response.add(core)
        return response
    }

    private static let apiVersion = HTTPField.Name("X-GitHub-Api-Version")

    private static let fields: HTTPFields = [
        "X-GitHub-Media-Type": "github.v3; format=json",
        "X-Content-Type-Options": "nosniff",
    ]

    private static let missingUserAgent = HTTPResponse(
        status: .forbidden,
        headerFields: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-cache"],
        body: Data(
            """
            Request forbidden by administrative rules. Please make sure your request has a User-Agent header \
            (https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent).\n
            """.utf8
        )
    )
}

extension GitHubAPI {
    /// The caller of a request: whether it has a token, its rate limits, and the request.
    struct Caller {
        var hasToken: Bool
        var limits: SampleAPIConfiguration.GitHubLimits
        var request: SampleRequest

        /// Throws if the request has a credential other than the valid token.
        init(_ request: SampleRequest, _ configuration: SampleAPIConfiguration) throws(GitHubErrorResponse) {
            self.request = request
            hasToken = request[field: .authorization] != nil
            limits = hasToken ? configuration.tokenLimits : configuration.anonymousLimits
            guard let credential = request[field: .authorization] else { return }
            let parts = credential.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()), parts[1] == configuration.token
            else { throw .badCredentials }
        }

        func key(_ resource: RateLimits.Resource) -> RateLimits.Key {
            let limit =
                switch resource {
                case .core: limits.core
                case .search: limits.search
                case .codeSearch: limits.codeSearch
                case .semanticSearch: limits.semanticSearch
                }
            return RateLimits.Key(hasToken: hasToken, resource: resource, limit: limit)
        }
    }
}

extension RateLimits.Budget {
    fileprivate var json: JSONValue {
        [
            "limit": .number(limit), "remaining": .number(remaining), "reset": .number(reset),
            "used": .number(used), "resource": .string(resource.rawValue),
        ]
    }
}

extension HTTPResponse {
    fileprivate mutating func add(_ budget: RateLimits.Budget) {
        headerFields["X-RateLimit-Limit"] = String(budget.limit)
        headerFields["X-RateLimit-Remaining"] = String(budget.remaining)
        headerFields["X-RateLimit-Reset"] = String(budget.reset)
        headerFields["X-RateLimit-Used"] = String(budget.used)
        headerFields["X-RateLimit-Resource"] = budget.resource.rawValue
    }
}

/// The page of a list that a request selects by `page` and `per_page`.
struct GitHubPaging: Sendable, Hashable {
    /// The page number, starting at 1.
    var page: Int
    /// The page size, 1...100. GitHub clamps larger values, and uses 30 for invalid ones.
    var size: Int

    init(_ request: SampleRequest) {
        page = max(request["page"].flatMap { Int($0) } ?? 1, 1)
        let requested = request["per_page"].flatMap { Int($0) } ?? 30
        size = requested < 1 ? 30 : min(requested, 100)
    }

    /// The offset of the page's first item; `Int.max` if it overflows.
    var offset: Int {
        let (offset, overflows) = (page - 1).multipliedReportingOverflow(by: size)
        return overflows ? .max : offset
    }

    func items<Item>(of list: [Item]) -> ArraySlice<Item> {
        list.dropFirst(offset).prefix(size)
    }

    /// Returns the `Link` field (RFC 8288); nil if there are no other pages.
    ///
    /// - Parameters:
    ///   - count: The number of items of the list.
    ///   - path: The absolute URL of the list, without a query.
    ///   - items: The query parameters of the request, which the links repeat unchanged, except `page`.
    func link(count: Int, path: String, items: [SampleRequest.Item]) -> String? {
        let last = (count + size - 1) / size
        guard last > 1 else { return nil }
        let otherParameters = items.filter { $0.name != "page" }.map(\.raw)
        let link = { (page: Int, relation: String) in
            "<\(path)?\((otherParameters + ["page=\(page)"]).joined(separator: "&"))>; rel=\"\(relation)\""
        }
        var links: [String] = []
        if page > 1 { links.append(link(min(page - 1, last), "prev")) }
        if page < last { links += [link(page + 1, "next"), link(last, "last")] }
        if page > 1 { links.append(link(1, "first")) }
        return links.joined(separator: ", ")
    }
}
