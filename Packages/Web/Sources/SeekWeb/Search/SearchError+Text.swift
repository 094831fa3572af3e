import Seek
import SeekBasics
import SeekNetworking

extension SearchError {
    /// Returns what went wrong and what to do, for users of the server: its credentials are set by who runs it.
    ///
    /// - Parameters:
    ///   - now: The time to which other times are relative.
    ///   - source: Whether the text is shown beside the name of the source or the result, and need not repeat it.
    func text(at now: Date = Date(), besideSource source: Bool = false) -> String {
        var failure = failure
        let service = failure.service.flatMap(SearchService.init)
        if source, !failure.describesService { failure.service = nil }
        return failure.message(at: now) { advice in
            switch advice {
            case .setCredential, .replaceCredential: service?.credentialAdvice
            default: nil
            }
        }
    }
}

extension SearchService {
    /// How the operator of the server sets a credential.
    fileprivate var credentialAdvice: String {
        let (name, variable) = self == .youTube ? ("youtube", "YOUTUBE_API_KEY") : ("github", "GH_TOKEN")
        return "run seek auth login \(name) and start seek web again, or start seek-web with \(variable)"
    }
}
