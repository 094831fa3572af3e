#if os(Linux)
import Foundation
import FoundationNetworking
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekURLSessionTransport

@Suite("A busy URLSession", .timeLimit(.minutes(3)))
struct URLSessionTransportTests {
    @Test("does not send a request that was cancelled or timed out while it waited")
    func busy() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = URLSessionTransport()
        // Simulates a session that is busy with a body: no task is created until the queue is resumed.
        transport.delegate.queue.suspend()
        let timedOut = await transport.outcome(of: try server.get("/late"), within: .milliseconds(20))
        #expect(timedOut.kind == .timedOut)
        #expect(timedOut.error?.context.attempts == 0)
        let task = Task { await transport.outcome(of: try server.get("/cancelled")).kind }
        task.cancel()
        #expect(try await task.value == .cancelled)
        async let outcome = transport.outcome(of: server.get("/waiting"))
        transport.delegate.queue.resume()
        #expect(try await outcome.response?.text == "here")
        #expect(server.received.map(\.url.path) == ["/waiting"])
    }
}

@Suite("The configuration of URLSession", .timeLimit(.minutes(3)))
struct URLSessionConfigurationTests {
    @Test("a URLProtocol of the configuration responds in place of the network")
    func protocolClass() async throws {
        let transport = URLSessionTransport { $0.session.protocolClasses = [ResponseProtocol.self] }
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/")))
        let response = try #require(await transport.outcome(of: request).response)
        #expect(response.status.code == 418)
        #expect(response.text == "here")
    }

    @Test("a configuration that allows cookies and caching is not changed, and nothing is stored")
    func storesNothing() async throws {
        let server = try LoopbackServer(
            always: .response(
                HTTPResponse(200, "here", [try .named("Set-Cookie"): "a=b", .cacheControl: "max-age=60"])
            )
        )
        let cookie = try HTTPField.Name.named("Cookie")
        let configuration = URLSessionConfiguration.default
        let cookieStorage = configuration.httpCookieStorage
        let transport = URLSessionTransport { $0.session = configuration }
        for _ in 0..<2 { #expect(await transport.outcome(of: try server.get()).kind == .response(200)) }
        #expect(server.received.map { $0.headerFields[cookie] } == [nil, nil])
        #expect(configuration.urlCache != nil)
        #expect(configuration.httpCookieStorage === cookieStorage)
        #expect(cookieStorage?.cookies(for: server.baseURL)?.isEmpty != false)
    }

    @Test("a request with a background configuration fails and is not sent")
    func background() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = URLSessionTransport { $0.session.identifier = "search" }
        let outcome = await transport.outcome(of: try server.get())
        #expect(outcome.kind == .invalidConfiguration)
        #expect(outcome.error?.description.contains("a background session cannot send these requests") == true)
        #expect(server.acceptedConnectionCount == 0)
    }

    /// Responds to all requests with the status 418.
    private final class ResponseProtocol: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func stopLoading() {}

        override func startLoading() {
            guard let url = request.url,
                let response = HTTPURLResponse(url: url, statusCode: 418, httpVersion: nil, headerFields: [:])
            else { return }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data("here".utf8))
            client?.urlProtocolDidFinishLoading(self)
        }
    }
}

@Suite("URLSession on Linux", .timeLimit(.minutes(3)))
struct URLSessionOnLinuxTests {
    // FoundationNetworking ends the process with "Transfer completed, but there's no response.", which a transport
    // cannot prevent. Once this test fails, the case belongs in the table of `FailureContractTests`.
    @Test("terminates the process if a response's header is truncated within a line")
    func truncatedHead() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer(always: .fault(FailureContractTests.truncatedHead))
            _ = await URLSessionTransport().outcome(of: try server.get())
        }
    }
}
#endif
