import SeekBasics
import SeekNetworking
import SeekSearch

/// Fetches images of results from the services' image hosts, without a credential.
///
/// The URL of an image comes from a response and could be that of any server. Therefore only URLs of these hosts are
/// fetched, and redirects are not followed.
struct ImageFetcher: Sendable {
    /// The maximum size of an image in bytes, many times that of a thumbnail.
    static let maximumBodySize = 8 << 20

    private let hosts: Set<String>
    /// The origins of servers on this machine, which serve sample images.
    private let localOrigins: Set<Origin>
    private let clientConfiguration: ClientConfiguration
    private let send: HTTPHandler

    init(_ configuration: SeekConfiguration, _ clientConfiguration: ClientConfiguration) {
        hosts = Set(configuration.imageHosts.map { $0.lowercased() })
        localOrigins = Set(
            [configuration.youTubeBaseURL, configuration.gitHubBaseURL].compactMap(Origin.init)
                .filter(\.isLoopback)
        )
        self.clientConfiguration = clientConfiguration
        var stack = clientConfiguration.middlewareStack(credential: nil, for: nil)
        stack.redirects = nil
        // Not a budget, but middleware at this place runs inside the cache.
        stack.budgets.append(ImageCheck())
        send = clientConfiguration.transport.handler(through: stack.middleware)
    }

    /// Returns the bytes of an image. The header fields of the options, which may be credentials, are not sent.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` if the URL is not allowed; nothing is sent then.
    func image(at url: URL, _ callOptions: CallOptions) async throws(NetworkError) -> Data {
        let fields: HTTPFields = [.userAgent: ClientConfiguration.userAgent, .accept: "image/*"]
        let request = HTTPRequest(url: url, headerFields: fields)
        guard allows(request) else {
            let host = url.host() ?? "no host"
            let reason = "the URL must be https with the default port, and its host (\(host)) must be in imageHosts"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        let options = clientConfiguration.requestOptions(callOptions, maximumBodySize: Self.maximumBodySize)
        let response = try await send(request, options)
        let context = NetworkError.Context(request: request, response: response)
        guard response.status.isSuccessful else { throw .unacceptableStatus(response.status.code, context) }
        return response.body
    }

    private func allows(_ request: HTTPRequest) -> Bool {
        guard let origin = request.origin else { return false }
        if localOrigins.contains(origin) { return true }
        return origin.scheme == "https" && origin.port == 443
            && hosts.contains { origin.host == $0 || origin.host.hasSuffix(".\($0)") }
    }
}

/// Rejects responses that are not images, such as the login page of a captive portal. It runs inside the cache, so that
/// such responses are not stored.
private struct ImageCheck: HTTPMiddleware {
    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let response = try await next(request, options)
        guard !response.status.isSuccessful || response.mediaType?.hasPrefix("image/") == true else {
            throw .unacceptableMediaType(
                response.mediaType,
                NetworkError.Context(request: request, response: response)
            )
        }
        return response
    }
}
