#if os(Linux)
import Foundation
import SeekBasics
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The libcurl transport", .timeLimit(.minutes(3)))
struct CurlTransportTests {
    private func transport(_ configure: (inout CurlTransport.Configuration) -> Void = { _ in }) -> CurlTransport {
        CurlTransport {
            $0.connection.proxy = .direct
            configure(&$0)
        }
    }

    @Test("sequential requests share a connection")
    func keepAlive() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = transport()
        for _ in 0..<20 { #expect(await transport.outcome(of: try server.get()).kind == .response(200)) }
        #expect(server.acceptedConnectionCount == 1)
    }

    @Test("requests beyond the concurrency limit time out while they wait, are not sent, and report no attempts")
    func waitingRequests() async throws {
        let server = try LoopbackServer(always: .fault(.stall))
        let transport = transport { $0.maximumConcurrentRequestsPerHost = 2 }
        let request = try server.get()
        let holders = (0..<2).map { _ in Task { await transport.outcome(of: request).kind } }
        await server.waitUntilReceived(2)
        let outcomes = await withTaskGroup(of: Result<HTTPResponse, NetworkError>.self) { group in
            for _ in 0..<4 { group.addTask { await transport.outcome(of: request, within: .milliseconds(50)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.kind) == Array(repeating: .timedOut, count: 4))
        #expect(outcomes.map(\.error?.context.attempts) == [0, 0, 0, 0])
        #expect(server.received.count == 2)
        for holder in holders {
            holder.cancel()
            #expect(await holder.value == .cancelled)
        }
    }

    @Test("with a limit of two concurrent requests, all requests complete over at most two connections")
    func concurrencyLimit() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let transport = transport { $0.maximumConcurrentRequestsPerHost = 2 }
        let request = try server.get()
        let successCount = await withTaskGroup(of: OutcomeKind.self) { group in
            for _ in 0..<50 { group.addTask { await transport.outcome(of: request).kind } }
            return await group.reduce(into: 0) { $0 += $1 == .response(200) ? 1 : 0 }
        }
        #expect(successCount == 50)
        #expect(server.acceptedConnectionCount <= 2)
    }

    @Test(
        "an idempotent request is resent once if a reused connection is lost; other requests are not resent",
        arguments: [("GET", 2), ("HEAD", 2), ("PUT", 2), ("DELETE", 2), ("POST", 1), ("PATCH", 1), ("PURGE", 1)],
        [false, true]
    )
    func resending(row: (method: String, sendCount: Int), isSecure: Bool) async throws {
        let responseGate = DispatchSemaphore(value: 0)
        let reply: @Sendable (HTTPRequest) -> LoopbackServer.Reply = { request in
            if request.url.path == "/lost" { return .fault(.emptyResponse) }
            responseGate.wait()
            return .response(HTTPResponse(200, "here"))
        }
        let authority = isSecure && CertificateAuthority.isAvailable ? try CertificateAuthority() : nil
        let identity = try authority?.identity(for: "IP:127.0.0.1")
        let server =
            if let identity { try LoopbackServer(identity: identity, handler: reply) } else {
                try LoopbackServer(handler: reply)
            }
        let certificates = try authority?.certificates
        let transport = transport { $0.connection.trustedCertificates = certificates }
        let heldRequest = try server.get()
        // Opens several connections that are then reused.
        let holders = (0..<4).map { _ in Task { await transport.outcome(of: heldRequest).kind } }
        await server.waitUntilReceived(4)
        for _ in holders { responseGate.signal() }
        for holder in holders { #expect(await holder.value == .response(200)) }
        let request = HTTPRequest(
            method: try #require(HTTPRequest.Method(row.method)),
            url: try server.url("/lost"),
            body: row.method == "HEAD" ? nil : Data("x".utf8)
        )
        let outcome = await transport.outcome(of: request)
        #expect(outcome.kind == .connectionLost)
        #expect(outcome.error?.context.attempts == 1)
        #expect(server.received.count { $0.url.path == "/lost" } == row.sendCount)
        responseGate.signal()
        #expect(await transport.outcome(of: heldRequest).kind == .response(200))
    }

    @Test("a header that is truncated within a line is reported as a lost connection")
    func truncatedHead() async throws {
        let server = try LoopbackServer(always: .fault(FailureContractTests.truncatedHead))
        #expect(await transport().outcome(of: try server.get()).kind == .connectionLost)
    }

    @Test(
        "a connection is reused after a chunked response unless the response also has a Content-Length",
        arguments: [true, false]
    )
    func twoFramings(isAmbiguous: Bool) async throws {
        let length = isAmbiguous ? "Content-Length: 4\r\n" : ""
        let reply = "HTTP/1.1 200 OK\r\n\(length)Transfer-Encoding: chunked\r\n\r\n4\r\nhere\r\n0\r\n\r\n"
        let connections = Atomic(0)
        let server = try RawServer { connection in
            connections.add(1, ordering: .relaxed)
            // Responds to each request on the connection until the client closes it.
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while recv(connection, &buffer, buffer.count, 0) > 0 { RawServer.write(Array(reply.utf8), to: connection) }
        }
        let transport = transport()
        let request = HTTPRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)/")))
        for _ in 0..<3 { #expect(await transport.outcome(of: request).response?.text == "here") }
        #expect(connections.load(ordering: .relaxed) == (isAmbiguous ? 3 : 1))
    }

    @Test("a URL that libcurl rejects is reported as an invalid request with no attempts")
    func invalidURL() async throws {
        let host = String(repeating: "a.", count: 40_000) + "example"
        let outcome = await transport().outcome(of: HTTPRequest(url: try #require(URL(string: "http://\(host)/"))))
        #expect(outcome.kind == .invalidRequest)
        #expect(outcome.error?.description.contains("the URL is not valid: ") == true)
        #expect(outcome.error?.context.attempts == 0)
    }

    @Test("trailer fields are not added to header fields")
    func trailers() async throws {
        let reply = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhere\r\n0\r\nX-Trailer: late\r\n\r\n"
        let server = try LoopbackServer(always: .fault(.bytes(Data(reply.utf8))))
        let response = try #require(await transport().outcome(of: try server.get()).response)
        #expect(response.text == "here")
        #expect(response.headerFields[try .named("X-Trailer")] == nil)
    }

    @Test("a proxy from the environment is used unless the configuration connects directly")
    func proxies() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "direct")))
        let proxy = try LoopbackServer(always: .response(HTTPResponse(200, "by proxy")))
        await #expect(
            processExitsWith: .success,
            performing: {
                [address = proxy.baseURL.absoluteString as String, target = server.baseURL.absoluteString as String] in
                setenv("http_proxy", address, 1)
                unsetenv("no_proxy")
                unsetenv("NO_PROXY")
                let request = HTTPRequest(url: try #require(URL(string: target)))
                let byProxy = await CurlTransport().outcome(of: request).response?.text
                let direct = await CurlTransport { $0.connection.proxy = .direct }.outcome(of: request)
                    .response?.text
                #expect(byProxy == "by proxy")
                #expect(direct == "direct")
            }
        )
        #expect(proxy.received.count == 1)
        #expect(server.received.count == 1)
    }

