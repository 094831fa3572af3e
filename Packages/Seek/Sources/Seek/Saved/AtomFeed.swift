public import SeekBasics
public import SeekSearch

/// Search results as an Atom feed ([RFC 4287](https://www.rfc-editor.org/rfc/rfc4287)).
///
/// ```swift
/// if let feed = AtomFeed(search) { try feed.xml.write(to: file, atomically: true, encoding: .utf8) }
/// ```
///
/// A feed reader recognizes an entry by its ID, a UUID that depends only on ``id`` and the ID of the result: an entry
/// remains the same when the search is renamed or edited, or when a repository is renamed.
public struct AtomFeed: Sendable, Hashable, Identifiable {
    /// The ID, which must remain the same as long as the feed exists.
    public var id: UUID
    /// The title.
    public var title: String
    /// A description below the title; nil or an empty string omits it.
    public var subtitle: String?
    /// The date of the last change of the results; also used for each result that has no date.
    public var updatedAt: Date
    /// The results, in any order: the entries are sorted by date, the latest first, then by ID, so that the feed does
    /// not depend on the ranking of the results.
    public var hits: [SearchHit]
    /// The public URL of the feed, from which readers update it; nil if it is unknown.
    public var url: URL?

    /// Creates a feed.
    public init(
        id: UUID,
        title: String,
        subtitle: String? = nil,
        updatedAt: Date,
        hits: [SearchHit],
        url: URL? = nil
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.updatedAt = updatedAt
        self.hits = hits
        self.url = url
    }

    /// Creates a feed of the latest known results of a saved search; nil if it has not been run, because a feed
    /// requires a date.
    public init?(_ search: SavedSearch, url: URL? = nil) {
        guard let date = search.lastChangedAt else { return nil }
        self.init(
            id: search.id,
            title: search.name,
            subtitle: search.query.text,
            updatedAt: date,
            hits: search.lastHits,
            url: url
        )
    }

    /// The feed as an XML document in UTF-8, to be served as `application/atom+xml`.
    public var xml: String {
        var lines = [
            #"<?xml version="1.0" encoding="utf-8"?>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
            element("id", urn(of: id)),
            element("title", line(title)),
        ]
        if let subtitle, !subtitle.isEmpty { lines.append(element("subtitle", line(subtitle))) }
        lines += [
            element("updated", RFC3339.string(from: updatedAt)),
            "<author>\(element("name", "Seek"))</author>",
            element("generator", "Seek"),
        ]
        if let url { lines.append(#"<link rel="self" type="application/atom+xml" href="\#(escaped("\(url)"))"/>"#) }
        let entries = hits.sorted { (date(of: $0), $1.id) > (date(of: $1), $0.id) }
        return (lines + entries.flatMap(entry(of:)) + ["</feed>"]).joined(separator: "\n") + "\n"
    }

    private func entry(of hit: SearchHit) -> [String] {
        var lines = [
            "<entry>",
            element("id", urn(of: UUID(named: hit.id, in: id))),
            element("title", line(title(of: hit))),
            element("updated", date(of: hit)),
            #"<category term="\#(escaped(hit.kind.rawValue))"/>"#,
        ]
        // A reader opens the link; a URL of another scheme could run a script.
        let link = hit.url.flatMap { ["https", "http"].contains($0.scheme?.lowercased()) ? "\($0)" : nil }
        if let link { lines.append(#"<link rel="alternate" href="\#(escaped(link))"/>"#) }
        // Of the kinds that saved searches find, only videos have a person as their subtitle: the channel.
        if hit.kind == .video, let channel = hit.subtitle, !channel.allSatisfy(\.isWhitespace) {
            lines.append("<author>\(element("name", line(channel)))</author>")
        }
        if link == nil {
            // An entry requires content if it has no link.
            lines.append(element("content", hit.text.isEmpty ? line(hit.displayTitle) : hit.text))
        } else if !hit.text.isEmpty {
            lines.append(element("summary", hit.text))
        }
        return lines + ["</entry>"]
    }

    /// Returns the title of an entry. That of an issue or a pull request begins with its repository and number, because
    /// a reader shows the results of many repositories in one list.
    private func title(of hit: SearchHit) -> String {
        guard [.issue, .pullRequest].contains(hit.kind), let reference = hit.subtitle, !reference.isEmpty else {
            return hit.displayTitle
        }
        return "\(reference): \(hit.displayTitle)"
    }

    /// Returns the date of an entry in UTC and whole seconds, so that strings are in the order of their dates.
    private func date(of hit: SearchHit) -> String { RFC3339.string(from: hit.date ?? updatedAt) }

    private func urn(of id: UUID) -> String { "urn:uuid:\(id.uuidString.lowercased())" }

    private func element(_ name: String, _ text: String) -> String { "<\(name)>\(escaped(text))</\(name)>" }

    private func line(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    }

    /// Returns the text for an element or an attribute. Noncharacters such as U+FFFE, and control characters except
    /// tabs and line breaks, are replaced with U+FFFD, because XML 1.0 forbids or discourages most of them. Characters
    /// that reorder the text around them (UAX #9) are replaced as well.
    private func escaped(_ text: String) -> String {
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3C: result += "&lt;"
            case 0x3E: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0x09, 0x0A: result.unicodeScalars.append(scalar)
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result += "\u{FFFD}"
            case let value where value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
