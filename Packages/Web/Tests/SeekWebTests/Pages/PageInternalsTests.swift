import Foundation
import Seek
import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("Numbers and durations on pages")
struct WordingTests {
    @Test(
        "numbers from 1,000 are shortened and rounded down, and negative ones become 0",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1k"), (12_399, "12.3k"), (999_999, "999k"), (4_000_000, "4M"),
            (1_250_000_000, "1.2B"), (-3, "0"), (.max, "9223372036B"),
        ] as [(Int64, String)]
    )
    func short(number: Int64, expected: String) {
        #expect(PageWording.short(number) == expected)
    }

    @Test(
        "the origin of a response has an age only if the response is stored and has not just been checked",
        arguments: [
            (Provenance.network, "just fetched"),
            (Provenance(source: .memory, age: .seconds(12)), "from memory, 12 s old"),
            (Provenance(source: .disk, age: .seconds(7_300), staleReason: .unreachable), "from disk, 2 h old, expired"),
            (Provenance(source: .shared, age: .seconds(300), isRevalidated: true), "just checked, unchanged"),
        ]
    )
    func origin(provenance: Provenance, expected: String) {
        #expect(PageWording.origin(provenance) == expected)
    }

    @Test("a position is in words up to ten")
    func ordinals() {
        let numbers = [1, 10, 11, 12, 13, 21, 22, 23, 24, 111, 0]
        let texts = ["first", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "24th", "111th", "0th"]
        #expect(numbers.map(PageWording.ordinal) == texts)
    }

    @Test("the time that a source took is rounded down to two decimals")
    func elapsed() {
        #expect(PageWording.elapsed(.milliseconds(1_078)) == "1.07 s")
    }
}

@Suite("The meters of quotas")
struct QuotaViewTests {
    @Test(
        "a meter shows what is left, and when the quota resets, unless that time has passed",
        arguments: [
            (-20, nil), (0, nil), (30, "resets <time"), (7_300, ">in 3 hours</time>"),
        ] as [(Double, String?)]
    )
    func meter(offset: Double, expected: String?) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let usage = QuotaReport.Usage(
            service: "GitHub",
            name: "search",
            limit: 10,
            remaining: 9,
            resetsAt: now + offset
        )
        let meters = QuotaView(report: QuotaReport(usages: [usage]), now: now).meters.markup
        #expect(meters.contains("9 of 10 left"))
        if let expected { #expect(meters.contains(expected)) }
        #expect(meters.contains("resets") == (expected != nil))
    }
}

@Suite("Cards of results")
struct CardTests {
    @Test(
        "the unit of a count is singular only for a count of one",
        arguments: [
            (SearchHit.Count(1, .comments), "<span>1 comment</span>"),
            (SearchHit.Count(2, .comments), "<span>2 comments</span>"),
            (SearchHit.Count(1, .stars), "<span title=\"1 star\">"),
            (SearchHit.Count(1_500, .stars), "<span class=\"hide\"> stars</span>"),
        ]
    )
    func units(count: SearchHit.Count, text: String) {
        var hit = SearchHit(id: "github:issue:1", kind: .issue, source: "github-issues", title: "a")
        hit.count = count
        #expect(Byline(hit: hit, now: Date()).html.markup.contains(text))
    }

    @Test("the state and the labels of an issue are on its card, and its position on each source in words")
    func stateAndLabels() throws {
        var hit = SearchHit(id: "github:pull-request:1", kind: .pullRequest, source: "github", title: "a")
        (hit.state, hit.labels) = ("merged", ["help <wanted>"])
        let reasons =
            #"[{"provider":"youtube","rank":3,"weight":1,"contribution":1},"#
            + #"{"provider":"github-issues","rank":1,"weight":1,"contribution":0.1}]"#
        hit.reasons = try JSONDecoder().decode([SearchHit.Reason].self, from: Data(reasons.utf8))
        let titles = ["youtube": "YouTube"]
        let card = Card(result: SearchResult(hit), state: PageState(), now: Date(), sourceTitles: titles).html.markup
        #expect(card.contains("<span class=\"state merged\">Merged</span>"))
        #expect(card.contains("<li>help &lt;wanted&gt;</li>"))
        #expect(card.contains("<p>Third on YouTube, first on github-issues</p>"))
    }

    @Test("an excerpt of code has its line breaks and indentation")
    func code() {
        let hit = SearchHit(id: "github:code:1", kind: .code, source: "github", title: "a.swift", text: "if a {\n\tb()")
        let card = Card(result: SearchResult(hit), state: PageState(), now: Date()).html.markup
        #expect(card.contains("<p class=\"text code\" dir=\"auto\">if a {\n\tb()</p>"))
    }

    @Test("a long title is also a tooltip, because a card may show only its beginning")
    func tooltip() {
        func card(_ title: String) -> String {
            let hit = SearchHit(id: "github:issue:1", kind: .issue, source: "github-issues", title: title)
            return Card(result: SearchResult(hit), state: PageState(), now: Date()).html.markup
        }
        #expect(!card("short").contains(" title="))
        #expect(card(String(repeating: "long <b> ", count: 9)).contains(" title=\"long &lt;b&gt; long"))
    }
}

@Suite("Texts of failures")
struct FailureTextTests {
    @Test("of the web app are those on record in Packages/Search/Documentation/Failures.md")
    func texts() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Search/Documentation/Failures.md")
        let sections = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        for (name, error) in SearchError.samples(at: now) {
            let line = "- web: \(error.text(at: now))"
            let section = sections.first { $0.hasPrefix("\(name)\n") } ?? ""
            #expect(section.contains("\(line)\n"), "## \(name)\n\(line)")
        }
    }
}

@Suite("The memory of recent pages")
struct RecentPagesMemoryTests {
    @Test("the number of stored pages is limited")
    func limit() throws {
        let pages = RecentPages()
        for number in 1...3 * RecentPages.limit {
            let state = PageState(search: try SearchParameters(["q": "\(number)"]))
            let page = Page(title: "", state: state, header: HeaderContent(), content: "")
            pages.store(WebResponse("", type: "text/html"), of: page)
            #expect(pages.count <= RecentPages.limit)
        }
    }
}