    @Test("a request fails while no descriptor is free, and succeeds once there are free ones")
    func noDescriptors() async throws {
        // In a separate process, so that other tests keep their descriptors.
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
            // The first request opens descriptors that the process retains.
            _ = await CurlTransport().outcome(of: try server.get())
            let transport = CurlTransport { $0.connection.proxy = .direct }
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            let previousLimit = limit.rlim_cur
            limit.rlim_cur = 0
            setrlimit(resource, &limit)
            let start = ContinuousClock.now
            let outcome = await transport.outcome(of: try server.get())
            let elapsed = ContinuousClock.now - start
            limit.rlim_cur = previousLimit
            setrlimit(resource, &limit)
            #expect(outcome.error?.stage == .transport)
            // Long before the deadline, which is two minutes after the start.
            #expect(elapsed < .seconds(20))
            #expect(await transport.outcome(of: try server.get()).kind == .response(200))
        }
    }

    @Test("deinitialized transports leave no thread or descriptor behind")
    func leftovers() async throws {
        // In a separate process, where no other test starts threads.
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
            func use() async throws {
                let kind = await CurlTransport { $0.connection.proxy = .direct }.outcome(of: try server.get())
                    .kind
                #expect(kind == .response(200))
            }
            func count(_ folder: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
            }
            // The first uses start threads and open descriptors that remain: thread pool, TLS tables, timers, server.
            for _ in 0..<20 { try await use() }
            await eventually { server.openConnectionCount == 0 }
            let threadCount = try count("task")
            let descriptorCount = try count("fd")
            for _ in 0..<200 { try await use() }
            await eventually { server.openConnectionCount == 0 }
            // The thread pool and the server may need a few more; a leak would be 200.
            try await eventually { try count("task") < threadCount + 20 }
            try await eventually { try count("fd") < descriptorCount + 20 }
        }
    }
}
#endif
