import Foundation
import SeekIndex
import Testing

@Suite("An index")
struct TextIndexTests {
    @Test("finds the entries that contain all words, regardless of case and accents, and returns them unchanged")
    func finds() async throws {
        let entries = [
            entry("1", "Swift Concurrency", "tasks and actors", subtitle: "Slow Swift"), entry("2", "Café in Paris"),
            entry("3", "C++ and C#"), entry("4", "100% 🎉"),
        ]
        try await withIndex(entries) { index async throws in
            #expect(try await index.ids("SWIFT actors") == ["1"])
            #expect(try await index.ids("swift paris").isEmpty)
            #expect(try await index.ids("cafe") == ["2"])
            #expect(try await index.ids("ＣＡＦÉ") == ["2"])
            #expect(try await index.ids("c#") == ["3"])
            #expect(try await index.ids("c++ ") == ["3"])
            #expect(try await index.ids("c+ ").isEmpty)
            #expect(try await index.ids("100%") == ["4"])
            #expect(try await index.ids("🎉") == ["4"])
            #expect(try await index.ids("conc") == ["1"])
            #expect(try await index.ids("conc ").isEmpty)
            #expect(try await index.ids("conc swift").isEmpty)
            let hit = try #require(try await index.search(IndexQuery("actors slow")).hits.first)
            #expect(hit.entry == entries[0])
            #expect(hit.score > 0)
            #expect(hit.title.ranges.isEmpty)
            #expect(hit.subtitle.marked("<", ">") == "<Slow> Swift")
            #expect(hit.snippet.marked("<", ">") == "tasks and <actors>")
        }
    }

    @Test(
        "finds Chinese, Japanese and Korean text by any consecutive characters",
        arguments: [
            ("東京", "1"), ("京夜", "1"), ("京", "1"), ("夜景", "1 2"), ("景", "1 2"), ("夜東", ""), ("ガール", "3"), ("ｶﾞｰﾙ", "3"),
            ("한국", "4"), ("국어", "4"), ("夜景 東京", "1"), ("swift 夜景", "2"), ("東 ", "1"),
        ]
    )
    func ideographs(query: String, ids: String) async throws {
        let entries = [entry("1", "東京夜景"), entry("2", "夜景 with Swift"), entry("3", "ガールズ"), entry("4", "한국어")]
        try await withIndex(entries) { index async throws in
            #expect(try await index.ids(query).sorted().joined(separator: " ") == ids)
        }
    }

    @Test(
        "ranks titles before subtitles before texts, words before prefixes, short fields before long; ties by date"
    )
    func ranking() async throws {
        var old = entry("old", "same")
        var new = entry("new", "same")
        old.date = Date(timeIntervalSince1970: 1)
        new.date = Date(timeIntervalSince1970: 2)
        let filler = String(repeating: "filler ", count: 60)
        let entries = [
            entry("text", "a", "swift"), entry("long", "a", filler + "swift"),
            entry("subtitle", "a", subtitle: "swift"),
            entry("title", "swift"), entry("beginning", "swifter"), new, old, entry("none", "same"),
        ]
        try await withIndex(entries) { index async throws in
            #expect(try await index.ids("swift") == ["title", "beginning", "subtitle", "text", "long"])
            #expect(try await index.ids("same") == ["new", "old", "none"])
        }
    }

    @Test("filters by kind and returns pages")
    func pages() async throws {
        let entries = (0..<30).map { entry("\($0)", "swift \($0)", kind: $0 % 3 == 0 ? "a kind's name" : "other") }
        try await withIndex(entries) { index async throws in
            var query = IndexQuery("swift", kinds: ["a kind's name"], limit: 4)
            var ids: [String] = []
            var pageCount = 0
            while true {
                let page = try await index.search(query)
                #expect(page.totalCount == 10)
                #expect(page.hits.allSatisfy { $0.entry.kind == "a kind's name" })
                ids += page.hits.map(\.entry.id)
                pageCount += 1
                guard let next = page.nextOffset else { break }
                query.offset = next
            }
            #expect(pageCount == 3)
            #expect(Set(ids).count == 10)
            #expect(try await index.search(IndexQuery("swift", kinds: ["none"])).totalCount == 0)
            #expect(try await index.search(IndexQuery("swift", kinds: ["other", "a kind's name"])).totalCount == 30)
            #expect(try await index.search(IndexQuery("swift", limit: 0)).hits.isEmpty)
            #expect(try await index.search(IndexQuery("swift", offset: 99)).nextOffset == nil)
        }
    }

