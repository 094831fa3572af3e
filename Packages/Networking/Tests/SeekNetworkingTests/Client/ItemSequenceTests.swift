import SeekNetworking
import Testing

@Suite("Items of pages")
struct ItemSequenceTests {
    private struct Failure: Error {}

    private struct Page: ItemPage {
        var items: [Int]
    }

    /// Returns the items of a sequence, and the error that ended it.
    private func collect<Pages, Item>(
        _ sequence: ItemSequence<Pages, Item>
    ) async -> (items: [Item], error: Pages.Failure?) {
        var items: [Item] = []
        do throws(Pages.Failure) {
            for try await item in sequence { items.append(item) }
            return (items, nil)
        } catch {
            return (items, error)
        }
    }

    /// Returns the pages [0, 1], [], [2, 3], [4, 5], … without end, and records their numbers as they are fetched.
    private func endlessPages(recordingIn fetched: Recorder<Int>) -> PageSequence<Page, Int, Failure> {
        PageSequence { cursor throws(Failure) in
            let number = cursor ?? 0
            fetched.record(number)
            let first = number == 0 ? 0 : 2 * (number - 1)
            return (Page(items: number == 1 ? [] : [first, first + 1]), number + 1)
        }
    }

    @Test("are those of all pages in order, whatever the type of a page")
    func order() async {
        let pages = PageSequence<Page, Int, Failure> { cursor in (Page(items: [cursor ?? 0]), cursor == nil ? 1 : nil) }
        #expect(await collect(pages.items).items == [0, 1])
        let arrays = PageSequence<[String], Int, Failure> { cursor in (["a", "b"], cursor == nil ? 1 : nil) }
        #expect(await collect(arrays.items(\.self)).items == ["a", "b", "a", "b"])
        #expect(await collect(arrays.items(\.self, limit: 3)).items == ["a", "b", "a"])
    }

    @Test(
        "end at a limit, and no further page is requested",
        arguments: [(0, []), (-1, []), (1, [0]), (2, [0]), (3, [0, 1, 2]), (4, [0, 1, 2]), (5, [0, 1, 2, 3])]
    )
    func limit(count: Int, pages: [Int]) async {
        let fetched = Recorder<Int>()
        #expect(await collect(endlessPages(recordingIn: fetched).items(limit: count)).items == Array(0..<max(0, count)))
        #expect(fetched.all == pages)
    }

    @Test("precede the error that ends the pages; if the limit is reached first, there is no error")
    func failure() async {
        let pages = PageSequence<Page, Int, Failure> { cursor throws(Failure) in
            guard cursor == nil else { throw Failure() }
            return (Page(items: [0, 1]), 1)
        }
        let result = await collect(pages.items)
        #expect(result.items == [0, 1])
        #expect(result.error != nil)
        #expect(await collect(pages.items(limit: 2)).error == nil)
    }
}
