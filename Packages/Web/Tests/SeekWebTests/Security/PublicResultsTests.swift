import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("An app that finds public results only")
struct PublicResultsTests {
    @Test("sends no token to GitHub, and shows nothing that a token has found before")
    func publicOnly() async throws {
        let context = try WebContext()
        // The command line has searched with the token, and saved a search.
        let privateSite = Site(context)
        _ = try await privateSite.response("/?q=swift&kinds=repository")
        _ = try await privateSite.response("/saved", .post, form: ["q": "swift", "kinds": "repository", "name": "a"])
        _ = try await privateSite.response("/saved/run", .post, form: ["name": "a"])
        #expect(try await privateSite.json("/api/v1/search?q=swift&offline=1")["results"].array?.isEmpty == false)
        let earlier = context.server.received
        #expect(earlier.contains { $0.headerFields[.authorization] != nil })

        let site = Site(context, TestAppOptions(findsPublicResultsOnly: true))
        let offline = try await site.response("/api/v1/search?q=swift&offline=1").text
        #expect(offline.contains("\"results\":[]"))
        #expect(try await site.page("/saved").contains("No saved searches"))
        for target in [
            "/api/v1/search?q=swift&kinds=repository,issue,commit", "/api/v1/details?id=github:repository:1",
        ] {
            _ = try await site.response(target)
        }
        let requests = context.server.received.dropFirst(earlier.count)
        #expect(!requests.isEmpty)
        #expect(requests.allSatisfy { $0.headerFields[.authorization] == nil })
        await site.app.close()
    }
}
