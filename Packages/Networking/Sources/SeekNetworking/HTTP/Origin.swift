#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The origin of a URL: scheme, host and port (RFC 6454 §4). Credentials belong to one origin and go to no other.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host, in lower case.
    public let host: String
    /// The port, the scheme's own (80, 443) where the URL names none.
    public let port: Int

    /// The origin of a URL, or nil where it is not an absolute `http` or `https` URL with a host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty else {
            return nil
        }
        switch scheme {
        case "http": port = url.port ?? 80
        case "https": port = url.port ?? 443
        default: return nil
        }
        self.scheme = scheme
        self.host = host
    }

    /// `scheme://host:port`
    public var description: String { "\(scheme)://\(host):\(port)" }
}
