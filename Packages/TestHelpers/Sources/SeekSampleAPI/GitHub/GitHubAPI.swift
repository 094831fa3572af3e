import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The GitHub REST API: repositories of a user or organization, searches, rate limits.
struct GitHubAPI: Sendable {
    /// Runs a closure with the rate limits and the current time, in seconds since 1970.
    typealias Limits = ((inout RateLimits, Double) -> Void) -> Void

    private let index: GitHubIndex

    init(_ corpus: SampleCorpus) {
        index = GitHubIndex(corpus)
    }

    func respond(
        _ request: SampleRequest,
        isReading: Bool,
        _ configuration: SampleAPIConfiguration,
        limits: Limits
    ) -> HTTPResponse {
        guard let agent = request[field: .userAgent], !agent.isEmpty else { return Self.forbiddenAgent }
        do throws(GitHubErrorResponse) {
            let hasToken = try Self.hasToken(request, configuration)
            let allowed = hasToken ? configuration.tokenLimits : configuration.anonymousLimits
            let caller = Caller(hasToken: hasToken, limits: allowed, request: request)
            guard isReading else { throw .notFound() }
            if request.path == ["rate_limit"] { return Self.rateLimit(caller, limits) }
            return respond(caller, limits)
        } catch {
            return HTTPResponse(error.status, error.envelope, pretty: false, fields: Self.fields)
        }
    }

    private func respond(_ caller: Caller, _ limits: Limits) -> HTTPResponse {
        let resource = RateLimits.Resource(caller.request)
        var use = (budget: RateLimits.Budget(resource: resource, limit: 0, used: 0, reset: 0), isAllowed: false)
        limits { use = $0.use(caller.key(resource), limit: caller.limit(resource), now: $1) }
        var response: HTTPResponse
        do throws(GitHubErrorResponse) {
            guard use.isAllowed else { throw .rateLimit(hasToken: caller.hasToken) }
            let found = try index.respond(caller)
            response = resource == .core ? Self.list(found, caller) : Self.search(found)
        } catch {
            response = HTTPResponse(error.status, error.envelope, pretty: false, fields: Self.fields)
        }
        if response.status == .notModified, caller.hasToken {
            limits { use.budget = $0.giveBack(caller.key(resource), limit: caller.limit(resource), now: $1) }
        }
        response.add(use.budget)
        return response
    }

    private static func search(_ found: GitHubIndex.Found) -> HTTPResponse {
        var fields = Self.fields
        fields[.cacheControl] = "no-cache"
        fields[.vary] = "Accept-Encoding, Accept, X-Requested-With"
        fields[.link] = found.link
        return HTTPResponse(.ok, text: found.text, pretty: false, fields: fields)
    }

    private static func list(_ found: GitHubIndex.Found, _ caller: Caller) -> HTTPResponse {
        var fields = Self.fields
        fields[.cacheControl] = "\(caller.hasToken ? "private" : "public"), max-age=60, s-maxage=60"
        fields[.vary] = "Accept, Authorization, Cookie, X-GitHub-OTP"
        // GitHub's ETags differ between tokens.
        let secret = caller.request[field: .authorization] ?? ""
        let text = found.text
        let tag = "W/\"\(EntityTag.digest(of: secret + text))\""
        fields[.eTag] = tag
        if EntityTag.matches(tag, ifNoneMatch: caller.request[field: .ifNoneMatch]) {
            return HTTPResponse(status: .notModified, headerFields: fields)
        }
        fields[.link] = found.link
        return HTTPResponse(.ok, text: text, pretty: false, fields: fields)
    }

    private static func rateLimit(_ caller: Caller, _ limits: Limits) -> HTTPResponse {
        var budgets: [RateLimits.Budget] = []
        limits { state, now in
            budgets = RateLimits.Resource.allCases.map {
                state.budget(caller.key($0), limit: caller.limit($0), now: now)
            }
        }
        let members = budgets.map { JSONText.Member(name: $0.resource.rawValue, value: $0.json) }
        var body: [JSONText.Member] = [.init(name: "resources", value: .object(members))]
        // The API version of March 2026 removed the copy of `resources.core`.
        if caller.request[field: apiVersion].map({ $0 < "2026-03-10" }) ?? true {
            body.append(.init(name: "rate", value: budgets.first?.json ?? .null))
        }
        var fields = Self.fields
        fields[.cacheControl] = "no-cache"
        var response = HTTPResponse(.ok, .object(body), pretty: false, fields: fields)
        if let budget = budgets.first { response.add(budget) }
        return response
    }

    private static func hasToken(
        _ request: SampleRequest,
        _ configuration: SampleAPIConfiguration
    ) throws(GitHubErrorResponse) -> Bool {
        guard let field = request[field: .authorization] else { return false }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()), parts[1] == configuration.token
        else {
            throw .badCredentials
        }
        return true
    }

    private static let apiVersion = HTTPField.Name(constant: "X-GitHub-Api-Version")

    private static let fields: HTTPFields = [
        HTTPField.Name(constant: "X-GitHub-Media-Type"): "github.v3; format=json",
        HTTPField.Name(constant: "X-Content-Type-Options"): "nosniff",
    ]

    private static let forbiddenAgent = HTTPResponse(
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
    /// A request with its credential.
    struct Caller {
        var hasToken: Bool
        var limits: SampleAPIConfiguration.GitHubLimits
        var request: SampleRequest

        func key(_ resource: RateLimits.Resource) -> RateLimits.Key {
            RateLimits.Key(hasToken: hasToken, resource: resource)
        }

        func limit(_ resource: RateLimits.Resource) -> Int {
            switch resource {
            case .core: limits.core
            case .search: limits.search
            case .codeSearch: limits.codeSearch
            case .semanticSearch: limits.semanticSearch
            }
        }
    }
}

extension RateLimits.Budget {
    fileprivate var json: JSONText {
        [
            "limit": .integer(limit), "remaining": .integer(remaining), "reset": .integer(reset),
            "used": .integer(used),
            "resource": .string(resource.rawValue),
        ]
    }
}

extension HTTPResponse {
    fileprivate mutating func add(_ budget: RateLimits.Budget) {
        headerFields[HTTPField.Name(constant: "X-RateLimit-Limit")] = String(budget.limit)
        headerFields[HTTPField.Name(constant: "X-RateLimit-Remaining")] = String(budget.remaining)
        headerFields[HTTPField.Name(constant: "X-RateLimit-Reset")] = String(budget.reset)
        headerFields[HTTPField.Name(constant: "X-RateLimit-Used")] = String(budget.used)
        headerFields[HTTPField.Name(constant: "X-RateLimit-Resource")] = budget.resource.rawValue
    }
}
