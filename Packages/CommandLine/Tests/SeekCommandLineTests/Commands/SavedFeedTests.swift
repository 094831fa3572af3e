import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("The Atom feed of a saved search")
struct SavedFeedTests {
    private let folder: TemporaryFolder
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func saved(_ arguments: String..., titles: [String] = []) async -> Outcome {
        let page = SearchCommandTests.videos(titles, total: titles.count)
        return await seek(
            "saved",
            arguments,
            environment: ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path],
            transport: StubTransport([stub(.get, youTubeSearch, returning: .json(page))]),
            now: { now }
        )
    }

    private func search(_ hits: [SearchHit], name: String = "walks", text: String = "night walk") -> SavedSearch {
        var search = SavedSearch(name: name, query: SavedQuery(text))
        _ = search.update(with: hits, at: now)
        return search
    }

    private func feed(_ hits: [SearchHit], name: String = "walks", text: String = "night walk") throws -> String {
        try #require(AtomFeed(search(hits, name: name, text: text))).xml
    }

    /// Returns the texts of all elements with a name.
    private func elements(_ name: String, in xml: String) -> [Substring] {
        xml.components(separatedBy: "<\(name)>").dropFirst().map { $0.prefix { $0 != "<" } }
    }

    @Test("contains what RFC 4287 requires of a feed and its entries")
    func complete() throws {
        let hit = SearchHit(
            id: "youtube:video:a",
            kind: .video,
            source: "youtube",
            title: "A",
            subtitle: "Night Walks",
            text: "One\nTwo",
            url: URL(string: "https://www.youtube.com/watch?v=a&t=1"),
            date: Date(timeIntervalSince1970: 1_600_000_000)
        )
        #expect(
            try feed([hit]) == """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom">
                <id>tag:seek.invalid,2026:saved/walks</id>
                <title>walks</title>
                <subtitle>night walk</subtitle>
                <updated>2026-09-21T14:13:20Z</updated>
                <author><name>Seek</name></author>
                <generator>Seek</generator>
                <entry>
                <id>tag:seek.invalid,2026:saved/walks/youtube:video:a</id>
                <title>A</title>
                <updated>2020-09-13T12:26:40Z</updated>
                <category term="video"/>
                <link rel="alternate" href="https://www.youtube.com/watch?v=a&amp;t=1"/>
                <author><name>Night Walks</name></author>
                <summary>One
                Two</summary>
                </entry>
                </feed>

                """
        )
    }

    @Test(
        "represents any title in XML",
        arguments: [
            ("a & b <i> \"c\" ]]>", "a &amp; b &lt;i&gt; &quot;c&quot; ]]&gt;"),
            ("a\u{0}b\u{1B}c", "a\u{FFFD}b\u{FFFD}c"), ("a\r\nb\tc", "a b c"),
            ("a\u{FFFE}\u{1FFFF}", "a\u{FFFD}\u{FFFD}"),
            ("\u{85}\u{9F}", " \u{FFFD}"), ("東京 🌃", "東京 🌃"), ("\u{202E}a", "\u{FFFD}a"),
        ]
    )
    func titles(title: String, expected: String) throws {
        let xml = try feed([SearchHit(id: "x", kind: .video, source: "youtube", title: title)], name: "walks")
        #expect(elements("title", in: xml).last.map(String.init) == expected)
        #expect(elements("content", in: xml).map(String.init) == [expected])
    }

    @Test("has ids that are valid URIs for any name and any result")
    func ids() throws {
        let hit = SearchHit(id: "custom:ä/b#c d", kind: "note", source: "custom", title: "x")
        let ids = elements("id", in: try feed([hit], name: "夜 & walks"))
        #expect(
            ids == [
                "tag:seek.invalid,2026:saved/%E5%A4%9C%20%26%20walks",
                "tag:seek.invalid,2026:saved/%E5%A4%9C%20%26%20walks/custom:%C3%A4%2Fb%23c%20d",
            ]
        )
    }

    @Test("dates a result without a date by the last run, and names no author that is not a person")
    func incomplete() throws {
        let hit = SearchHit(id: "x", kind: .repository, source: "github", title: "x", subtitle: "Swift")
        let xml = try feed([hit], text: "")
        #expect(elements("updated", in: xml) == ["2026-09-21T14:13:20Z", "2026-09-21T14:13:20Z"])
        #expect(elements("name", in: xml) == ["Seek"])
        #expect(elements("subtitle", in: xml).isEmpty)
    }

    @Test("has the same ids after each run")
    func stableIDs() async {
        _ = await saved("add", "walks", "night walk", "--scope", "videos")
        _ = await saved("run", "walks", titles: ["a", "b"])
        let first = await saved("feed", "walks").output
        _ = await saved("run", "walks", titles: ["A", "b"])
        let second = await saved("feed", "walks").output
        #expect(elements("id", in: first).count == 3)
        #expect(elements("id", in: second) == elements("id", in: first))
        #expect(elements("title", in: second) == ["walks", "A", "b"])
    }

    @Test("is not printed before the first run")
    func withoutRun() async {
        _ = await saved("add", "two words", "night walk")
        let outcome = await saved("feed", "two words")
        let message = "seek: 'two words' has no results yet; run: seek saved run 'two words'\n"
        #expect(outcome == Outcome(status: .failure, output: "", messages: message))
    }
}
