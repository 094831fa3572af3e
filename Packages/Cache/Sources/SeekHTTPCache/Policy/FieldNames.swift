import SeekNetworking

extension HTTPField.Name {
    static let cacheStatus = Self(constant: "Cache-Status")
    static let connection = Self(constant: "Connection")
    static let contentRange = Self(constant: "Content-Range")
    static let ifMatch = Self(constant: "If-Match")
    static let ifRange = Self(constant: "If-Range")
    static let ifUnmodifiedSince = Self(constant: "If-Unmodified-Since")
    static let pragma = Self(constant: "Pragma")
    static let range = Self(constant: "Range")
    static let setCookie = Self(constant: "Set-Cookie")
}
