import Foundation
import Seek
import Testing

@Suite("Errors in an alert")
struct ErrorTests {
    @Test("a missing key and a rejected key are different errors, and the rejected key is not shown")
    func keys() async throws {
        let noKey = try SeekClient.local { $0.youTubeAPIKey = nil }.youTube
        let missing = try await #require(throws: SearchError.self) { try await noKey.search("swift") }
        let wrongKey = try SeekClient.local { $0.youTubeAPIKey = "S3CRET" }.youTube
        let rejected = try await #require(throws: SearchError.self) { try await wrongKey.search("swift") }
        #expect(missing == .missingCredential(.youTube))
        guard case .unauthorized(.youTube, _) = rejected else {
            Issue.record("\(rejected)")
            return
        }
        #expect(missing.message != rejected.message)
        #expect(!"\(rejected) \(rejected.message)".contains("S3CRET"))
    }

    @Test("an unreachable server is reported as offline, and the message contains no URL")
    func offline() async throws {
        // Nothing listens on port 1.
        let unreachable = try #require(URL(string: "http://127.0.0.1:1"))
        let client = try SeekClient.local {
            $0.gitHubBaseURL = unreachable
            $0.client.retryPolicy.maximumAttempts = 1
        }
        let error = try await #require(throws: SearchError.self) {
            try await client.gitHub.searchRepositories("swift")
        }
        #expect(error.couldNotConnect)
        #expect(!error.message.contains("127.0.0.1"))
        let localized: any LocalizedError = error
        #expect(localized.errorDescription?.isEmpty == false)
        #expect(localized.recoverySuggestion?.isEmpty == false)
    }
}
