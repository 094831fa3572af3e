#if os(Linux)
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCurlTransport

@Suite("Loading libcurl")
struct CurlLibraryTests {
    @Test(
        "without a complete library, each request fails with an error that names the package to install",
        arguments: [("libcurl-missing.so.4", "cannot open shared object"), ("libc.so.6", "has no curl_global_init")]
    )
    func missing(library: String, reason: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = CurlTransport { $0.library = library }
        for _ in 0..<2 {
            let error = try await #require(throws: NetworkError.self) {
                _ = try await transport.send(try server.get(), deadline: .now + .seconds(10), maximumBodySize: 100)
            }
            guard case .transport(.other(let description), let context) = error else {
                Issue.record("another error: \(error)")
                return
            }
            #expect(description.contains(library))
            #expect(description.contains(reason))
            #expect(description.contains("apt-get install libcurl4"))
            #expect(context.attempts == 0)
            #expect(!error.isRetryable)
        }
        #expect(server.received.isEmpty)
    }

    @Test("a failed load does not replace the library that was loaded before")
    func failureAfterSuccess() async throws {
        try CurlLibrary.load()
        #expect(throws: CurlLibrary.LoadFailure.missing("libc.so.6 has no curl_global_init")) {
            try CurlLibrary.load("libc.so.6")
        }
        try CurlLibrary.load()
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let response = try await CurlTransport().send(
            try server.get(),
            deadline: .now + .seconds(10),
            maximumBodySize: 100
        )
        #expect(response.status == 200)
    }
}
#endif
