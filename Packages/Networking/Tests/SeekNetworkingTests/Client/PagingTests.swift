import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Paging")
struct PagingTests {
    struct Failure: Error {}

    @Test("pages are returned in order until the last one; an empty page does not end them")
    func order() async throws {
        let pages = PageSequence<[Int], Int, Failure> { cursor in
            switch cursor {
            case nil: ([1, 2], 1)
            case 1: ([], 2)
            default: ([3], nil)
            }
        }
        var seen: [[Int]] = []
        for try await page in pages { seen.append(page) }
        #expect(seen == [[1, 2], [], [3]])
    }

    @Test("a repeated cursor ends the pages")
    func loop() async throws {
        let pages = PageSequence<Int, Int, Failure>(from: 7) { cursor in (cursor ?? 0, cursor == 7 ? 8 : 7) }
        var seen: [Int] = []
        for try await page in pages { seen.append(page) }
        #expect(seen == [7, 8])
    }

    /// Returns the pages 0, 1, 2, … without end, and records their numbers as they are fetched.
    private func endlessPages(
        recordingIn fetched: Recorder<Int>,
        limit: Int = .max
    ) -> PageSequence<Int, Int, Failure> {
        PageSequence(limit: limit) { cursor throws(Failure) in
            let number = cursor ?? 0
            fetched.record(number)
            return (number, number + 1)
        }
    }

    @Test("no more pages are fetched than the limit allows", arguments: [0, 1, 3, -1])
    func limit(count: Int) async throws {
        let fetched = Recorder<Int>()
        var seen: [Int] = []
        for try await page in endlessPages(recordingIn: fetched, limit: count) { seen.append(page) }
        #expect(seen == Array(0..<max(0, count)))
        #expect(fetched.all == seen)
    }

    @Test("a page is fetched only when it is requested")
    func onDemand() async throws {
        let fetched = Recorder<Int>()
        var iterator = endlessPages(recordingIn: fetched).makeAsyncIterator()
        for number in 0...1 {
            #expect(try await iterator.next() == number)
            #expect(fetched.all == Array(0...number))
        }
    }

    @Test("an error ends the pages")
    func failure() async {
        let pages = PageSequence<Int, Int, Failure> { _ throws(Failure) in throw Failure() }
        var iterator = pages.makeAsyncIterator()
        await #expect(throws: Failure.self) { try await iterator.next() }
        #expect((try? await iterator.next()) == .some(nil))
    }

    @Test(
        "the next link is parsed from fields with several links and relations, quotes, and commas in URLs",
        arguments: [
            (#"<https://e.com/?page=2>; rel="next", <https://e.com/?page=9>; rel="last""#, "https://e.com/?page=2"),
            (#"<https://e.com/a,b>; title="x, y; z"; rel="prev NEXT""#, "https://e.com/a,b"),
            (#"<https://e.com/>; rel=next"#, "https://e.com/"),
            (#"<https://e.com/>; rel="last""#, nil), ("nonsense", nil), ("<unclosed", nil), ("", nil),
        ] as [(String, String?)]
    )
    func links(field: String, next: String?) {
        #expect(HTTPResponse(headerFields: [.link: field]).nextLink?.absoluteString == next)
    }

    @Test(
        "relative links are resolved against the URL of the response",
        arguments: [
            ("/items?page=2", "https://e.com/items?page=2"), ("?page=2", "https://e.com/b/list?page=2"),
            ("other?page=2", "https://e.com/b/other?page=2"), ("../c", "https://e.com/c"),
            ("//f.com/x", "https://f.com/x"), ("https://e.com/z", "https://e.com/z"), ("", nil),
        ] as [(String, String?)]
    )
    func relativeLinks(target: String, next: String?) async throws {
        let moved = HTTPResponse(status: 302, headerFields: [.location: "https://e.com/b/list?page=1"])
        let page = HTTPResponse(headerFields: [.link: "<\(target)>; rel=next"])
        let handler = chain([RedirectMiddleware()], to: scripted(moved, page))
        let response = try await handler(request("https://e.com/a"), .within())
        #expect(response.nextLink?.absoluteString == next)
    }
}
