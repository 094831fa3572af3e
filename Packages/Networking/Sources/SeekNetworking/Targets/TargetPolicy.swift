/// Decides which addresses requests may be sent to. Prevents server-side request forgery (SSRF) in servers that fetch
/// untrusted URLs.
///
/// `CurlTransport` applies it to the resolved address of each connection before anything is sent, so that neither an
/// unusual spelling of a host nor a name that resolves to a private address bypasses it. `URLSessionTransport` applies
/// it only to hosts that are an address, `localhost` or a subdomain of `localhost`, because it does not know the
/// resolved addresses.
///
/// ```swift
/// let transport = CurlTransport { $0.targetPolicy = .publicInternetOnly }
/// ```
public struct TargetPolicy: Sendable {
    /// The target of a connection.
    public struct Target: Sendable, Hashable {
        /// The host of the URL.
        public let host: String
        /// The port.
        public let port: Int
        /// The resolved address.
        public let address: IPAddress

        /// Creates a target.
        public init(host: String, port: Int, address: IPAddress) {
            self.host = host
            self.port = port
            self.address = address
        }
    }

    /// Nil if every target is allowed.
    private let predicate: (@Sendable (Target) -> Bool)?

    /// Allows every target. The default, because apps and command-line tools may use servers of their own network.
    public static let any = TargetPolicy(predicate: nil)

    /// Allows globally reachable addresses only (``IPAddress/isPublic``).
    public static let publicInternetOnly = TargetPolicy { $0.address.isPublic }

    /// Creates a policy.
    ///
    /// - Parameter allows: Returns whether requests may be sent to a target. Called on an arbitrary thread, possibly
    ///   several times for a request; must not block.
    public init(_ allows: @escaping @Sendable (Target) -> Bool) {
        self.init(predicate: allows)
    }

    private init(predicate: (@Sendable (Target) -> Bool)?) {
        self.predicate = predicate
    }

    package var isRestricting: Bool { predicate != nil }

    /// Whether requests may be sent to a target.
    public func allows(_ target: Target) -> Bool { predicate?(target) ?? true }
}
