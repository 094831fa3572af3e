#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension APIClient {
    /// A client that asks the server: the initializer under the name that stands beside the others'.
    public static func live(
        baseURL: URL,
        transport: any HTTPTransport,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport, configure: configure)
    }

    /// A client that answers each endpoint with its sample: for tests, and for a screen whose API is not there yet.
    ///
    /// - Parameter delay: how long an answer takes.
    public static func sample(
        baseURL: URL,
        after delay: Duration = .zero,
        configure: (inout Configuration) -> Void = { _ in }
    ) -> APIClient {
        APIClient(baseURL: baseURL, transport: NoTransport()) {
            $0.stubBehavior = delay > .zero ? .delayed(delay) : .immediately
            configure(&$0)
        }
    }

    /// A client that answers each endpoint with its sample under this status, such as 404.
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
