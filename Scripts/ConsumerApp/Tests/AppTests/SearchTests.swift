import Foundation
import Seek
import Testing

@Suite("Searches and lists")
struct SearchTests {
    @Test("a text search has results in each of the two APIs")
    func text() async throws {
        let seek = try SeekClient.local()
        // A string that is not a literal is a query as well.
        let text = ["tokyo", "walk"].joined(separator: " ")
        #expect(try await !seek.youTube.search(text).items.isEmpty)
        #expect(try await !seek.gitHub.searchRepositories("swift").items.isEmpty)
    }

    @Test("the repositories of a user are a sequence, in the requested order")
    func repositories() async throws {
        let gitHub = try SeekClient.local().gitHub
        var names: [String] = []
        for try await repository in gitHub.repositories(of: "octocat", sort: .fullName).items(limit: 5) {
            names.append(repository.name)
        }
        #expect(!names.isEmpty)
        #expect(names == names.sorted { $0.lowercased() < $1.lowercased() })
    }

    @Test("items are read up to a limit across pages")
    func items() async throws {
        let pages = try SeekClient.local().youTube.pages(for: YouTubeSearchQuery("東京 夜景", pageSize: 3))
        let titles = try await pages.items(limit: 4).reduce(into: []) { $0.append($1.title) }
        #expect(titles.count == 4)
    }

    @Test("a search without results returns an empty page instead of an error")
    func nothing() async throws {
        let seek = try SeekClient.local()
        let text = "nothing has this word \(UUID())"
        #expect(try await seek.youTube.search(text).items.isEmpty)
        #expect(try await seek.gitHub.searchRepositories(text).items.isEmpty)
    }

    struct Note: SearchHitConvertible {
        var text: String
        var searchHit: SearchHit? { SearchHit(id: "notes:\(text)", kind: "note", source: "notes", title: text) }
    }

    /// Notes of the app, from a store that throws other errors than `SearchError`.
    struct NoteSource: SearchSource {
        let name = "notes"
        var load: @Sendable () throws -> [Note]

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Note> {
            do { return SearchPage(items: try load()) } catch { throw .other(error) }
        }
    }

    @Test("a source of the app has pages, and its errors are thrown as SearchError")
    func customSource() async throws {
        let source = NoteSource { [Note(text: "Hello")] }
        let notes = try await source.pages(for: "hello").items.reduce(into: []) { $0.append($1.text) }
        #expect(notes == ["Hello"])
        let failing = NoteSource { throw CocoaError(.fileReadNoSuchFile) }
        await #expect(throws: SearchError.self) { try await failing.page(for: "hello", at: nil) }
    }
}
