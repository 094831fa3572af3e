import Seek
import SeekBasics
import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("The parameters of a search in a URL")
struct SearchParametersTests {
    @Test(
        "each search is written without defaults and parsed again",
        arguments: [
            ("", ""), ("q=swift", "q=swift"), ("q=+swift++ui+", "q=swift%20%20ui"), ("q=%E6%9D%B1", "q=%E6%9D%B1"),
            ("q=C%2B%2B+%26+C%23", "q=C%2B%2B%20%26%20C%23"),
            ("kinds=repository,video", ""), ("kinds=video&kinds=issue", "kinds=video%2Cissue"),
            ("kinds=pull-request,video,video", "kinds=video%2Cpull-request"),
            ("sort=relevance", ""), ("sort=date", "sort=date"), ("sort=popularity", "sort=popularity"),
            ("since=2026-01-31&until=2026-01-31", "since=2026-01-31&until=2026-01-31"),
            ("since=&until=&q=&sort=&offline=&view=&pages=&cursor=", ""), ("q=a&kinds=", "q=a&kinds="),
            ("kinds=&kinds=video", "kinds=video"), ("kinds=&kinds=video&kinds=repository", ""),
            ("since=7d&until=2026-01", "since=7d&until=2026-01"),
            ("language=ja&duration=long", "language=ja&duration=long"),
            ("q=a&channel=@slowswift&kinds=video", "q=a&channel=%40slowswift"),
            ("channel=@a&kinds=video,repository", "kinds=video%2Crepository&channel=%40a"),
            ("video-order=rating&repository-sort=stars", "video-order=rating&repository-sort=stars"),
            ("view=merged&offline=0&pages=1", ""), ("view=grouped", "view=grouped"),
            ("offline=1", "offline=1"), ("offline=on", "offline=1"), ("offline=true", "offline=1"),
            ("pages=40", "pages=40"), ("q=first&q=second", "q=first"), ("utm_source=mail&q=a", "q=a"),
        ]
    )
    func parameters(query: String, written: String) throws {
        let search = try SearchParameters(QueryParameters(encoded: query))
        #expect(search.query.encoded == written)
        #expect(try SearchParameters(search.query) == search)
    }

    @Test(
        "an invalid parameter throws an error that names the parameter and its rule, and the valid ones are retained",
        arguments: [
            ("kinds=video,film", "kinds", "must be a list of video, channel, "),
            ("kinds=,", "kinds", "must be a list"),
            ("sort=best", "sort", "must be relevance, date or popularity"),
            ("since=yesterday", "since", "must be a date such as 2026-01-31"),
            ("until=2026-02-30", "until", "must be a date"),
            ("since=2026-02-01&until=2026-01-31", "until", "“until” must not be before “since”."),
            ("channel=a%20b", "channel", "must be the @handle or the ID"),
            ("duration=2h", "duration", "must be short, medium or long"),
            ("view=list", "view", "must be merged or grouped"),
            ("offline=maybe", "offline", "must be 1 or 0"),
            ("pages=0", "pages", "must be a number from 1 to 40"), ("pages=41", "pages", "must be a number"),
            ("pages=99999999999999999999", "pages", "must be a number"), ("pages=1e1", "pages", "must be a number"),
            ("q=a%00b", "q", "control character"), ("q=a%0Ab", "q", "control character"),
            ("cursor=2-forged", "cursor", "is not the cursor of a page of this search"),
        ]
    )
    func invalid(query: String, parameter: String, problem: String) throws {
        let query = QueryParameters(encoded: "q=swift&" + query)
        // The first value of a repeated parameter is used, so the tested ones precede `q=swift`.
        let reversed = QueryParameters(query.items.reversed())
        let error = try #require(throws: SearchParametersError.self) { try SearchParameters(reversed) }
        #expect(error.problems.map(\.parameter.rawValue) == [parameter])
        #expect(error.description.contains(problem))
        #expect(error.search.kinds == SearchParameters.defaultKinds)
        #expect(error.search.text == (parameter == "q" ? "" : "swift"))
        #expect(try SearchParameters(error.search.query) == error.search)
    }

    @Test("all invalid parameters are named; the cursor is checked only if the others are valid")
    func several() throws {
        let query: QueryParameters = ["since": "banana", "q": "swift", "sort": "zzz", "kinds": "foo", "cursor": "x"]
        let error = try #require(throws: SearchParametersError.self) { try SearchParameters(query) }
        #expect(error.problems.map(\.parameter) == [.kinds, .sort, .since])
        #expect(error.description.contains("“kinds” must be"))
        #expect(error.description.hasSuffix(". The parameter “since” must be a date such as 2026-01-31 or 7d."))
    }

    @Test("a text of more characters than the limit is rejected", arguments: ["a", "東", "👩‍👩‍👧‍👦"])
    func length(character: String) throws {
        let limit = SearchParameters.maximumTextLength
        #expect(throws: SearchParametersError.self) {
            try SearchParameters(["q": String(repeating: character, count: 1_000_000 / character.utf8.count)])
        }
        #expect(throws: SearchParametersError.self) {
            try SearchParameters(["q": String(repeating: character, count: limit + 1)])
        }
    }

    @Test("the text is limited in bytes, because a character can have any number of combining marks")
    func combiningMarks() throws {
        // One character of 31,999 bytes.
        let text = "e" + String(repeating: "\u{301}", count: 15_999)
        #expect(try SearchParameters(["q": text]).text == text)
        #expect(throws: SearchParametersError.self) { try SearchParameters(["q": text + "\u{301}"]) }
    }

    @Test("a cursor is accepted only unchanged and with its own search")
    func cursors() throws {
        let search = try SearchParameters(["q": "swift", "sort": "date"])
        let next = try SearchParameters(search.next.query)
        #expect(next.pages == 2...2)
        #expect(next.next.pages == 3...3)
        let cursor = try #require(search.next.query.items.first { $0.name == "cursor" }?.value)
        let invalidQueries: [QueryParameters] = [
            ["q": "swift", "cursor": cursor], ["q": "Swift", "sort": "date", "cursor": cursor],
            ["q": "swift", "sort": "date", "view": "grouped", "cursor": cursor],
            ["q": "swift", "sort": "date", "cursor": "3" + cursor.dropFirst()],
            ["q": "swift", "sort": "date", "cursor": "0" + cursor],
            ["q": "swift", "sort": "date", "cursor": cursor + "0"],
            ["q": "swift", "sort": "date", "cursor": "-1" + cursor.dropFirst()],
        ]
        for query in invalidQueries {
            let error = try #require(throws: SearchParametersError.self) { try SearchParameters(query) }
            #expect(error.problems.map(\.parameter) == [.cursor])
        }
    }

    @Test("an extended search has one more page, and the URL of the first page has no pages parameter")
    func pages() throws {
        let search = try SearchParameters(["q": "swift", "pages": 2])
        #expect(search.pages == 1...2)
        #expect(search.extended.query.encoded == "q=swift&pages=3")
        #expect(search.first.query.encoded == "q=swift")
        #expect(search.next.pages == 3...3)
    }
}
