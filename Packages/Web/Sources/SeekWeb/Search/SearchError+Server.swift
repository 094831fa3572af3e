import Seek

extension SearchError {
    /// What went wrong and what to do, for users of the server. Unlike ``message``, it describes where the
    /// credentials of the server are set.
    var messageForWebUsers: String {
        switch self {
        case .missingCredential(let service):
            "This server has no \(service.credential) for \(service): \(service.credentialAdvice)"
        case .unauthorized(let service, _):
            "\(service) did not accept the \(service.credential) of this server: \(service.credentialAdvice)"
        default: message
        }
    }
}

extension SearchService {
    fileprivate var credential: String { self == .youTube ? "API key" : "token" }

    /// How the operator of the server sets a credential.
    fileprivate var credentialAdvice: String {
        switch self {
        case .youTube: "run seek auth login youtube and start seek web again, or start seek-web with YOUTUBE_API_KEY."
        case .gitHub: "run seek auth login github and start seek web again, or start seek-web with GH_TOKEN."
        }
    }
}
