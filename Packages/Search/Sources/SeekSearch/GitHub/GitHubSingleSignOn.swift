public import SeekBasics
public import SeekNetworking

/// What a response reports about the SAML single sign-on of organizations, for which a token must be authorized
/// (`X-GitHub-SSO`; docs.github.com, "Authenticating to the REST API").
public enum GitHubSingleSignOn: Sendable, Hashable {
    /// The request was denied. The user of the token authorizes it on this page, whose address has a parameter that is
    /// valid for an hour.
    case required(URL)
    /// The results of organizations are missing, because the token is not authorized for them. The array contains the
    /// IDs of the organizations.
    case partialResults(organizations: [String])

    /// Parses the field of a response; nil if the field is missing or has another format.
    public init?(_ fields: HTTPFields) {
        guard let text = fields[.gitHubSSO] else { return nil }
        let state = text.prefix { $0 != ";" }.lowercased()
        if state == "partial-results" {
            let ids = text.firstMatch(of: /organizations=([^;]*)/)?.output.1.split(separator: ",") ?? []
            self = .partialResults(organizations: ids.map { String($0.filter { $0 != " " }) })
        } else if state == "required", let address = text.firstMatch(of: /url=(https:\/\/[!-~]+)/)?.output.1,
            let url = URL(string: String(address))
        {
            self = .required(url)
        } else {
            return nil
        }
    }
}

/// Why results are missing from the response of an API.
public enum IncompleteReason: Sendable, Hashable {
    /// The API's search timed out.
    case timedOut
    /// The token is not authorized for the SAML single sign-on of an organization with this ID; nil if GitHub does not
    /// name the organization.
    case unauthorizedOrganization(id: String?)
}

extension HTTPResponse {
    /// Why results are missing from a response of GitHub, according to its header fields; empty if none are.
    public var incompleteReasons: Set<IncompleteReason> {
        guard case .partialResults(let organizations) = GitHubSingleSignOn(headerFields) else { return [] }
        return organizations.isEmpty
            ? [.unauthorizedOrganization(id: nil)] : Set(organizations.map { .unauthorizedOrganization(id: $0) })
    }
}

extension HTTPField.Name {
    fileprivate static let gitHubSSO = Self("X-GitHub-SSO")
}
