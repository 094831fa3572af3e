import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A result to open, identified by an ID, a name or a URL.
struct OpenTarget: Openable, Hashable {
    let web: URL
    /// The URL that opens the result in its app; `nil` if it can be opened in the browser only.
    var app: URL?

    init(web: URL) { self.web = web }

    func url(for mode: OpeningMode) -> URL? { mode == .app ? app : web }

    /// Parses `owner/repository`, `owner/repository#number`, the ID of a video, channel or playlist, `@handle`, or a
    /// URL.
    init(_ text: String) throws(UsageError) {
        if text.contains("://") {
            guard let url = URL(string: text), Origin(url) != nil else {
                throw UsageError("'\(SafeText.line(text))' is not an http or https URL")
            }
            guard url.user() == nil, url.password() == nil else {
                throw UsageError("the URL contains a user name or password; remove it")
            }
            self.init(web: url)
            return
        }
        guard let (path, isYouTube) = Self.path(of: text) else {
            throw UsageError(
                "cannot open '\(SafeText.line(text))'; use OWNER/REPOSITORY, OWNER/REPOSITORY#NUMBER, the ID of a "
                    + "video, channel or playlist, @HANDLE, or a URL"
            )
        }
        let base = isYouTube ? "www.youtube.com" : "github.com"
        guard let web = URL(string: "https://\(base)/\(path)") else {
            throw UsageError("'\(SafeText.line(text))' is not a valid name")
        }
        self.init(web: web)
        app = isYouTube ? URL(string: "youtube://\(base)/\(path)") : web
    }

    /// Returns whether a string can be a segment of a path: an ID, or the name of a user or repository.
    static func isName(_ text: some StringProtocol) -> Bool {
        !["", ".", ".."].contains(text)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }

    private static func path(of text: String) -> (String, isYouTube: Bool)? {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        if names.count == 2, names.allSatisfy(isName) {
            guard parts.count == 2 else { return (text, false) }
            // GitHub redirects to the pull request if the number is not that of an issue.
            return Int(parts[1]).flatMap { $0 > 0 ? ("\(parts[0])/issues/\($0)", false) : nil }
        }
        if text.hasPrefix("@"), isName(text.dropFirst()) { return (text, true) }
        guard isName(text), !text.contains(".") else { return nil }
        switch (text.count, text.prefix(2)) {
        case (11, _): return ("watch?v=\(text)", true)
        case (24, "UC"): return ("channel/\(text)", true)
        case (18..., "PL"), (18..., "UU"), (18..., "OL"): return ("playlist?list=\(text)", true)
        default: return nil
        }
    }
}

/// Parses the ID of a video: the ID itself, or a YouTube URL that contains it.
enum VideoID {
    static func parse(_ text: String) throws(UsageError) -> String {
        guard text.contains("://") || text.contains("/") else {
            guard !text.isEmpty, !text.contains(where: { $0.isWhitespace || $0 == "," }) else {
                throw UsageError("'\(SafeText.line(text))' is not a video ID")
            }
            return text
        }
        let components = URLComponents(string: text.contains("://") ? text : "https://\(text)")
        let host = components?.host?.lowercased() ?? ""
        let parts = (components?.path ?? "").split(separator: "/")
        var id: String?
        if host == "youtu.be" {
            id = parts.first.map(String.init)
        } else if host == "youtube.com" || host.hasSuffix(".youtube.com") {
            let first = parts.first.map(String.init) ?? ""
            id =
                first == "watch"
                ? components?.queryItems?.first { $0.name == "v" }?.value
                : ["shorts", "live", "embed"].contains(first) ? parts.dropFirst().first.map(String.init) : nil
        }
        guard let id, !id.isEmpty else { throw UsageError("'\(SafeText.line(text))' is not the URL of a video") }
        return id
    }
}
