import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import SeekURLSessionTransport
import Testing

#if os(Linux)
import SeekCurlTransport
#endif

@Suite("Target policies", .timeLimit(.minutes(3)))
struct TargetContractTests {
    private func transport(_ kind: TransportKind, _ policy: TargetPolicy) -> any HTTPTransport {
        switch kind {
        #if os(Linux)
        case .curl:
            CurlTransport {
                $0.connection.proxy = .direct
                $0.targetPolicy = policy
            }
        #endif
        case .urlSession: URLSessionTransport { $0.targetPolicy = policy }
        }
    }

    @Test(
        "requests to addresses of this machine and to localhost are rejected if only the public internet is allowed",
        arguments: TransportKind.allCases,
        ["127.0.0.1", "localhost", "127%2e0%2e0%2e1", "[::ffff:127.0.0.1]", "0.0.0.0"]
    )
    func loopback(kind: TransportKind, host: String) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "secret")))
        let url = try #require(URL(string: "http://\(host):\(server.port)/"))
        let outcome = await transport(kind, .publicInternetOnly).outcome(of: HTTPRequest(url: url))
        guard case .failure(.rejected(.addressNotAllowed(_, let address), let context)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!address.isPublic)
        #expect(context.attempts == 0)
        #expect(outcome.error?.isRetryable == false)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test("a custom policy receives host, port and address", arguments: TransportKind.allCases)
    func custom(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let targets = Mutex<Set<TargetPolicy.Target>>([])
        let transport = transport(
            kind,
            TargetPolicy { target in
                targets.withLock { _ = $0.insert(target) }
                return true
            }
        )
        #expect(await transport.outcome(of: try server.get()).kind == .response(200))
        let address = try #require(IPAddress("127.0.0.1"))
        let expected = TargetPolicy.Target(host: "127.0.0.1", port: Int(server.port), address: address)
        #expect(targets.withLock(\.self) == [expected])
    }

    #if os(Linux)
    @Test("a reused connection is checked against the policy again")
    func reused() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let isAllowed = Mutex(true)
        let transport = transport(.curl, TargetPolicy { _ in isAllowed.withLock(\.self) })
        #expect(await transport.outcome(of: try server.get()).kind == .response(200))
        isAllowed.withLock { $0 = false }
        let outcome = await transport.outcome(of: try server.get())
        #expect(outcome.error?.description.contains("127.0.0.1") == true)
        #expect(server.received.count == 1)
    }

    @Test("a proxy from the environment is not used with a target policy")
    func proxy() async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "direct")))
        let proxy = try LoopbackServer(always: .response(HTTPResponse(200, "by proxy")))
        await #expect(
            processExitsWith: .success,
            performing: {
                [address = proxy.baseURL.absoluteString as String, target = server.baseURL.absoluteString as String] in
                setenv("http_proxy", address, 1)
                unsetenv("no_proxy")
                unsetenv("NO_PROXY")
                let transport = CurlTransport { $0.targetPolicy = .publicInternetOnly }
                let outcome = await transport.outcome(of: HTTPRequest(url: try #require(URL(string: target))))
                guard case .failure(.rejected(.addressNotAllowed, _)) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
            }
        )
        #expect(proxy.received.isEmpty)
        #expect(server.received.isEmpty)
    }

    /// Simulates a first hop on the public internet, because tests send nothing beyond this machine.
    struct PublicHop: HTTPMiddleware {
        let location: String

        func intercept(
            _ request: HTTPRequest,
            options: RequestOptions,
            next: @escaping HTTPHandler
        ) async throws(NetworkError) -> HTTPResponse {
            guard request.url.host() == "public.example" else { return try await next(request, options) }
            if let address = IPAddress("8.8.8.8") { RedirectTrail.of(request)?.record(address) }
            return HTTPResponse(302, "", [.location: location])
        }
    }

    @Test(
        "a redirect from the public internet to a name of this machine is followed only if that is allowed",
        arguments: [true, false]
    )
    func redirect(isAllowed: Bool) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "secret")))
        // The name of this machine, which usually resolves to a loopback or private address.
        let name = ProcessInfo.processInfo.hostName
        let middleware: [any HTTPMiddleware] = [
            RedirectMiddleware(RedirectPolicy(allowsPrivateTargets: isAllowed)),
            PublicHop(location: "http://\(name):\(server.port)/"),
        ]
        let send = CurlTransport { $0.connection.proxy = .direct }.handler(through: middleware)
        let request = HTTPRequest(url: try #require(URL(string: "http://public.example/")))
        let options = RequestOptions(deadline: .now + .seconds(60), maximumBodySize: 1 << 20)
        do throws(NetworkError) {
            _ = try await send(request, options)
            #expect(isAllowed)
        } catch {
            if case .transport(.hostNotFound, _) = error { return }
            guard isAllowed else {
                guard case .redirectRefused(let reason, _) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(reason.contains(name))
                return
            }
            // The name may resolve to an address the server does not listen on.
            #expect(error.stage == .transport)
        }
        if !isAllowed { #expect(server.received.isEmpty) }
    }
    #endif
}
