import SeekBasics

/// The address of a Redis server, with what is sent after connecting.
struct RedisAddress: Sendable, Hashable {
    /// How the server is reached.
    enum Endpoint: Sendable, Hashable {
        case host(String, port: UInt16)
        case unixSocket(path: String)
    }

    let endpoint: Endpoint
    /// Nil for Redis's default user.
    let user: String?
    let password: String?
    let database: Int

    /// Parses `redis://[user:password@]host[:port][/database]` or `unix://[user:password@]/path[?db=database]`. User
    /// and password are percent-encoded.
    init(_ url: String) throws(RedisError) {
        guard let separator = url.firstRange(of: "://") else {
            throw .invalidURL("it must begin with redis:// or unix://")
        }
        var rest = url[separator.upperBound...]
        (user, password) = try Self.takeCredentials(from: &rest)
        switch url[..<separator.lowerBound].lowercased() {
        case "redis": (endpoint, database) = try Self.host(rest)
        case "unix": (endpoint, database) = try Self.socket(rest)
        case "rediss":
            throw .invalidURL(
                """
                rediss:// needs TLS, which this version of hiredis does not offer; run a TLS tunnel such as stunnel on \
                this machine and use its redis:// or unix:// address
                """
            )
        default: throw .invalidURL("its scheme must be redis:// or unix://")
        }
    }

    /// The command that authenticates; nil without a password.
    var authentication: [String]? {
        password.map { ["AUTH"] + (user.map { [$0] } ?? []) + [$0] }
    }

    /// Removes `user:password@`. The last `@` before the path ends it, so that a password may contain one.
    private static func takeCredentials(
        from rest: inout Substring
    ) throws(RedisError) -> (user: String?, password: String?) {
        let path = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let at = rest[..<path].lastIndex(of: "@") else {
            // Only the path of a socket may contain an `@`, and nothing precedes it without credentials.
            guard path == rest.startIndex || !rest.contains("@") else {
                throw .invalidURL("a / in the user name or password must be written as %2F")
            }
            return (nil, nil)
        }
        let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rest = rest[rest.index(after: at)...]
        guard parts.count == 2, !parts[1].isEmpty else {
            throw .invalidURL("the part before @ must be user:password, or :password for the default user")
        }
        let user = PercentEncoding.decode(parts[0])
        return (user.isEmpty ? nil : user, PercentEncoding.decode(parts[1]))
    }

    private static func host(_ text: Substring) throws(RedisError) -> (Endpoint, database: Int) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var host = parts[0]
        var port: UInt16 = 6_379
        // An IPv6 address is in brackets, because it contains colons.
        if let colon = host.lastIndex(of: ":"), host.last != "]" {
            guard let number = UInt16(host[host.index(after: colon)...]), number > 0 else {
                throw .invalidURL("the port must be a number from 1 to 65535")
            }
            port = number
            host = host[..<colon]
        }
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { throw .invalidURL("the host is missing") }
        return (.host(String(host), port: port), try database(parts.count == 2 ? parts[1] : ""))
    }

    private static func socket(_ text: Substring) throws(RedisError) -> (Endpoint, database: Int) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].first == "/", parts[0].count > 1 else {
            throw .invalidURL("the path of the socket must be absolute, such as unix:///run/redis.sock")
        }
        guard parts.count == 1 || parts[1].hasPrefix("db=") else {
            throw .invalidURL("the only parameter of unix:// is db, the number of the database")
        }
        let database = try database(parts.count == 2 ? parts[1].dropFirst(3) : "")
        return (.unixSocket(path: PercentEncoding.decode(parts[0])), database)
    }

    private static func database(_ text: Substring) throws(RedisError) -> Int {
        if text.isEmpty { return 0 }
        guard let number = UInt16(text) else { throw .invalidURL("the database must be a number, such as 0") }
        return Int(number)
    }
}
