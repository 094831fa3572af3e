import SeekNetworking
import Testing

@testable import SeekWeb

@Suite("Security header fields")
struct SecurityHeadersTests {
    @Test("the referrer policy is same-origin")
    func referrer() async throws {
        let response = try await WebApplication(routes: []).response("/missing")
        #expect(response.headerFields[HTTPField.Name(constant: "Referrer-Policy")] == "same-origin")
    }
}
