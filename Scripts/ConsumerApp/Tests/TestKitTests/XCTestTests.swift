import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import XCTest

final class XCTestTests: XCTestCase {
    private let endpoint = Endpoint(at: .path("api/some")) {
        try JSONDecoder().decode([String: [JSONValue]].self, from: $0.body)
    }

    private func items(_ base: String, over transport: any HTTPTransport) async throws -> [JSONValue]? {
        let client = APIClient(baseURL: try XCTUnwrap(URL(string: base)), transport: transport)
        return try await client.send(endpoint).value["items"]
    }

    func testStubbed() async throws {
        let transport = stubbed(stub(.get, "https://example.com/api/some", returning: .json(["items": []])))
        let items = try await items("https://example.com", over: transport)
        XCTAssertEqual(items, [])
    }

    func testRecorded() async throws {
        let items = try await items("https://example.com", over: recorded("example"))
        XCTAssertEqual(items, [1])
    }

    func testServer() async throws {
        let transport = stubbed(stub(.get, "/api/some", returning: .json(["items": [2]])))
        let server = try LoopbackServer(returning: transport)
        let items = try await items(server.baseURL.absoluteString, over: CurlTransport())
        XCTAssertEqual(items, [2])
    }
}
