import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekWeb

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

        var configuration = context.configuration
        configuration.findPublicResultsOnly()
        let service = WebSearchService(configuration)
        let app = WebApplication(service)
        let offline = try await app.response("/api/v1/search?q=swift&offline=1").text
        #expect(offline.contains("\"results\":[]"))
        #expect(try await app.page("/saved").contains("No saved searches"))
        for target in [
            "/api/v1/search?q=swift&kinds=repository,issue,commit", "/api/v1/details?id=github:repository:1",
        ] {
            _ = try await app.response(target)
        }
        let requests = context.server.received.dropFirst(earlier.count)
        #expect(!requests.isEmpty)
        #expect(requests.allSatisfy { $0.headerFields[.authorization] == nil })
        await service.client.close()
    }
}
