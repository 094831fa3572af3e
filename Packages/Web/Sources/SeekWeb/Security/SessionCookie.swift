import SeekNetworking

/// The cookie of a browser that is logged in (RFC 6265). Scripts cannot read it, and it is not sent with requests of
/// other sites.
struct SessionCookie: Sendable {
    /// Whether users reach the app over `https` only. The prefix of the name then ensures that neither a page over
    /// `http` nor one of another host of the domain can set the cookie (RFC 6265bis §4.1.3.2).
    var isSecure: Bool

    private var name: String { isSecure ? "__Host-seek_session" : "seek_session" }

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameter lifetime: In seconds; 0 removes the cookie.
    func field(_ value: String, lifetime: Int) -> String {
        "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(lifetime)\(isSecure ? "; Secure" : "")"
    }

    func values(in request: WebRequest) -> [Substring] {
        request.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix("\(name)=") ? pair.dropFirst(name.utf8.count + 1) : nil
        }
    }
}

extension HTTPField.Name {
    static let cookie = HTTPField.Name("Cookie")
    static let setCookie = HTTPField.Name("Set-Cookie")
}
