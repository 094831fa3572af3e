import SeekBasics
import SeekModels
public import SeekNetworking

/// Adds the version of the GitHub REST API to requests (`X-GitHub-Api-Version`), and negotiates it with the server.
///
/// GitHub Enterprise Server 3.20 and older support only version 2022-11-28, and reject a later one with 400
/// (google/go-github #4246). The first request to an Enterprise Server is therefore preceded by `GET /versions`, whose
/// response is stored for a day. Any other server receives the preferred version; if it responds with 400 or 410 and
/// names the version, the request is sent once more with a version that the server supports. The result applies to all
/// further requests. If the versions cannot be fetched, the oldest version is sent, and the next request negotiates
/// again.
///
/// A request that has the field is sent as it is.
public final class GitHubVersionMiddleware: HTTPMiddleware {
    /// The version for which the client is written.
    public static let preferredVersion = "2026-03-10"
    /// The version that every server supports, if it has versions.
    static let oldestVersion = "2022-11-28"

    private let baseURL: URL
    private let pinnedVersion: String?
    private let isEnterpriseServer: Bool
    private let negotiatedVersion = Mutex<String?>(nil)

    /// False: no version is negotiated for stubs.
    public var interceptsStubs: Bool { false }

    init(baseURL: URL, version: String?, isEnterpriseServer: Bool) {
        self.baseURL = baseURL
        self.isEnterpriseServer = isEnterpriseServer
        pinnedVersion = version
    }

    /// Sends a request with the version. The number of attempts of its response includes those of the negotiation.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.headerFields[.gitHubAPIVersion] == nil else { return try await next(request, options) }
        func send(_ version: String, after attempts: Int) async throws(NetworkError) -> HTTPResponse {
            var request = request
            request.headerFields[.gitHubAPIVersion] = version
            var response = try await next(request, options)
            response.provenance.attempts += attempts
            return response
        }
        if let pinnedVersion { return try await send(pinnedVersion, after: 0) }
        var attempts = 0
        var version = current
        if version == nil, isEnterpriseServer {
            (version, attempts) = await fetchVersion(options, next)
        }
        let sent = version ?? (isEnterpriseServer ? Self.oldestVersion : Self.preferredVersion)
        let response = try await send(sent, after: attempts)
        guard response.rejectsVersion(sent) else { return response }
        attempts = response.provenance.attempts
        // Another request may have negotiated in the meantime.
        var supported = current.flatMap { $0 == sent ? nil : $0 } ?? Self.best(of: response.namedVersions(except: sent))
        if supported == nil {
            let fetched = await fetchVersion(options, next)
            supported = fetched.version
            attempts += fetched.attempts
        }
        let other = supported ?? Self.oldestVersion
        guard other != sent else { return response }
        let second = try await send(other, after: attempts)
        if !second.rejectsVersion(other) { remember(other) }
        return second
    }

    private var current: String? { negotiatedVersion.withLock { $0 } }

    private func remember(_ version: String) { negotiatedVersion.withLock { $0 = version } }

    /// Fetches the versions that the server supports, and remembers the best one. Concurrent requests share the fetch,
    /// because it is an identical read.
    ///
    /// - Returns: The best version, nil if the versions cannot be fetched, and the number of requests that were sent.
    private func fetchVersion(_ options: RequestOptions, _ next: HTTPHandler) async -> (version: String?, attempts: Int)
    {
        var fetchOptions = RequestOptions(
            // The rest of the time is for the request itself.
            deadline: min(options.deadline, .now + .seconds(5)),
            maximumBodySize: min(options.maximumBodySize, 1 << 20),
            timeToLive: .seconds(24 * 3600),
            allowsStale: options.allowsStale
        )
        if options.cacheMode == .onlyIfCached { fetchOptions.cacheMode = .onlyIfCached }
        var request = HTTPRequest(url: baseURL.appending(path: "versions"))
        request.headerFields = [.accept: "application/vnd.github+json", .userAgent: ClientConfiguration.userAgent]
        do throws(NetworkError) {
            let response = try await next(request, fetchOptions)
            let attempts = response.provenance.attempts
            let versions = try? ModelDecoder().decode([String].self, from: response.body)
            // An Enterprise Server that does not know the route has no versions, and ignores the field.
            let version = response.status.code == 200 ? versions.flatMap(Self.best) : nil
            let isUnknownRoute = response.status.code == 404 && isEnterpriseServer
            guard let version = version ?? (isUnknownRoute ? Self.oldestVersion : nil) else { return (nil, attempts) }
            remember(version)
            return (version, attempts)
        } catch {
            return (nil, error.context.attempts)
        }
    }

    /// Returns the preferred version or, if it is not among these, the latest one before it; otherwise the earliest.
    private static func best(of versions: [String]) -> String? {
        let versions = versions.filter(isVersion).sorted()
        return versions.last { $0 <= preferredVersion } ?? versions.first
    }

    /// Returns whether a text has the form of a version: a date such as `2026-03-10`.
    public static func isVersion(_ text: String) -> Bool { text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil }
}

extension HTTPResponse {
    /// Whether the response rejects the request because of its version: 400, or 410 for a version that is no longer
    /// supported (docs.github.com, “API versions”).
    fileprivate func rejectsVersion(_ version: String) -> Bool {
        guard status.code == 400 || status.code == 410 else { return false }
        let text = String(decoding: body.prefix(4096), as: UTF8.self).lowercased()
        return text.contains(version) || text.contains("api version") || text.contains("x-github-api-version")
    }

    fileprivate func namedVersions(except version: String) -> [String] {
        String(decoding: body.prefix(4096), as: UTF8.self).matches(of: /\b\d{4}-\d{2}-\d{2}\b/)
            .map { String($0.output) }.filter { $0 != version }
    }
}

extension HTTPField.Name {
    fileprivate static let gitHubAPIVersion = Self("X-GitHub-Api-Version")
}
