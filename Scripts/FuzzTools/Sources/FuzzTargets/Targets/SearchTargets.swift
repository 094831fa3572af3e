import Foundation
import SeekNetworking

@testable import SeekSearch

extension FuzzTarget {
    /// Queries for GitHub's search: diagnosing any query must not crash. The input is a text on the first line,
    /// followed by a phrase.
    static let gitHubQuery = FuzzTarget("github-query") { bytes in
        let (text, phrase) = FuzzText(bytes).firstLineAndRest
        let query = GitHubQuery(text).phrase(phrase).with(.language(phrase), .repository(text))
        for kind in GitHubSearchKind.allCases { _ = query.diagnostics(for: kind) }
        return nil
    }

    /// Queries for YouTube's search: diagnosing any query must not crash, and the percent-encoded text must decode to
    /// the original text. The input is a text on the first line, followed by the value of the other parameters.
    static let youTubeQuery = FuzzTarget("youtube-query") { bytes in
        let (text, value) = FuzzText(bytes).firstLineAndRest
        var query = YouTubeSearchQuery(text)
        (query.regionCode, query.relevanceLanguage, query.channelID) = (value, value, value)
        query.fields = YouTubeFields(value)
        _ = query.diagnostics()
        let address = "https://example.com/?\(QueryParameters(dictionaryLiteral: ("q", text)).encoded)"
        guard let url = URL(string: address) else { return "not a URL: \(address)" }
        let decoded = QueryParameters(of: url).items.first?.value ?? ""
        // Bytes are compared, because strings that differ only in Unicode normalization are equal.
        return Array(decoded.utf8) == Array(text.utf8) ? nil : "decoded as \(decoded)"
    }
}
