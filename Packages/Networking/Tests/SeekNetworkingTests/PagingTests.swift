import FoundationEssentials
import SeekNetworking
import Testing

@Suite("Paging")
struct PagingTests {
    struct Failure: Error {}

    @Test("Pages come in order and end behind the last; an empty page does not end them")
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

    @Test("A cursor seen before ends the pages")
    func loop() async throws {
        let pages = PageSequence<Int, Int, Failure>(from: 7) { cursor in (cursor ?? 0, cursor == 7 ? 8 : 7) }
        var seen: [Int] = []
        for try await page in pages { seen.append(page) }
        #expect(seen == [7, 8])
    }

    @Test("After an error the pages are over")
    func failure() async {
        let pages = PageSequence<Int, Int, Failure> { _ throws(Failure) in throw Failure() }
        var iterator = pages.makeAsyncIterator()
        await #expect(throws: Failure.self) { try await iterator.next() }
        #expect((try? await iterator.next()) == .some(nil))
    }

    @Test(
        "Links are read with several relations, quotes and commas in URLs",
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
}
