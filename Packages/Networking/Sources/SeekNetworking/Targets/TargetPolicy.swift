/// Decides which addresses requests may be sent to: a control for servers that fetch URLs they are given (server-side request
/// forgery, SSRF).
///
/// A transport applies it to the address a host name resolved to, for each connection and before anything is sent, so that neither an
/// unusual spelling of a host nor a name that resolves to a private address passes it.
/// ```swift
/// let transport = CurlTransport { $0.targetPolicy = .publicInternetOnly }
/// ```
public struct TargetPolicy: Sendable {
    /// Where a connection is about to be made.
    public struct Target: Sendable, Hashable {
        /// The host of the URL.
        public let host: String
        /// The port.
        public let port: Int
        /// The address the host resolved to.
        public let address: IPAddress

        /// Creates a target.
        public init(host: String, port: Int, address: IPAddress) {
            self.host = host
            self.port = port
            self.address = address
        }
    }

    /// Nil where every target is allowed.
    private let predicate: (@Sendable (Target) -> Bool)?

    /// Allows every target. The default: an app or a command-line tool may well use servers of its own network.
    public static let any = TargetPolicy(predicate: nil)

    /// Allows addresses of the public internet (``IPAddress/isPublic``) and no other.
    public static let publicInternetOnly = TargetPolicy { $0.address.isPublic }

    /// Creates a policy.
    ///
    /// - Parameter allows: Whether requests may be sent to a target. Called on the transport's thread, possibly several times for a
    ///   request; it must not block.
    public init(_ allows: @escaping @Sendable (Target) -> Bool) {
        self.init(predicate: allows)
    }

    private init(predicate: (@Sendable (Target) -> Bool)?) {
        self.predicate = predicate
    }

    /// Whether there is anything to check.
    package var isRestricting: Bool { predicate != nil }

    /// Whether requests may be sent to a target.
    public func allows(_ target: Target) -> Bool { predicate?(target) ?? true }
}