    @Test("distinguishes kinds that begin with the same 64 bytes")
    func longKinds() async throws {
        let kinds = ["a", "b"].map { String(repeating: "k", count: 64) + $0 }
        try await withIndex(kinds.map { entry($0, "swift", kind: $0) }) { index async throws in
            for kind in kinds {
                #expect(try await index.search(IndexQuery("swift", kinds: [kind])).hits.map(\.entry.id) == [kind])
            }
        }
    }

    @Test("prefers matching titles when more entries match than are ranked, and returns pages of ranked entries only")
    func rankedLimit() async throws {
        let count = IndexPage.rankedLimit + 200
        var entries = (0..<count).map { entry("\($0)", "video", "swift \($0)") }
        entries.insert(entry("title", "swift"), at: 0)
        try await withIndex(entries) { index async throws in
            let page = try await index.search(IndexQuery("swift"))
            #expect(page.hits.first?.entry.id == "title")
            #expect(page.totalCount == count + 1)
            let last = try await index.search(IndexQuery("swift", limit: 50, offset: IndexPage.rankedLimit - 50))
            #expect(last.hits.count == 50)
            #expect(last.nextOffset == nil)
        }
    }

    @Test(
        "stores the version put last if all sources have the same date, and removes an entry with its last source"
    )
    func sources() async throws {
        try await withIndex { index async throws in
            try await index.put([
                source("a", [entry("1", "one"), entry("2", "two")]), source("b", [entry("1", "eins")]),
            ])
            #expect(try await index.ids("one").isEmpty)
            #expect(try await index.ids("eins") == ["1"])
            #expect(
                try await index.sources() == [
                    "a": Date(timeIntervalSinceReferenceDate: 5), "b": Date(timeIntervalSinceReferenceDate: 5),
                ]
            )
            try await index.put([source("a", [entry("2", "two"), entry("2", "two"), entry("3", "three")])])
            #expect(try await index.ids("eins") == ["1"])
            #expect(try await index.ids("three") == ["3"])
            #expect(try await index.count() == 3)
            try await index.remove(sources: ["b", "unknown"])
            #expect(try await index.ids("eins").isEmpty)
            #expect(try await index.count() == 2)
            try await index.remove(sources: ["a"])
            try await index.remove(sources: [])
            #expect(try await index.count() == 0)
            #expect(try await index.sources().isEmpty)
            #expect(try await index.ids("two").isEmpty)
        }
    }

    @Test(
        "prefers the version of the source seen last, in any order; its removal marks the next to be put again"
    )
    func preferredDate() async throws {
        func source(_ time: Int) -> IndexSource {
            IndexSource(
                name: "\(time)",
                seenAt: Date(timeIntervalSinceReferenceDate: Double(time)),
                entries: [entry("x", "title\(time)")]
            )
        }
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            try await withIndex { index async throws in
                for time in order { try await index.put([source(time)]) }
                for time in [3, 2, 1] {
                    #expect(try await index.ids("title\(time)") == ["x"], "\(order)")
                    try await index.remove(sources: ["\(time)"])
                    guard time > 1 else { continue }
                    // `distantPast` marks a source that must be put again.
                    let staleSources = try await index.sources().filter { $0.value == .distantPast }
                    #expect(staleSources.keys.sorted() == ["\(time - 1)"], "\(order)")
                    try await index.put([source(time - 1)])
                }
                #expect(try await index.count() == 0)
            }
        }
    }

    @Test("prefers the version with the most detail, in any order of insertion")
    func detail() async throws {
        func source(_ name: String, at time: Double, detail: Int, _ title: String) -> IndexSource {
            IndexSource(
                name: name,
                seenAt: Date(timeIntervalSinceReferenceDate: time),
                detail: detail,
                entries: [entry("1", title), entry(name, "own")]
            )
        }
        let sources = [
            source("early", at: 1, detail: 0, "early"), source("late", at: 2, detail: 0, "late"),
            source("page", at: 0, detail: 1, "page"),
        ]
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            try await withIndex { index async throws in
                func staleSources() async throws -> [String] {
                    try await index.sources().filter { $0.value == .distantPast }.map(\.key).sorted()
                }
                for number in order { try await index.put([sources[number]]) }
                #expect(try await index.search(IndexQuery("page")).totalCount == 1)
                #expect(try await index.ids("late").isEmpty)
                #expect(try await index.count() == 4)
                // Only the removal of the preferred source marks another to be put again.
                try await index.remove(sources: ["early"])
                #expect(try await staleSources().isEmpty)
                try await index.remove(sources: ["page"])
                #expect(try await staleSources() == ["late"])
                #expect(try await index.ids("page") == ["1"])
                try await index.put([sources[1]])
                #expect(try await staleSources().isEmpty)
                #expect(try await index.ids("late") == ["1"])
                #expect(try await index.ids("page").isEmpty)
                try await index.remove(sources: ["late"])
                #expect(try await index.count() == 0)
            }
        }
    }

    @Test(
        "marks another source to be put again when the preferred one is put with less detail",
        arguments: [[], [entry("1", "uno")], [entry("1", "eins")]]
    )
    func lessDetail(entries: [IndexEntry]) async throws {
        try await withIndex { index async throws in
            let date = Date(timeIntervalSinceReferenceDate: 5)
            let other = IndexSource(name: "b", seenAt: date + 1, entries: [entry("1", "one")])
            try await index.put([
                IndexSource(name: "a", seenAt: date, detail: 1, entries: [entry("1", "eins")]), other,
                IndexSource(name: "a", seenAt: date, entries: entries),
            ])
            #expect(try await index.sources()["b"] == .distantPast)
            try await index.put([other])
            #expect(try await index.ids("one") == ["1"])
        }
    }

    @Test("treats a negative limit or offset as 0")
    func negativeNumbers() async throws {
        try await withIndex { index async throws in
            try await index.put([source("a", [entry("1", "swift")])])
            #expect(try await index.search(IndexQuery("swift", limit: -1)).hits.isEmpty)
            #expect(try await index.search(IndexQuery("swift", offset: -1)).hits.map(\.entry.id) == ["1"])
        }
    }

    @Test("marks another source to be put again when the preferred one no longer contains an entry")
    func droppedEntry() async throws {
        try await withIndex { index async throws in
            let eins = source("a", [entry("1", "eins")])
            try await index.put([eins, source("b", [entry("1", "one")])])
            try await index.put([source("b", [entry("2", "two")])])
            #expect(try await index.sources()["a"] == .distantPast)
            try await index.put([eins])
            #expect(try await index.ids("eins") == ["1"])
            #expect(try await index.ids("one").isEmpty)
        }
    }

    @Test("truncates long texts, and ignores an entry that is too large")
    func limits() async throws {
        let long = String(repeating: "é", count: IndexEntry.textLimit) + "end"
        let large = IndexEntry(id: "2", kind: "k", title: "large", payload: Data(count: IndexEntry.sizeLimit))
        try await withIndex([entry("1", "x" + long, "swift"), large]) { index async throws in
            let hit = try #require(try await index.search(IndexQuery("swift")).hits.first)
            // The limit would split the last “é”.
            #expect(hit.entry.title.utf8.count == IndexEntry.textLimit - 1)
            #expect(try await index.ids("large").isEmpty)
            #expect(try await index.count() == 1)
        }
    }

    private static let hostileTexts: [String] = [
        "\"", "'", "\"\"\"", "a\"b", "AND", "OR NOT", "NEAR(a b)", "title:x", "{title}:x", "^a", "a*", "*", "(", ")",
        "-a", "a + b", ";", "--", "\0", "a\0b", "%", "_", "\\", "\u{FFFD}", "\u{202E}abc", "words MATCH 'x'",
        "'; DROP TABLE entry; --", " \t\n",
        "😀👨‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}",
        String(repeating: "\"", count: 5_000), String(repeating: "a ", count: 3_000),
        String(repeating: "東", count: 3_000),
        String(repeating: "x", count: 1 << 20), String(repeating: "word ", count: 200_000),
        String(repeating: "(", count: 1 << 20),
    ]

    @Test("accepts any text in a query, an entry or a kind", arguments: hostileTexts.indices)
    func hostile(index number: Int) async throws {
        let text = Self.hostileTexts[number]
        try await withIndex([entry("1", "harmless"), entry("2", text, text, subtitle: text, kind: text)]) {
            index async throws in
            let page = try await index.search(IndexQuery(text))
            #expect(page.hits.allSatisfy { $0.entry.id == "2" })
            #expect(try await index.ids("harmless") == ["1"])
            let kinds = try await index.search(IndexQuery("harmless", kinds: [text]))
            #expect(kinds.hits.isEmpty)
            // The source of all entries no longer contains any.
            try await index.put([source("s", [])])
            #expect(try await index.count() == 0)
        }
    }
}
