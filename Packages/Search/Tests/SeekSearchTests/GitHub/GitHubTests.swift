import FoundationEssentials
import SeekModels
import SeekNetworking
import SeekSearch
import Testing

@Suite("GitHub")
struct GitHubTests {
    func client(_ transport: FunctionTransport) -> GitHubClient {
        GitHubClient(token: "T0KEN", environment: SearchEnvironment(transport: transport))
    }

    @Test("A user's repositories come in order, over all linked pages, with the headers GitHub asks for")
    func repositoriesOfUser() async throws {
        let transport = FunctionTransport { request in
            request.url.absoluteString.contains("page=2")
                ? json(repositories(["c"]))
                : json(repositories(["a", "b"]), [.link: "<https://api.github.com/user/1/repos?page=2>; rel=\"next\""])
        }
        var names: [String] = []
        for try await page in client(transport).userRepositories().pages(for: "octocat") { names += page.items.map(\.name) }
        #expect(names == ["a", "b", "c"])
        #expect(transport.requests.map { $0.url.path() } == ["/users/octocat/repos", "/user/1/repos"])
        for request in transport.requests {
            #expect(request.headerFields[.authorization] == "Bearer T0KEN")
            #expect(request.headerFields[.userAgent]?.hasPrefix("seek/") == true)
            #expect(request.headerFields[.accept] == "application/vnd.github+json")
        }
    }

    @Test("A next link to another origin is not followed")
    func foreignLink() async throws {
        let transport = FunctionTransport { _ in
            json(repositories(["a"]), [.link: "<https://evil.example/?page=2>; rel=\"next\""])
        }
        await #expect(throws: SearchError.self) {
            for try await _ in client(transport).userRepositories().pages(for: "octocat") {}
        }
        #expect(transport.requests.count == 1)
    }

    @Test("A search tells its count and whether it is incomplete")
    func search() async throws {
        let transport = FunctionTransport { _ in
            json("{\"total_count\":7,\"incomplete_results\":true,\"items\":\(repositories(["a"]))}")
        }
        let page = try await client(transport).searchRepositories("C++ & C#")
        #expect(page.totalCount == 7 && page.isIncomplete && page.next == nil)
        #expect(transport.requests.first?.url.query() == "q=C%2B%2B%20%26%20C%23&per_page=30")
        var count = 0
        for try await page in client(transport).repositorySearch().pages(for: "a") { count += page.items.count }
        #expect(count == 1)
    }

    @Test("Refused locally", arguments: ["", " ", "a\0", String(repeating: "x", count: 257)])
    func refusals(text: String) async {
        let transport = FunctionTransport { _ in nil }
        await #expect { try await client(transport).searchRepositories(text) } throws: { ($0 as? SearchError)?.stage == .query }
        await #expect { try await client(transport).repositories(of: text) } throws: { ($0 as? SearchError)?.stage == .query }
        await #expect(throws: SearchError.self) { try await client(transport).repositories(of: "..") }
        #expect(transport.requests.isEmpty)
    }
}
