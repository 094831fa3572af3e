public import SeekBasics
@_spi(Seek) public import SeekNetworking
import SeekSearch

extension SeekClient {
    /// Sends any request through the middleware of the clients' own requests: redirects, cache, coalescing, retries,
    /// quota and rate limits.
    ///
    /// A request to GitHub's or YouTube's origin is sent with that API's credential, and with the header fields that
    /// the API requires and the request does not set. If the request sets the field of the credential to another value,
    /// that value is sent instead; with an empty value, no credential is sent. In both cases, the quota and the rate
    /// limits of the configured credential do not apply. To a request to another origin, no credential is added.
    ///
    /// - Parameter timeToLive: The time for which a response with the status 200 or 203 may be served from the cache,
    ///   instead of the lifetime in its header fields. Nil follows the header fields, and so do other statuses, such as
    ///   404.
    /// - Returns: The response, whatever its status: a status of 400 or more does not throw.
    public func send(_ request: HTTPRequest, timeToLive: Duration? = nil) async throws(NetworkError) -> HTTPResponse {
        try await stacks.send(request, callOptions, timeToLive: timeToLive)
    }

    /// Fetches the image of a result, such as a thumbnail or an avatar, through the cache and without a credential.
    ///
    /// - Parameter url: A URL that ``SeekConfiguration/imageHosts`` allows. Any other URL is rejected before a request
    ///   is sent, and redirects are not followed, because the URL comes from a response.
    /// - Returns: The bytes of the image, 8 MiB at most.
    /// - Throws: ``/SeekNetworking/NetworkError/invalidRequest(reason:_:)`` if the URL is not allowed,
    ///   ``/SeekNetworking/NetworkError/unacceptableMediaType(_:_:)`` if the response is not an image, or another
    ///   `NetworkError`.
    public func image(at url: URL) async throws(NetworkError) -> Data {
        try await images.image(at: url, callOptions)
    }

    /// Fetches the first image that exists. If the server responds with 404 or 410, the next URL is requested: the
    /// largest thumbnail that YouTube lists may be missing while smaller ones exist.
    ///
    /// - Parameter urls: The URLs in order of preference. See ``image(at:)``.
    /// - Throws: The error of the first request that failed for another reason, or of the last one if no image exists.
    public func image(atFirstOf urls: [URL]) async throws(NetworkError) -> Data {
        for url in urls.dropLast() {
            do throws(NetworkError) { return try await image(at: url) } catch .unacceptableStatus(404, _) {
            } catch .unacceptableStatus(410, _) {}
        }
        guard let last = urls.last else {
            throw .invalidRequest(reason: "there is no URL", NetworkError.Context(request: nil, attempts: 0))
        }
        return try await image(at: last)
    }
}

/// The middleware stacks for custom requests, by the origin of the request.
struct RequestStacks: Sendable {
    private struct Stack: Sendable {
        /// The name of the field of the API's credential, which a request may contain even if no credential is
        /// configured; nil for the stack of other origins.
        var credentialName: HTTPField.Name?
        var credential: CredentialSource?
        var headerFields: HTTPFields
        var send: HTTPHandler
        /// Sends a request with another credential than the configured one, or without any.
        var sendWithOtherCredential: HTTPHandler
    }

    /// The maximum size of a body in bytes, many times that of the APIs' responses.
    private static let maximumBodySize = 64 * 1024 * 1024

    private var byOrigin: [Origin: Stack] = [:]
    /// The stack for all other origins.
    private let otherOrigins: Stack
    private let clientConfiguration: ClientConfiguration

    /// Creates the stacks. Their requests share the rate limits and the API version of the GitHub client.
    init(_ configuration: SeekConfiguration, _ clientConfiguration: ClientConfiguration, _ gitHub: GitHubClient) {
        self.clientConfiguration = clientConfiguration
        func stack(
            credential: CredentialSource? = nil,
            credentialName: HTTPField.Name? = nil,
            origin: Origin?,
            versions: GitHubVersionMiddleware? = nil,
            limiter: (any HTTPMiddleware)? = nil,
            headerFields: HTTPFields = [.userAgent: ClientConfiguration.userAgent]
        ) -> Stack {
            func handler(_ credential: CredentialSource?, _ limiter: (any HTTPMiddleware)?) -> HTTPHandler {
                let stack = clientConfiguration.middlewareStack(
                    credential: credential,
                    for: origin,
                    versions: versions,
                    limiter: limiter
                )
                return clientConfiguration.transport.handler(through: stack.middleware)
            }
            return Stack(
                credentialName: credentialName,
                credential: credential,
                headerFields: headerFields,
                send: handler(credential, limiter),
                sendWithOtherCredential: handler(nil, nil)
            )
        }
        otherOrigins = stack(origin: nil)
        if let origin = Origin(configuration.youTubeBaseURL) {
            let key = configuration.youTubeAPIKey.map { CredentialSource(Credential(name: .googleAPIKey, value: $0)) }
            let token = configuration.youTubeAccessToken
            let limiter = (key ?? token).flatMap {
                clientConfiguration.youTubeQuotaMiddleware(for: $0, at: configuration.youTubeBaseURL)
            }
            byOrigin[origin] = stack(
                credential: token ?? key,
                credentialName: token == nil ? .googleAPIKey : .authorization,
                origin: origin,
                limiter: limiter
            )
        }
        // After YouTube's: if both base URLs have the same origin, as in tests, it is treated as GitHub's.
        if let origin = Origin(configuration.gitHubBaseURL) {
            byOrigin[origin] = stack(
                credential: configuration.gitHubCredential,
                credentialName: .authorization,
                origin: origin,
                versions: gitHub.versions,
                limiter: gitHub.rateLimits,
                headerFields: GitHubClient.headerFields
            )
        }
    }

    func send(
        _ request: HTTPRequest,
        _ callOptions: CallOptions,
        timeToLive: Duration?
    ) async throws(NetworkError) -> HTTPResponse {
        let stack = request.origin.flatMap { byOrigin[$0] } ?? otherOrigins
        var request = request
        for field in stack.headerFields where request.headerFields[field.name] == nil {
            request.headerFields.append(field)
        }
        request.headerFields.merge(callOptions.headerFields)
        var send = stack.send
        if let name = stack.credentialName, let value = request.headerFields[name] {
            // A request with another credential does not count against the limits of the configured one.
            let isConfigured = Credential(name: name, value: value) == stack.credential?.constant
            if !isConfigured { send = stack.sendWithOtherCredential }
            if isConfigured || value.isEmpty { request.headerFields[name] = nil }
        }
        var options = clientConfiguration.requestOptions(callOptions, maximumBodySize: Self.maximumBodySize)
        options.timeToLive = timeToLive
        return try await send(request, options)
    }
}

extension ClientConfiguration {
    /// Returns the options of a request that is not sent by one of the clients.
    func requestOptions(_ callOptions: CallOptions, maximumBodySize: Int) -> RequestOptions {
        RequestOptions(
            deadline: .now + (callOptions.timeout ?? timeout),
            maximumBodySize: maximumBodySize,
            cacheMode: callOptions.cacheMode ?? cacheMode,
            allowsStale: callOptions.allowsStale ?? allowsStale
        )
    }
}

extension HTTPField.Name {
    fileprivate static let googleAPIKey = Self("X-Goog-Api-Key")
}
