import SeekBasics

/// The address of a Redis server, and the credentials and the database that are sent after connecting.
struct RedisAddress: Sendable, Hashable {
    enum Endpoint: Sendable, Hashable {
        case host(String, port: UInt16)
        case unixSocket(path: String)
    }

    let endpoint: Endpoint
    /// Nil for Redis's default user.
    let user: String?
    let password: String?
    let database: Int

    /// Parses `redis://[user:password@]host[:port][/database]` or `unix://[user:password@]/path[?db=database]`. The
    /// user, the password and the path are percent-encoded. White space around the URL is ignored.
    init(_ url: String) throws(RedisError) {
        let parts = url.split(whereSeparator: \.isWhitespace)
        guard parts.count <= 1 else { throw .invalidURL("it contains white space; write a space as %20") }
        let url = parts.first ?? ""
        guard let separator = url.firstRange(of: "://") else {
            throw .invalidURL("it must begin with redis:// or unix://")
        }
        var location = url[separator.upperBound...]
        let scheme = url[..<separator.lowerBound].lowercased()
        (user, password) = try Self.takeCredentials(from: &location, isSocket: scheme == "unix")
        switch scheme {
        case "redis": (endpoint, database) = try Self.parseHost(location)
        case "unix": (endpoint, database) = try Self.parseSocket(location)
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

    /// Removes `user:password@` from the location, and returns the user and the password. The last `@` before the path
    /// ends them, so that a password may contain an `@`.
    private static func takeCredentials(
        from location: inout Substring,
        isSocket: Bool
    ) throws(RedisError) -> (user: String?, password: String?) {
        let authority = location[..<(location.firstIndex(of: "/") ?? location.endIndex)]
        // After the first slash, an `@` may occur only in the path of a socket. The slash begins that path if it begins
        // the location or follows an `@`; otherwise the slash is part of a password that is not encoded.
        let allowsAtSign = isSocket && (authority.isEmpty || authority.last == "@")
        guard allowsAtSign || !location[authority.endIndex...].contains("@") else { throw .invalidURL(encodingAdvice) }
        guard let atSign = authority.lastIndex(of: "@") else { return (nil, nil) }
        let parts = authority[..<atSign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        location = location[location.index(after: atSign)...]
        guard parts.count == 2, !parts[1].isEmpty else {
            throw .invalidURL("the part before @ must be user:password, or :password for the default user")
        }
        let user = try decoded(parts[0])
        return (user.isEmpty ? nil : user, try decoded(parts[1]))
    }

    private static let encodingAdvice =
        "in a user name or password, write / # @ : and % as %2F %23 %40 %3A and %25"

    private static func decoded(_ text: Substring) throws(RedisError) -> String {
        // Each part after a `%` must begin with two hexadecimal digits.
        let parts = text.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        guard parts.allSatisfy({ $0.count >= 2 && $0.prefix(2).allSatisfy(\.isHexDigit) }) else {
            throw .invalidURL("a % in a user name, password or path must be written as %25")
        }
        return PercentEncoding.decode(text)
    }

    private static func parseHost(_ text: Substring) throws(RedisError) -> (Endpoint, database: Int) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var host = parts[0]
        var port: UInt16 = 6_379
        guard !text.contains("?") else {
            throw .invalidURL("redis:// has no parameters; write the database after a slash, such as /3")
        }
        // An IPv6 address is in brackets, because it contains colons.
        if let colon = host.lastIndex(of: ":"), host.last != "]" {
            guard let number = UInt16(host[host.index(after: colon)...]), number > 0 else {
                throw .invalidURL("the port must be a number from 1 to 65535")
            }
            port = number
            host = host[..<colon]
        }
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw .invalidURL("an IPv6 address must be in brackets, such as redis://[::1]:6379")
        }
        guard !host.isEmpty else { throw .invalidURL("the host is missing") }
        return (.host(String(host), port: port), try parseDatabase(parts.count == 2 ? parts[1] : ""))
    }

    private static func parseSocket(_ text: Substring) throws(RedisError) -> (Endpoint, database: Int) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].first == "/", parts[0].count > 1 else {
            throw .invalidURL(
                """
                the path of the socket must be absolute, such as unix:///run/redis.sock; for a host, write \
                redis://HOST:PORT
                """
            )
        }
        guard parts.count == 1 || parts[1].hasPrefix("db=") else {
            throw .invalidURL("the only parameter of unix:// is db, the number of the database")
        }
        let database = try parseDatabase(parts.count == 2 ? parts[1].dropFirst(3) : "")
        return (.unixSocket(path: try decoded(parts[0])), database)
    }

    private static func parseDatabase(_ text: Substring) throws(RedisError) -> Int {
        if text.isEmpty { return 0 }
        guard let number = UInt16(text) else {
            throw .invalidURL("the database must be a number, such as 0; a socket is written as unix:///PATH")
        }
        return Int(number)
    }
}

extension RedisAddress: CustomStringConvertible {
    /// The host and the port, or the path of the socket; and the database unless it is 0. Without the credentials.
    var description: String {
        switch endpoint {
        case .host(let host, let port):
            "\(host.contains(":") ? "[\(host)]" : host):\(port)\(database == 0 ? "" : "/\(database)")"
        case .unixSocket(let path): path + (database == 0 ? "" : "?db=\(database)")
        }
    }
}
