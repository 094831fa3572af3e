/// Which proxy a transport uses.
///
/// Requests to `http` URLs are sent to the proxy; for `https` URLs, the proxy opens a tunnel (`CONNECT`), through which
/// it sees neither requests nor responses. If it refuses the tunnel, the request fails with
/// ``TransportFailure/proxy(_:)``, or with ``TransportFailure/proxyAuthenticationRequired`` if the status is 407.
public struct ProxySelection: Sendable, Hashable {
    package enum Choice: Sendable, Hashable {
        case system
        case direct
        case server(Server)
    }

    package struct Server: Sendable, Hashable {
        package let host: String
        package let port: Int
        package let username: String?
        package let password: String
    }

    package let choice: Choice

    /// The proxy of the system's settings: on Linux, that of the environment variables `http_proxy`, `https_proxy` and
    /// `all_proxy`, except for the hosts in `no_proxy`; on Apple platforms, that of the network settings.
    public static let system = ProxySelection(choice: .system)

    /// No proxy, whatever the system's settings.
    public static let direct = ProxySelection(choice: .direct)

    /// An HTTP proxy for all hosts, whatever the system's settings.
    ///
    /// - Parameters:
    ///   - host: The name or address of the proxy, such as `proxy.example`; not a URL.
    ///   - port: The port, 1 to 65535.
    ///   - username: The user name if the proxy requires one; it must not contain a colon (RFC 7617 §2). It is sent to
    ///     the proxy without encryption, as is the password.
    ///   - password: The password of the user. It is never printed.
    public static func server(
        _ host: String,
        port: Int,
        username: String? = nil,
        password: String = ""
    ) -> ProxySelection {
        ProxySelection(choice: .server(Server(host: host, port: port, username: username, password: password)))
    }
}

extension ProxySelection: CustomStringConvertible, CustomReflectable {
    /// `system`, `direct`, or the host and port of the server; without its credentials.
    public var description: String {
        switch choice {
        case .system: "system"
        case .direct: "direct"
        case .server(let server): "\(server.host):\(server.port)"
        }
    }

    /// Hides the credentials from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["proxy": description]) }
}
