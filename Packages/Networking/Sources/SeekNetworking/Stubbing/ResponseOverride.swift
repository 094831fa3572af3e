#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A change to the answer of an endpoint, which itself stays as it is: another status, fields, body, or a broken transport.
///
/// ```swift
/// configuration.overrideResponse = { $0.url.path.hasSuffix("/repos") ? .status(404) : nil }
/// ```
public struct ResponseOverride: Sendable, Hashable {
    /// The status in place of the answer's.
    public var status: HTTPResponse.Status?
    /// Header fields in place of the answer's of the same name.
    public var headerFields: HTTPFields
    /// The body in place of the answer's.
    public var body: Data?
    /// How the transport breaks, in place of any answer. Nothing is sent then.
    public var failure: TransportFailure?

    /// Makes a change.
    public init(
        status: HTTPResponse.Status? = nil,
        headerFields: HTTPFields = [:],
        body: Data? = nil,
        failure: TransportFailure? = nil
    ) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.failure = failure
    }

    /// Another status.
    public static func status(_ status: HTTPResponse.Status) -> ResponseOverride { ResponseOverride(status: status) }

    /// A transport that breaks.
    public static func failure(_ failure: TransportFailure) -> ResponseOverride { ResponseOverride(failure: failure) }

    /// The response with the changes: a stub, whose attempts are those that were made for the server's own response.
    func applied(to response: HTTPResponse) -> HTTPResponse {
        var response = response
        if let status { response.status = status }
        for field in headerFields { response.headerFields[field.name] = field.value }
        if let body { response.body = body }
        response.provenance.source = .stub
        return response
    }
}
