import SeekBasics

extension APIClient {
    func options(
        timeToLive: Duration? = nil,
        isIdempotent: Bool = false,
        sample: HTTPResponse? = nil,
        stubBehavior: StubBehavior? = nil
    ) -> RequestOptions {
        let deadline = ContinuousClock.now + (callOptions.timeout ?? configuration.timeout)
        var options = RequestOptions(
            deadline: min(deadline, RequestDeadline.current ?? deadline),
            maximumBodySize: configuration.maximumBodySize,
            timeToLive: timeToLive,
            cacheMode: callOptions.cacheMode ?? configuration.cacheMode,
            isIdempotent: isIdempotent,
            allowsStale: callOptions.allowsStale ?? configuration.allowsStale
        )
        let stubBehavior = stubBehavior ?? configuration.stubBehavior
        if stubBehavior != .never { options.stub = .sample(sample, stubBehavior) }
        return options
    }

    /// Returns the header fields of the client, a request and the call options. A field replaces those with the same
    /// name that come earlier in this order. A missing `User-Agent` is added, if the client has one.
    func headerFields(replacedBy fields: HTTPFields) -> HTTPFields {
        var result = configuration.headerFields
        result.merge(fields)
        result.merge(callOptions.headerFields)
        if result[.userAgent] == nil { result[.userAgent] = configuration.userAgent }
        return result
    }

    /// Returns the request of an endpoint, before middleware changes it.
    func request<Value>(for endpoint: Endpoint<Value>) throws(NetworkError) -> HTTPRequest {
        // The origin is that of the base URL, which is valid.
        var request = HTTPRequest(
            method: endpoint.method,
            url: try url(of: endpoint.location),
            origin: try base.get().origin,
            headerFields: headerFields(replacedBy: endpoint.headerFields)
        )
        request.body = try endpoint.body?.data(encodedBy: configuration.encoder, for: request)
        if let type = endpoint.body?.contentType, request.headerFields[.contentType] == nil {
            request.headerFields[.contentType] = type
        }
        if let type = endpoint.acceptedMediaType, request.headerFields[.accept] == nil {
            request.headerFields[.accept] = type
        }
        if case .url = endpoint.location { try request.validate() } else { try request.validateContent() }
        return request
    }

    func url(of location: EndpointLocation) throws(NetworkError) -> URL {
        let base = try base.get()
        func invalid(_ reason: String) -> NetworkError {
            .invalidRequest(reason: reason, NetworkError.Context(request: HTTPRequest(url: baseURL), attempts: 0))
        }
        switch location {
        case .url(let url):
            guard Origin(url) == base.origin else {
                throw invalid(
                    "\(Redaction.redacted(url)) is outside the client's origin, \(base.origin?.description ?? "none")"
                )
            }
            return url
        case .path(let path, let query):
            guard !path.hasUnsafeSegment else {
                throw invalid("the path has a segment '.' or '..', or an empty value")
            }
            let urlString = base.urlString(path: path.encoded, query: query.encoded)
            guard let url = URL(string: urlString) else { throw invalid("'\(path.encoded)' is not a valid path") }
            return url
        }
    }
}

struct BaseURL: Sendable {
    let origin: Origin?
    private let url: String
    /// The URL with one trailing slash.
    private let prefix: String

    init(_ url: URL) throws(NetworkError) {
        let request = HTTPRequest(url: url)
        try request.validate()
        guard url.query() == nil, url.fragment() == nil else {
            let reason = "the base URL has a query or a fragment; remove it, and add its parameters to the endpoints"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        origin = Origin(url)
        self.url = url.absoluteString
        var prefix = self.url
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.prefix = prefix + "/"
    }

    /// Returns the URL of an encoded path and an encoded query. The path may itself contain a query.
    func urlString(path: String, query: String) -> String {
        let urlString = path.isEmpty ? url : prefix + path
        guard !query.isEmpty else { return urlString }
        return urlString + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }
}
