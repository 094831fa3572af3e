import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("Security header fields")
struct SecurityHeadersTests {
    @Test("the app's own forms have an origin, and links to other sites have no referrer")
    func referrer() async throws {
        let response = try await WebApplication(routes: []).response("/missing")
        #expect(response.headerFields[HTTPField.Name(constant: "Referrer-Policy")] == "same-origin")
    }
}
