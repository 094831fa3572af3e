public import SeekBasics

extension APIClient {
    /// Returns a client that contacts the server. Equivalent to the initializer.
    public static func live(
        baseURL: URL,
        transport: any HTTPTransport,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport, configure: configure)
    }

    /// Returns a client that returns the sample of each endpoint, for tests and previews.
    ///
    /// - Parameters:
    ///   - behavior: Whether the samples are delayed. With ``StubBehavior/never``, a request fails unless the
    ///     ``Endpoint/stubBehavior`` of its endpoint differs.
    public static func sample(
        baseURL: URL,
        _ behavior: StubBehavior = .immediate,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: NoTransport()) {
            $0.stubBehavior = behavior
            configure(&$0)
        }
    }

    /// Returns a client that returns the sample of each endpoint with the given status, such as 404.
    public static func status(
        _ status: HTTPResponse.Status,
        baseURL: URL,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        .sample(baseURL: baseURL) {
            $0.overrideResponse = { _ in .status(status) }
            configure(&$0)
        }
    }
}
