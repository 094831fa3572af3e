import Foundation
import Seek
import SeekCache
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Custom requests")
struct RequestTests {
    private func reply(_ body: String, _ fields: HTTPFields = [:], _ status: HTTPResponse.Status = .ok)
        -> LoopbackServer.Reply
    {
        .response(HTTPResponse(status: status, headerFields: fields, body: Data(body.utf8)))
    }

    /// Returns a client whose APIs are local servers.
    private func client(
        youTube: LoopbackServer? = nil,
        gitHub: LoopbackServer? = nil,
        _ variables: [String: String] = [:]
    ) throws -> SeekClient {
        var variables = variables
        variables["SEEK_YOUTUBE_URL"] = youTube?.baseURL.absoluteString
        variables["SEEK_GITHUB_URL"] = gitHub?.baseURL.absoluteString
        return SeekClient(try SeekConfiguration(environment: variables))
    }

    @Test("are sent with their own fields and a user agent; only requests to an API's origin have its credential")
    func origins() async throws {
        let gitHub = try LoopbackServer { _ in reply("gitHub") }
        let youTube = try LoopbackServer { _ in reply("youTube") }
        let other = try LoopbackServer { _ in reply("other", [:], 404) }
        defer { for server in [gitHub, youTube, other] { server.stop() } }
        let seek = try client(youTube: youTube, gitHub: gitHub, ["YOUTUBE_API_KEY": "k", "GITHUB_TOKEN": "t"])
        for server in [gitHub, youTube, other] {
            let response = try await seek.send(HTTPRequest(url: server.baseURL, headerFields: [.accept: "x/y"]))
            #expect(response.status.code == (server === other ? 404 : 200))
        }
        let key = HTTPField.Name("X-Goog-Api-Key")
        let sent = [gitHub, youTube, other].compactMap(\.received.first?.headerFields)
        #expect(sent.map { $0[.authorization] } == ["Bearer t", nil, nil])
        #expect(sent.map { $0[key] } == [nil, "k", nil])
        #expect(sent.allSatisfy { $0[.accept] == "x/y" })
        #expect(sent.allSatisfy { $0[.userAgent]?.hasPrefix("seek/") == true })
    }

    @Test(
        "that set the credential's field are sent with that value, or without the field if the value is empty",
        arguments: [("Bearer other", "Bearer other"), ("", nil)] as [(String, String?)]
    )
    func ownCredential(value: String, sent: String?) async throws {
        let server = try LoopbackServer { _ in reply("ok") }
        defer { server.stop() }
        let seek = try client(gitHub: server, ["GITHUB_TOKEN": "t"])
        _ = try await seek.send(HTTPRequest(url: server.baseURL, headerFields: [.authorization: value]))
        let fields = try #require(server.received.first?.headerFields)
        #expect(fields[values: .authorization] == [sent].compactMap { $0 })
        #expect(fields["X-GitHub-Api-Version"] != nil)
    }

    @Test("that set the configured credential themselves count against its limits")
    func configuredCredential() async throws {
        let server = try LoopbackServer { _ in reply("{}", [.contentType: "application/json"]) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let seek = try client(youTube: server, ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.url.path()])
        let search = server.baseURL.appending(path: "youtube/v3/search")
        _ = try await seek.send(HTTPRequest(url: search, headerFields: ["X-Goog-Api-Key": "k"]))
        let statuses = await seek.youTube.quota()
        #expect(statuses.first { $0.bucket.name == "youtube.search" }?.used == 1)
    }

    @Test("have the call options of the client, like the requests to both APIs")
    func callOptions() async throws {
        let server = try LoopbackServer { _ in
            reply(#"{"items": []}"#, [.contentType: "application/json", .cacheControl: "max-age=60"])
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let variables = ["YOUTUBE_API_KEY": "k", "SEEK_CACHE_DIR": folder.url.path()]
        let seek = try client(youTube: server, gitHub: server, variables)
        let trace = HTTPField.Name("X-Trace")
        let fresh = seek.with {
            $0.cacheMode = .reload
            $0.headerFields = [trace: "1"]
        }
        let request = HTTPRequest(url: server.baseURL.appending(path: "any"))
        for client in [seek, fresh, seek] {
            _ = try await client.youTube.search("swift")
            _ = try await client.gitHub.searchRepositories("swift")
            _ = try await client.send(request)
        }
        #expect(server.received.map { $0.headerFields[trace] } == [nil, nil, nil, "1", "1", "1"])
        await seek.close()
    }

    @Test("share the rate limits of the GitHub client")
    func rateLimits() async throws {
        let limit: HTTPFields = [
            "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": "4000000000", .contentType: "application/json",
        ]
        for isRequestFirst in [true, false] {
            let server = try LoopbackServer { _ in reply("[]", limit) }
            defer { server.stop() }
            let seek = try client(gitHub: server)
            let listing = seek.gitHub.userRepositories()
            let request = HTTPRequest(url: server.baseURL.appending(path: "rate"))
            if isRequestFirst {
                _ = try await seek.send(request)
                await #expect(throws: SearchError.self) { try await listing.page(for: "octocat", at: nil) }
            } else {
                _ = try await listing.page(for: "octocat", at: nil)
                await #expect(throws: NetworkError.self) { try await seek.send(request) }
            }
            #expect(server.received.count == 1)
            #expect(seek.gitHub.rateLimits.limits["core"]?.remaining == 0)
        }
    }

    @Test("store the response of a redirect's target under the target's URL, with the time to live of the call")
    func redirects() async throws {
        let server = try LoopbackServer { request in
            request.url.path() == "/old" ? reply("", [.location: "/new"], 302) : reply("new")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let seek = try client(gitHub: server, ["SEEK_CACHE_DIR": folder.url.path()])
        let redirectedRequest = HTTPRequest(url: server.baseURL.appending(path: "old"))
        for isCached in [false, true] {
            let response = try await seek.send(redirectedRequest, timeToLive: .seconds(60))
            #expect(response.body == Data("new".utf8))
            #expect(response.provenance.isCached == isCached)
        }
        #expect(server.received.map { $0.url.path() } == ["/old", "/new", "/old"])
        await seek.cache?.close()
    }
}
