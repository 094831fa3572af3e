import Foundation
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("A stubbed request")
struct StubbedQuotaTests {
    /// YouTube's error for an exhausted quota. After a live response with this error, requests are rejected until the
    /// next day.
    private static let exceeded = #"{"error": {"code": 403, "errors": [{"reason": "quotaExceeded"}]}}"#

    @Test("is not counted against quota and budget, whatever its response", arguments: [200, 403])
    func quota(status: Int) async throws {
        var configuration = configuration(returning: .json(videos([])))
        let credential = CredentialSource(Credential(name: HTTPField.Name("X-Goog-Api-Key"), value: "k"))
        let budget = CallBudgetMiddleware(1)
        configuration.budget = budget
        let base = YouTubeClient.defaultBaseURL
        let limiter = configuration.youTubeQuotaMiddleware(for: credential)
        let client = APIClient(baseURL: base, transport: configuration.transport) {
            $0.middleware =
                configuration.middlewareStack(credential: credential, for: Origin(base), limiter: limiter)
                .middleware
            $0.stubBehavior = .immediate
        }
        let sample = HTTPResponse.json(Self.exceeded, status: .init(code: status))
        let endpoint = Endpoint(at: .path("search"), sample: sample) { $0.body.count }
        for _ in 0..<3 { _ = try? await client.send(endpoint) }
        #expect(budget.remaining == 1)
        let youTube = YouTubeClient(apiKey: "k", configuration: configuration)
        #expect(await youTube.quota().allSatisfy { $0.used == 0 })
        // A live request is still allowed.
        #expect(try await youTube.search("swift").quotaCost == 1)
    }
}
