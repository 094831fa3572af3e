import SeekNetworking

/// The cookie of a browser that is logged in (RFC 6265). Scripts cannot read it, and it is not sent with requests of
/// other sites.
enum SessionCookie {
    static let name = "seek_session"
    /// The lifetime of the cookie in seconds: 30 days.
    private static let lifetime = 30 * 86_400

    /// Returns the value of `Set-Cookie`.
    ///
    /// - Parameters:
    ///   - value: The value of the session; nil removes the cookie.
    ///   - isSecure: Whether browsers send the cookie over `https` only.
    static func field(_ value: String?, isSecure: Bool) -> String {
        "\(name)=\(value ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(value == nil ? 0 : lifetime)"
            + (isSecure ? "; Secure" : "")
    }
}

extension WebRequest {
    func cookies(named name: String) -> [Substring] {
        headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix("\(name)=") ? pair.dropFirst(name.utf8.count + 1) : nil
        }
    }
}

extension HTTPField.Name {
    static let cookie = HTTPField.Name(constant: "Cookie")
    static let setCookie = HTTPField.Name(constant: "Set-Cookie")
}
