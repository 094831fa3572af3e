import SeekBasics
import SeekNetworking

enum WebURL {
    /// Parses an http or https URL to which requests can be sent. The name of its flag is part of errors.
    static func parse(_ text: String, of name: String, example: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), Origin(url) != nil, url.user() == nil, url.password() == nil else {
            throw UsageError(
                "\(name) must be an http or https URL without a user name, such as \(example), "
                    + "not '\(SafeText.line(text))'"
            )
        }
        if let problem = problem(with: url) { throw UsageError("\(name) is invalid: \(problem)") }
        return url
    }

    /// Returns why no request can be sent to a URL, such as an invalid host or port; `nil` if requests can be sent.
    static func problem(with url: URL) -> String? {
        do throws(NetworkError) {
            try HTTPRequest(method: .get, url: url).validate()
            return nil
        } catch {
            return if case .invalidRequest(let reason, _) = error { reason } else { error.description }
        }
    }
}
