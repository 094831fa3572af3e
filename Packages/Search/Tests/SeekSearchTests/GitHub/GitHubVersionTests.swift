import Foundation
import SeekCache
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let server = "https://github.example/api/v3"
private let versions = "\(server)/versions"
private let search = "\(server)/search/repositories"
private let found = StubResponse.json(["items": [], "total_count": 0])
/// The form of GitHub's response to an unknown version.
private let rejected = StubResponse.json(["message": "\"2026-03-10\" is not a supported version"], status: 400)

@Suite("The version of the GitHub API")
struct GitHubVersionTests {
    private func client(_ baseURL: String = server, version: String? = nil, store: MemoryStore? = nil) throws
        -> GitHubClient
    {
        var configuration = configuration(.current)
        configuration.store = store
        let url = try #require(URL(string: baseURL))
        return GitHubClient(token: "T", baseURL: url, apiVersion: version, configuration: configuration)
    }

    /// The requests that were sent: the last component of the path, and the version or `-`.
    private var sent: [String] {
        StubTransport.current.received.map { request in
            let name = HTTPField.Name("X-GitHub-Api-Version")
            return "\(request.url.lastPathComponent) \(request.headerFields[name] ?? "-")"
        }
    }

    @Test(
        "is the best that an Enterprise Server lists, which is requested once",
        .stubbed(stub(.get, search, returning: found)),
        arguments: [
            (["2022-11-28"], "2022-11-28"), (["2022-11-28", "2026-03-10"], "2026-03-10"),
            (["2029-01-01", "2022-11-28", "2028-01-01"], "2022-11-28"), (["2029-01-01", "2028-01-01"], "2028-01-01"),
        ]
    )
    func listed(listed: [String], expected: String) async throws {
        StubTransport.current.stub(.get, versions, returning: .json(.array(listed.map { .string($0) })))
        let client = try client()
        #expect(try await client.searchRepositories("a").quotaCost == 2)
        #expect(try await client.searchRepositories("b").quotaCost == 1)
        #expect(sent == ["versions -", "repositories \(expected)", "repositories \(expected)"])
    }

    @Test(
        "is the preferred one on GitHub, without another request",
        .stubbed(stub(.get, repositorySearch, returning: found))
    )
    func gitHub() async throws {
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        #expect(try await client.searchRepositories("a").quotaCost == 1)
        #expect(sent == ["repositories 2026-03-10"])
    }

    @Test(
        "is stored for a day, so that another client does not request it",
        .stubbed(
            stub(.get, versions, returning: .json(["2022-11-28"])),
            stub(.get, search, returning: found)
        )
    )
    func stored() async throws {
        let store = MemoryStore(costLimit: 32 << 20)
        _ = try await client(store: store).searchRepositories("a")
        #expect(try await client(store: store).searchRepositories("b").quotaCost == 1)
        #expect(sent == ["versions -", "repositories 2022-11-28", "repositories 2022-11-28"])
    }

    @Test("is requested once by concurrent first requests", .stubbed(stub(.get, search, returning: found)))
    func concurrent() async throws {
        let gate = Gate()
        StubTransport.current.stub(.get, versions, returning: .held(at: gate, .json(["2022-11-28"])))
        let client = try client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<8 { group.addTask { _ = try await client.searchRepositories("a\(index)") } }
            await gate.waitForArrivals(1)
            gate.open()
            try await group.waitForAll()
        }
        #expect(sent.count { $0 == "versions -" } == 1)
        #expect(sent.count { $0 == "repositories 2022-11-28" } == 8)
    }

    @Test(
        "is the oldest one if the versions cannot be fetched, and is negotiated again by the next request",
        .stubbed(
            stub(.get, versions, returning: .sequence([.status(403), .json(["2026-03-10"])])),
            stub(.get, search, returning: found)
        )
    )
    func failedNegotiation() async throws {
        let client = try client()
        for text in ["a", "b"] { _ = try await client.searchRepositories(text) }
        #expect(
            sent == ["versions -", "repositories 2022-11-28", "versions -", "repositories 2026-03-10"]
        )
    }

    @Test(
        "is the oldest one on an Enterprise Server that does not know the route",
        .stubbed(stub(.get, versions, returning: .status(404)), stub(.get, search, returning: found))
    )
    func unknownRoute() async throws {
        let client = try client()
        for text in ["a", "b"] { _ = try await client.searchRepositories(text) }
        #expect(sent == ["versions -", "repositories 2022-11-28", "repositories 2022-11-28"])
    }

    @Test(
        "is negotiated if a server rejects the preferred one, by the versions that the response names or those it lists",
        .stubbed(),
        arguments: [
            (400, "\"2026-03-10\" is not a supported version. Supported: 2022-11-28", false),
            (410, "The API version 2026-03-10 is no longer supported", true),
        ]
    )
    func rejectedVersion(status: Int, message: String, isListed: Bool) async throws {
        let base = "https://proxy.example"
        StubTransport.current.stub(
            .get,
            "\(base)/search/repositories",
            returning: .closure { request in
                request.headerFields["X-GitHub-Api-Version"] == "2022-11-28"
                    ? HTTPResponse(json: ["items": [], "total_count": 0])
                    : HTTPResponse(json: ["message": .string(message)], status: HTTPResponse.Status(code: status))
            }
        )
        if isListed { StubTransport.current.stub(.get, "\(base)/versions", returning: .json(["2022-11-28"])) }
        let client = try client(base)
        #expect(try await client.searchRepositories("a").quotaCost == (isListed ? 3 : 2))
        #expect(try await client.searchRepositories("b").quotaCost == 1)
        #expect(
            sent == ["repositories 2026-03-10"] + (isListed ? ["versions -"] : [])
                + ["repositories 2022-11-28", "repositories 2022-11-28"]
        )
    }

    @Test(
        "is not negotiated because of a rejection that does not name it",
        .stubbed(stub(.get, repositorySearch, returning: .json(["message": "Problems parsing JSON"], status: 400)))
    )
    func otherRejection() async throws {
        let client = GitHubClient(token: "T", configuration: configuration(.current))
        await #expect(throws: SearchError.self) { try await client.searchRepositories("a") }
        #expect(sent == ["repositories 2026-03-10"])
    }

    @Test("can be set, and is then not negotiated", .stubbed(stub(.get, search, returning: rejected)))
    func pinned() async throws {
        let client = try client(version: "2026-03-10")
        await #expect { try await client.searchRepositories("a") } throws: {
            "\($0)".contains("not a supported version")
        }
        #expect(sent == ["repositories 2026-03-10"])
    }
}
