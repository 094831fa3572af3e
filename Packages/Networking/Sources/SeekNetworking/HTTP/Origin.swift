public import SeekBasics

/// The origin of a URL: scheme, host and port (RFC 6454 §4). Credentials are sent to their own origin only.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The normalized host: decoded, in lower case, and without the trailing dot of the DNS root. An IPv6 address has
    /// no brackets and is formatted according to RFC 5952.
    public let host: String
    /// The port; the scheme's default (80, 443) if the URL has none.
    public let port: Int

    /// Creates the origin of a URL, or returns nil if it is not an absolute `http` or `https` URL with a host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let decodedHost = url.host(percentEncoded: false) else {
            return nil
        }
        let host = Self.normalized(decodedHost)
        guard !host.isEmpty else { return nil }
        switch scheme {
        case "http": port = url.port ?? 80
        case "https": port = url.port ?? 443
        default: return nil
        }
        self.scheme = scheme
        self.host = host
    }

    /// Whether a credential may be sent to the origin, because the connection uses TLS or the host is this machine.
    public var protectsCredentials: Bool { scheme == "https" || isLoopback }

    /// Whether the host is this machine: `localhost` and its subdomains (RFC 6761 §6.3), `127.0.0.0/8` or `::1`.
    ///
    /// No name is resolved. Other notations of such an address are not recognized.
    public var isLoopback: Bool { literalAddress?.isLoopback ?? false }

    /// `scheme://host:port`, without brackets around an IPv6 address.
    public var description: String { "\(scheme)://\(host):\(port)" }

    private static func normalized(_ host: String) -> String {
        let host = host.lowercased()
        if host.utf8.contains(UInt8(ascii: ":")) { return IPAddress(host)?.description ?? host }
        return host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    }
}

extension Origin {
    /// The reason why no request may be sent to the host, or nil if the host is valid.
    ///
    /// libcurl and system libraries accept more spellings than RFC 3986: `0x7f000001`, `127.1` and `0177.0.0.1` all
    /// mean 127.0.0.1. Comparing hosts is safe only if each has a single spelling.
    var hostProblem: String? {
        if host.utf8.contains(UInt8(ascii: ":")) {
            // A zone (`fe80::1%eth0`) names an interface of this machine and is not part of the address.
            let address = String(host.prefix { $0 != "%" })
            return IPAddress(address) == nil ? "the host '\(host)' is not an IPv6 address" : nil
        }
        guard host.utf8.allSatisfy(Self.isHostByte) else {
            return "the host '\(host)' contains a character that host names must not contain; "
                + "write international names in ASCII (xn--…)"
        }
        let last = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        let isNumber =
            last.utf8.first.map { 0x30...0x39 ~= $0 } ?? false
            && (last.hasPrefix("0x") || last.utf8.allSatisfy { 0x30...0x39 ~= $0 })
        guard !isNumber || IPAddress(host) != nil else {
            return "the host '\(host)' is not an IPv4 address; write four decimal numbers, as in 127.0.0.1"
        }
        return nil
    }

    /// Whether the host is an address (or a name of this machine) that is not globally reachable.
    var isLocal: Bool {
        literalAddress.map { !$0.isPublic } ?? false
    }

    /// Whether the host is local, or its name suggests a private network: a single label, or a domain for such networks
    /// (RFC 6762 §3, RFC 8375, ICANN's `internal`).
    var isPossiblyLocal: Bool {
        isLocal || !host.contains(".") && literalAddress == nil
            || [".local", ".internal", ".home.arpa"].contains { host.hasSuffix($0) }
    }

    /// The address if the host is one; 127.0.0.1 if it is `localhost` or a subdomain (RFC 6761 §6.3); otherwise nil.
    package var literalAddress: IPAddress? {
        if host == "localhost" || host.hasSuffix(".localhost") { return IPAddress("127.0.0.1") }
        return IPAddress(String(host.prefix { $0 != "%" }))
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
