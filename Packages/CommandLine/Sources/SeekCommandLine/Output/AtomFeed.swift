import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The results of a saved search as an Atom feed ([RFC 4287](https://www.rfc-editor.org/rfc/rfc4287)).
struct AtomFeed: Sendable {
    private let search: SavedSearch
    private let updatedAt: Date

    /// Creates a feed; `nil` if the search has not been run, because a feed requires a date.
    init?(_ search: SavedSearch) {
        guard let date = search.lastRunAt else { return nil }
        self.search = search
        updatedAt = date
    }

    /// The feed as XML.
    var xml: String {
        let lines =
            [
                #"<?xml version="1.0" encoding="utf-8"?>"#,
                #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
                element("id", id()),
                element("title", SafeText.line(search.name)),
            ] + (search.query.text.isEmpty ? [] : [element("subtitle", SafeText.line(search.query.text))])
            + [
                element("updated", RFC3339.string(from: updatedAt)),
                "<author>\(element("name", "Seek"))</author>",
                element("generator", "Seek"),
            ]
        return (lines + search.lastHits.flatMap(entry) + ["</feed>"]).joined(separator: "\n") + "\n"
    }

    private func entry(_ hit: SearchHit) -> [String] {
        var lines = [
            "<entry>",
            element("id", id(of: hit)),
            element("title", SafeText.line(hit.title)),
            // A result without a date is as old as the last run, because an entry requires a date.
            element("updated", RFC3339.string(from: hit.date ?? updatedAt)),
            "<category term=\"\(escaped(hit.kind.rawValue))\"/>",
        ]
        if let url = hit.url { lines.append("<link rel=\"alternate\" href=\"\(escaped(url.absoluteString))\"/>") }
        // The subtitle of other kinds is not a person: the language or the repository.
        if hit.kind == .video, let channel = hit.subtitle, !channel.allSatisfy(\.isWhitespace) {
            lines.append("<author>\(element("name", SafeText.line(channel)))</author>")
        }
        let text = hit.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { SafeText.line(String($0)) }.joined(separator: "\n")
        if hit.url == nil {
            // An entry requires content if it has no link.
            lines.append(element("content", text.isEmpty ? SafeText.line(hit.title) : text))
        } else if !text.isEmpty {
            lines.append(element("summary", text))
        }
        return lines + ["</entry>"]
    }

    /// Returns a tag URI ([RFC 4151](https://www.rfc-editor.org/rfc/rfc4151)) that depends on the name and the result
    /// alone, so that an edited search or a renamed repository has the same one. No domain is registered for Seek; the
    /// top-level domain `invalid` belongs to no one else.
    private func id(of hit: SearchHit? = nil) -> String {
        let names = [search.name] + (hit.map { [$0.id] } ?? [])
        return "tag:seek.invalid,2026:saved/" + names.map(percentEncoded).joined(separator: "/")
    }

    private func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-._~:".contains(character))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private func element(_ name: String, _ text: String) -> String { "<\(name)>\(escaped(text))</\(name)>" }

    /// Returns the text for an element or an attribute. XML 1.0 cannot represent some characters, even escaped; they
    /// are replaced.
    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20 && scalar != "\n" || scalar.value & 0xFFFE == 0xFFFE:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
