import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The base URLs of the APIs.
enum ServiceURL {
    static let youTube = url("https://www.googleapis.com")
    static let gitHub = url("https://api.github.com")

    private static func url(_ constant: StaticString) -> URL {
        guard let url = URL(string: "\(constant)") else { preconditionFailure("'\(constant)' is a URL (RFC 3986)") }
        return url
    }
}

extension HTTPField.Name {
    static let googleAPIKey = Self(constant: "X-Goog-Api-Key")
    static let gitHubAPIVersion = Self(constant: "X-GitHub-Api-Version")
    static let rateLimitRemaining = Self(constant: "X-RateLimit-Remaining")
    static let rateLimitReset = Self(constant: "X-RateLimit-Reset")
}
