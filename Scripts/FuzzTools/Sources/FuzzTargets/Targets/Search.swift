import SeekNetworking

@testable import SeekSearch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FuzzTarget {
    /// Queries for GitHub's search: diagnosing any query must not crash.
    static let gitHubQuery = FuzzTarget("github-query") { bytes in
        let (first, rest) = FuzzText(bytes).split
        let query = GitHubQuery(first).phrase(rest).with(.language(rest), .repository(first))
        for kind in GitHubSearchKind.allCases { _ = query.diagnostics(for: kind) }
        return nil
    }

    /// Queries for YouTube's search: diagnosing any query must not crash, and the percent-encoded text must be decoded
    /// unchanged.
    static let youTubeQuery = FuzzTarget("youtube-query") { bytes in
        let (first, rest) = FuzzText(bytes).split
        var query = YouTubeSearchQuery(first)
        (query.regionCode, query.relevanceLanguage, query.channelID) = (rest, rest, rest)
        query.fields = YouTubeFields(rest)
        _ = query.diagnostics()
        let encoded = QueryParameters(dictionaryLiteral: ("q", first)).encoded
        let text = "https://example.com/?\(encoded)"
        guard let url = URL(string: text) else { return "not a URL: \(text)" }
        let decoded = QueryParameters(of: url).items.first?.value ?? ""
        return Array(decoded.utf8) == Array(first.utf8) ? nil : "decoded as \(decoded)"
    }
}
