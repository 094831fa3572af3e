import SeekBasics
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekSearch

@Suite("The part of a text that a source understands")
struct SourceTextTests {
    @Test(
        "has no qualifiers that the source lacks, and no operators and parentheses without operands",
        arguments: [
            ("swift language:swift", "swift", ["language:swift"]),
            ("swift -language:go stars:>100", "swift", ["-language:go", "stars:>100"]),
            ("language:swift", "", ["language:swift"]),
            ("language:swift OR language:go", "", ["language:swift", "language:go"]),
            ("server (language:swift OR language:go)", "server", ["language:swift", "language:go"]),
            ("(language:swift OR vapor) AND (NOT repo:a/b)", "( vapor )", ["language:swift", "repo:a/b"]),
            ("NOT language:go AND server", "server", ["language:go"]),
            ("a OR language:go OR b", "a OR b", ["language:go"]),
            (#""language:swift" label:"help wanted" x"#, #""language:swift" x"#, [#"label:"help wanted""#]),
            // Not a qualifier of GitHub: text, as YouTube reads it.
            ("error:timeout  a|b -c", "error:timeout  a|b -c", []),
            ("a ( b", "a ( b", []),
            ("", "", []),
        ]
    )
    func youTube(text: String, expected: String, ignored: [String]) {
        let part = SourceText(text) { _ in false }
        #expect(part.text == expected)
        #expect(part.ignoredQualifiers == ignored)
    }

    @Test("has the qualifiers of the search, of GitHub's seven")
    func gitHub() {
        let client = GitHubClient(token: "", configuration: .init(transport: StubTransport([])))
        let text = "swift label:bug stars:>10 followers:>5"
        let parts = [
            client.source(.repositories()).part(of: text), client.source(.issues()).part(of: text),
            client.source(.users()).part(of: text), client.source(.code()).part(of: text),
        ]
        #expect(
            parts.map(\.text) == ["swift stars:>10 followers:>5", "swift label:bug", "swift followers:>5", "swift"]
        )
    }

    @Test("decides whether a request is sent; a notice is returned once for the sources that left out the same")
    func search() async {
        let (videos, channels) = (PickySource("YouTube"), PickySource("YouTube channels"))
        let all = GatedSource("all", ["1"])
        let search = FederatedSearch([.init(videos), .init(channels), .init(all)])
        let result = await search.search("swift language:swift")
        #expect(result.notices == ["YouTube, YouTube channels: searched without language:swift"])
        #expect(result.sources.map { $0.response?.quotaCost } == [1, 1, 1])
        #expect(videos.texts.withLock(\.self) == ["swift"])
        let filtersOnly = await search.search("language:swift")
        #expect(filtersOnly.notices.count == 1)
        #expect(filtersOnly.notices[0].hasPrefix("YouTube, YouTube channels: not searched, because nothing remains"))
        #expect(filtersOnly.sources.map { $0.response?.quotaCost } == [0, 0, 1])
        #expect(filtersOnly.sources.map { $0.response?.isSkipped } == [true, true, false])
        #expect(filtersOnly.error == nil)
        #expect(videos.texts.withLock(\.count) == 1)
    }

    /// A source without qualifiers, which records the texts of its searches.
    private final class PickySource: SearchSource {
        let name: String
        let texts = Mutex<[String]>([])

        init(_ name: String) { self.name = name }

        func part(of text: String) -> SourceText { SourceText(text) { _ in false } }

        func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<SearchHit> {
            texts.withLock { $0.append(text) }
            return SearchPage(items: [])
        }
    }
}
