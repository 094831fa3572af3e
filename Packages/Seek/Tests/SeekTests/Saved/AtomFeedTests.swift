import Foundation
import Seek
import SeekTestHelpers
import Testing

@Suite("An Atom feed")
struct AtomFeedTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func feed(_ hits: [SearchHit], title: String = "walks", subtitle: String? = nil) -> AtomFeed {
        AtomFeed(id: id, title: title, subtitle: subtitle, updatedAt: now, hits: hits)
    }

    private func hit(_ id: String = "x", title: String = "x", url: String? = nil, date: Date? = nil) -> SearchHit {
        SearchHit(
            id: id,
            kind: .video,
            source: "youtube",
            title: title,
            url: url.flatMap { URL(string: $0) },
            date: date
        )
    }

    private func ids(in xml: String) throws -> [String] {
        let root = try #require(AtomValidator.root(of: xml).element)
        return ([root] + root.children("entry")).flatMap { $0.children("id").map(\.text) }
    }

    @Test("names the repository of an issue and of a pull request", arguments: [SearchHit.Kind.issue, .pullRequest])
    func repository(kind: SearchHit.Kind) {
        let hit = SearchHit(id: "x", kind: kind, source: "github", title: "Add a knife", subtitle: "octocat/a#7")
        #expect(feed([hit]).xml.contains("<title>octocat/a#7: Add a knife</title>"))
    }

    @Test("contains what RFC 4287 requires of a feed and its entries")
    func complete() {
        let hit = SearchHit(
            id: "youtube:video:a",
            kind: .video,
            source: "youtube",
            title: "A",
            subtitle: "Night Walks",
            text: "One\r\nTwo",
            url: URL(string: "https://www.youtube.com/watch?v=a&t=1"),
            date: Date(timeIntervalSince1970: 1_600_000_000)
        )
        var feed = feed([hit], subtitle: "night walk")
        feed.url = URL(string: "https://example.com/walks.xml?a=1&b=2")
        #expect(
            feed.xml == """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom">
                <id>urn:uuid:01020304-0506-0708-090a-0b0c0d0e0f10</id>
                <title>walks</title>
                <subtitle>night walk</subtitle>
                <updated>2026-09-21T14:13:20Z</updated>
                <author><name>Seek</name></author>
                <generator>Seek</generator>
                <link rel="self" type="application/atom+xml" href="https://example.com/walks.xml?a=1&amp;b=2"/>
                <entry>
                <id>urn:uuid:68648b19-95eb-5759-aa4a-fa130deaac55</id>
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
        #expect(AtomValidator.problems(in: feed.xml).isEmpty)
    }

    /// Titles that must not make a feed invalid, with what a reader shows.
    static let titles: [(title: String, shown: String)] = [
        ("a & b <i> \"c\" ]]>", "a & b <i> \"c\" ]]>"), ("<![CDATA[a]]>", "<![CDATA[a]]>"), ("&amp;", "&amp;"),
        ("a\u{0}b\u{1B}c", "a\u{FFFD}b\u{FFFD}c"), ("a\r\nb\tc\rd", "a b c d"),
        ("a\u{FFFE}\u{1FFFF}", "a\u{FFFD}\u{FFFD}"), ("\u{85}\u{9F}\u{2028}", " \u{FFFD} "), ("東京 🌃", "東京 🌃"),
        ("\u{202E}a\u{2066}b", "\u{FFFD}a\u{FFFD}b"), ("שלום", "שלום"), ("", ""),
        (String(repeating: "長い<", count: 3_334), String(repeating: "長い<", count: 3_334)),
    ]

    @Test("is well-formed and valid with any title", arguments: titles.indices)
    func anyTitle(index: Int) throws {
        let (title, shown) = Self.titles[index]
        let xml = feed([hit(title: title)], title: title, subtitle: title).xml
        #expect(AtomValidator.problems(in: xml).isEmpty, "\(xml)")
        let root = try #require(AtomValidator.root(of: xml).element)
        let entry = try #require(root.children("entry").first)
        #expect(root.children("title").map(\.text) == [shown])
        let shownEntry = shown.isEmpty ? "(untitled)" : shown
        #expect(entry.children("title").map(\.text) == [shownEntry])
        #expect(entry.children("content").map(\.text) == [shownEntry])
    }

    @Test("retains tabs and line breaks of a text")
    func whitespace() {
        let hit = SearchHit(id: "x", kind: .video, source: "youtube", title: "x", text: "a\tb\rc\r\nd")
        #expect(feed([hit]).xml.contains("<content>a\tb\nc\nd</content>"))
    }

    @Test("has ids that depend only on the ids of the feed and of the result")
    func stableIDs() throws {
        let ids = try ids(in: feed([hit("a"), hit("b")]).xml)
        #expect(Set(ids).count == 3)
        let changed = [hit("b", title: "B", url: "https://example.com/b"), hit("a", title: "A")]
        #expect(try self.ids(in: feed(changed, title: "renamed").xml) == ids)
        let other = AtomFeed(id: UUID(), title: "walks", updatedAt: now, hits: [hit("a")])
        #expect(try Set(self.ids(in: other.xml)).isDisjoint(with: ids))
    }

    @Test("has its entries in the order of their dates, the latest first, whatever the order of the results")
    func order() throws {
        let hits = [
            hit("undated", title: "1"), hit("a", title: "2", date: now - 60.25), hit("b", title: "3", date: now - 60),
            hit("c", title: "4", date: now - 3_600), hit("d", title: "5", date: now - 3_600),
        ]
        for order in [hits, hits.reversed(), [hits[3], hits[0], hits[4], hits[2], hits[1]]] {
            let root = try #require(AtomValidator.root(of: feed(order).xml).element)
            #expect(root.children("entry").flatMap { $0.children("title").map(\.text) } == ["1", "3", "2", "4", "5"])
        }
    }

    @Test(
        "has valid ids for any result",
        arguments: ["custom:ä/b#c d", "", "\u{0}", String(repeating: "x", count: 10_000)]
    )
    func validIDs(id: String) {
        #expect(AtomValidator.problems(in: feed([hit(id)]).xml).isEmpty)
    }

    @Test("uses its own date for a result without a date, and contains no author for a repository")
    func incomplete() throws {
        let hit = SearchHit(id: "x", kind: .repository, source: "github", title: "x", subtitle: "Swift")
        let root = try #require(AtomValidator.root(of: feed([hit]).xml).element)
        let entry = try #require(root.children("entry").first)
        #expect(entry.children("updated").map(\.text) == ["2026-09-21T14:13:20Z"])
        #expect(entry.children("author").isEmpty)
        #expect(root.children("subtitle").isEmpty)
    }

    @Test("links to web pages only", arguments: ["javascript:alert(1)", "data:text/html,x", "relative"])
    func unsafeLink(url: String) throws {
        let xml = feed([hit(title: "x", url: url)]).xml
        let root = try #require(AtomValidator.root(of: xml).element)
        #expect(root.children("entry").flatMap { $0.children("link") }.isEmpty)
        #expect(AtomValidator.problems(in: xml).isEmpty)
    }

    @Test("exists for a saved search only after its first run, and has the name, text and results of the search")
    func savedSearch() throws {
        var search = SavedSearch(name: "walks", query: FederatedQuery("night walk"))
        #expect(AtomFeed(search) == nil)
        _ = search.update(with: [hit("a")], at: now)
        let feed = try #require(AtomFeed(search))
        #expect(feed.id == search.id)
        #expect(feed.title == "walks")
        #expect(feed.subtitle == "night walk")
        #expect(feed.hits == search.lastHits)
        #expect(feed.updatedAt == now)
    }

    /// Replacements that each make a valid feed invalid, with the problem that the validator then reports.
    static let changes: [(text: String, replacement: String, problem: String)] = [
        ("</title>", "</titel>", "not well-formed"), ("<title>walks</title>", "", "feed has 0 title"),
        ("<generator>", "<updated>x</updated><generator>", "feed has 2 updated"),
        ("2026-09-21T14:13:20Z", "yesterday", "is not a date"), ("urn:uuid:", "", "is not an absolute IRI"),
        ("<author><name>Seek</name></author>", "", "an entry has no author"),
        ("<name>Seek</name>", "", "an author has not exactly one name"),
        ("<content>x</content>", "", "an entry has no link or content"),
        ("<content>", "<b xmlns='x'/><content>", "entry contains 'b' of x"), (" term=\"video\"", "", "has no term"),
        ("<content>", "<link href='x'/><content>", "a link has no absolute href"), ("2005", "2004", "2004/Atom"),
    ]

    @Test("is rejected by the validator of these tests if it is invalid", arguments: changes.indices)
    func validator(index: Int) {
        let (text, replacement, problem) = Self.changes[index]
        let valid = feed([hit()]).xml
        #expect(AtomValidator.problems(in: valid).isEmpty)
        let problems = AtomValidator.problems(in: valid.replacing(text, with: replacement))
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
    }
}
